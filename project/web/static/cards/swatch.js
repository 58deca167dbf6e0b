/** The colour of a face in a small square, beside its name. */

import { faceOf, facesOf } from "../words/sentence.js";
import { html } from "../vendor/preact.js";
import { isDrawn } from "./arts.js";
import { ACTS, bandsOf, FOLK, GOODS, rankColour, STREETS } from "./colours.js";
import { GLYPHS } from "./glyphs.js";
import { hue, on } from "./paint.js";

/** The colours of a card that has several, or stands for any of several. @param {any} face */
const coloursOf = (face) => (face?.colours ?? face?.rents ?? []).filter((name) => name in STREETS);

/** @param {any} game @param {string} name */
export function faceColour(game, name) {
  const face = game?.faces?.[name] ?? {};
  if (!isDrawn(game?.game)) return bandsOf(face, face.look, name)[0];
  if (game?.game === "great_dalmuti") return rankColour(name === "jester" ? 13 : face.rank);
  const street = STREETS[name] ?? STREETS[face.colours?.[0]] ?? STREETS[face.rents?.[0]];
  if (street) return street[0];
  if (ACTS[name]) return ACTS[name][1];
  if (/^m\d+$/.test(name)) return "#5E6F57";
  const good = GOODS[name] ?? GOODS[Object.keys(face.cost ?? {})[0]];
  return good ?? FOLK[face.folk] ?? FOLK[name] ?? hue(String(face.type ?? name));
}

/** The sign that goes with the colour, so that no colour stands alone. */
const signOf = (game, name) =>
  (isDrawn(game?.game) ? undefined : game?.faces?.[name]?.look?.glyph) ??
  STREETS[name]?.[1] ??
  ACTS[name]?.[0] ??
  (/^m\d+$/.test(name) ? "coin" : undefined) ??
  (GOODS[name] || FOLK[name] ? name : game?.faces?.[name]?.folk);

/** Colours side by side, without a sign, which would belong to one of them. */
const Striped = ({ colours }) =>
  html`<svg class="swatch" viewBox="0 0 24 24" aria-hidden="true">
    ${colours.map(
      (name, at) =>
        html`<rect
          x=${(at * 24) / colours.length}
          width=${24 / colours.length + 0.1}
          height="24"
          fill=${STREETS[name][0]}
        />`,
    )}
  </svg>`;

export function Swatch({ game, face }) {
  const colours = coloursOf(game?.faces?.[face]);
  if (colours.length > 1) return html`<${Striped} colours=${colours} />`;
  const colour = faceColour(game, face);
  const sign = signOf(game, face);
  return html`<svg class="swatch" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill=${colour} />
    ${
      sign &&
      GLYPHS[sign] &&
      html`<path d=${GLYPHS[sign]} fill=${on(colour)} fill-rule="evenodd" transform="translate(4.5 4.5) scale(.625)" />`
    }
  </svg>`;
}

/** The colour that a card of several counts as: that of the group in which it lies. */
export const laidAs = ({ view }, card) =>
  view.faces[card]?.colours
    ? view.zones.find((zone) => zone.name in STREETS && zone.cards.includes(card))?.name
    : undefined;

/** The swatch of a value, if it is a face or a card that can be seen. */
export function swatchOf(match, means, option) {
  const face = means === "card" ? (laidAs(match, option) ?? faceOf(match, option)) : facesOf(match, means, option)[0];
  return face && match.game?.faces?.[face] ? html`<${Swatch} game=${match.game} face=${face} />` : null;
}
