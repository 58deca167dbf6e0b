/** The colour of a face in a small square, beside its name. */

import { faceOf, facesOf } from "../words/sentence.js";
import { html } from "../vendor/preact.js";
import { STREETS } from "./colours.js";
import { GLYPHS } from "./glyphs.js";
import { on } from "./paint.js";
import { faceColour, signOf } from "./signs.js";

/** Returns the colours of a card that has several colours, or can represent any of several. @param {any} face */
const coloursOf = (face) => (face?.colours ?? face?.rents ?? []).filter((name) => name in STREETS);

/** Several colours side by side, without a sign, because a sign would belong to only one of them. */
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

/** Returns the colour as which a card of several colours counts: the colour of the group in which it lies. */
export const laidAs = ({ view }, card) =>
  view.faces[card]?.colours
    ? view.zones.find((zone) => zone.name in STREETS && zone.cards.includes(card))?.name
    : undefined;

/** Returns the swatch of a value, if the value is a face or a visible card. */
export function swatchOf(match, means, option) {
  const face = means === "card" ? (laidAs(match, option) ?? faceOf(match, option)) : facesOf(match, means, option)[0];
  return face && match.game?.faces?.[face] ? html`<${Swatch} game=${match.game} face=${face} />` : null;
}
