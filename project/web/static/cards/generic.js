/** A card of a game without drawings of its own: its corner, its bands, its glyph, its name and text. */

import { html } from "../vendor/preact.js";
import { bandsOf } from "./colours.js";
import { GLYPHS } from "./glyphs.js";
import { corner, glyph, lines, nameOn, on } from "./paint.js";

const NUMBERS = ["rank", "value", "number", "points", "cost"];
const BAND = { x: 6, y: 6, width: 88, height: 36 };

const scalar = (value) => (typeof value === "number" || typeof value === "string" ? value : undefined);

/** @param {Record<string, any>} face @param {Record<string, any>} entry */
export function generic(face, entry, full) {
  const { look } = entry;
  const number =
    look?.corner !== undefined
      ? face[look.corner]
      : NUMBERS.map((name) => scalar(face[name])).find((value) => value !== undefined);
  const colours = bandsOf(face, look, face.face);
  const name = entry.title ?? face.name;
  const sign = GLYPHS[look?.glyph] ? look.glyph : null;
  const initial = [...name].slice(0, 1).join("").toUpperCase();
  const last = on(colours[colours.length - 1]);
  return html`${bands(colours)} ${number !== undefined && corner(number, on(colours[0]), 13, 33, 24)}
  ${sign ? glyph(sign, 79, 24, 20, last) : corner(initial, last, 87, 32, 15, "end")}
  ${full ? lines(name, { y: 60, size: 11.5, weight: 750, family: "title", most: 2 }) : nameOn(name, 66)}
  ${full && entry.help && lines(entry.help, { y: 88, size: 8.5, most: 4, fill: "#465450" })}`;
}

/** Colours side by side across the top. @param {string[]} colours */
function bands(colours) {
  const width = BAND.width / colours.length;
  return colours.map(
    (colour, at) =>
      html`<rect x=${BAND.x + at * width} y=${BAND.y} width=${width} height=${BAND.height} rx="4" fill=${colour} />`,
  );
}
