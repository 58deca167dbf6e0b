/**
 * Dale of Merchants: an animal in front of its hills, the value in a ribbon, the name, and a short text of the card's effect.
 * A card too small for its name shows only the animal and the value.
 */

import { html } from "../vendor/preact.js";
import { ANIMALS } from "./animals.js";
import { FOLK } from "./colours.js";
import { ground, INK, line, lines, rowsOf, shade, shapes, tint } from "./paint.js";

const NAME = { size: 12.8, width: 88, most: 2 };
const TEXT = { size: 11.4, width: 88, weight: 420 };

/** Draws the animal of a folk; a junk pot if there is no folk. @param {string} folk */
export const animal = (folk, x, y, scale) => {
  const colour = FOLK[folk] ?? FOLK.junk;
  const colours = { folk: colour, dark: shade(colour, 0.42), light: tint(colour, 0.45), ink: INK, white: "#FFFFFF" };
  return html`<g transform=${`translate(${x} ${y}) scale(${scale})`}>
    ${shapes(ANIMALS[folk] ?? ANIMALS.junk, colours)}
  </g>`;
};

/** @param {Record<string, any>} face @param {Record<string, any>} entry @param {boolean} full */
export function dale(face, entry, full) {
  const folk = face.folk ?? "junk";
  const colour = FOLK[folk] ?? FOLK.junk;
  return html`${ground("#FDFBF4")}<rect x="4" y="4" width="92" height="58" fill=${tint(colour, 0.3)} />
    <path d="M4 62V48Q28 38 50 46T96 42V62Z" fill=${tint(colour, 0.5)} />${animal(folk, 57, 37, 0.82)}
    <rect x="4" y="60" width="92" height="4" fill=${colour} />
    ${full ? inFull(face, entry) : html`${onTable(entry)}<g class="tiny-only">${portrait(folk, colour)}</g>`}
    <path d="M4 4H30V36Q17 44 4 36Z" fill=${colour} />
    ${line(face.value, 17, 28, 24, { fill: "#FFFFFF", weight: 800, max: 22 })}
    ${
      face.bonus &&
      html`<circle cx="14" cy="50" r="7.5" fill=${INK} /><path
          d="M14 46v8M10 50h8"
          stroke="#FFFFFF"
          stroke-width="2"
        />`
    }`;
}

/** Draws the animal on the whole card. */
const portrait = (folk, colour) =>
  html`${ground(tint(colour, 0.3))}<path d="M4 136V96Q28 78 50 90T96 84V136Z" fill=${tint(colour, 0.5)} />
    ${animal(folk, 52, 84, 1.2)}`;

/** Draws the card's text: the name alone below 100 pixels, also the short effect above that size. @param {Record<string, any>} entry */
function onTable({ title, short }) {
  const below = 78 + (rowsOf(title, NAME).length - 1) * 14;
  return html`<g class="small-only">${lines(title, { y: 84, size: 15.5, width: 88, most: 3 })}</g>
    <g class="large-only"
      >${lines(title, { y: 78, ...NAME })}
      ${short && lines(short, { y: below + 14, most: 3, fill: "#33413D", family: "text", lead: 1.1, ...TEXT })}</g
    >`;
}

/** Draws everything that is printed, for a card that is read at close range. @param {Record<string, any>} face @param {Record<string, any>} entry */
function inFull(face, { title, help = "", kinds }) {
  const text = help.replace(/^[^.]*\.\s*/, (start) => (start.length < 16 ? "" : start));
  return html`${lines(title, { y: 76, size: 10.5, width: 88, most: 1 })}
  ${lines(text, { y: 86, size: 7.4, width: 86, most: 5, weight: 400, family: "text", fill: "#33413D", lead: 1.16 })}
  ${line(kinds?.(face) ?? "", 50, 131, 7.6, { family: "text", weight: 700, fill: "#33413D", max: 86 })}`;
}
