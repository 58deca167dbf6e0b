/** A card of a game without its own drawings: its corner, its bands, its sign, its name and text; a very small card has only its number and its sign. */

import { html } from "../vendor/preact.js";
import { bandsOf } from "./colours.js";
import { GLYPHS } from "./glyphs.js";
import { glyph, ground, line, lines, on, PAPER, rays, shade, tint } from "./paint.js";

const NUMBERS = ["rank", "value", "number", "points", "cost"];

const scalar = (value) => (typeof value === "number" || typeof value === "string" ? value : undefined);

/** Returns the number in the corner: the number that the game names, or the first of the usual numbers. */
const numberOf = (face, look) =>
  look?.corner !== undefined
    ? face[look.corner]
    : NUMBERS.map((name) => scalar(face[name])).find((value) => value !== undefined);

/** @param {Record<string, any>} face @param {Record<string, any>} entry @param {boolean} full */
export function generic(face, entry, full) {
  const { look } = entry;
  const number = numberOf(face, look);
  const colours = bandsOf(face, look, face.face);
  const name = entry.title ?? face.name;
  const sign = GLYPHS[look?.glyph] ? look.glyph : null;
  const initial = [...name].slice(0, 1).join("").toUpperCase();
  const width = 92 / colours.length;
  return html`${ground(PAPER)}
    ${colours.map((colour, at) => html`<rect x=${4 + at * width} y="4" width=${width + 0.1} height="80" fill=${tint(colour, 0.55)} />`)}
    ${rays(50, 46, 16, "#FFFFFF", 0.12)}
    <circle cx="50" cy="46" r="26" fill=${PAPER} stroke=${shade(colours[0], 0.2)} stroke-width="2" />
    ${sign ? glyph(sign, 50, 46, 32, colours[0]) : line(initial, 50, 57, 30, { fill: colours[0], weight: 800 })}
    <rect x="4" y="80" width="92" height="4" fill=${colours[0]} />
    ${
      number !== undefined &&
      html`<path
          d="M4 4H31V34Q17 42 4 34Z"
          fill=${colours[0]}
        />${line(number, 17, 28, 21, { fill: on(colours[0]), weight: 800, max: 24 })}`
    }
    ${
      full && entry.help
        ? html`${lines(name, { y: 97, size: 10.5, width: 88, most: 1 })}${lines(entry.help, { y: 108, size: 7.4, width: 86, most: 3, weight: 400, family: "text", fill: "#33413D", lead: 1.16 })}`
        : lines(name, { y: 106, size: 15.5, width: 88, most: 2 })
    }
    ${!full && html`<g class="mini-only">${small(number, sign, initial, colours[0])}</g>`}`;
}

/** Draws the number and the sign as large as a very small card allows. */
const small = (number, sign, initial, colour) =>
  html`${ground(PAPER)}<rect x="4" y="4" width="92" height="80" fill=${colour} />
    ${sign ? glyph(sign, 50, 44, 64, on(colour)) : line(initial, 50, 64, 56, { fill: on(colour), weight: 800 })}
    ${number !== undefined && line(number, 50, 128, 48, { weight: 800, max: 84 })}`;
