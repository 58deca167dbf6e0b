/** A card of a game without drawings of its own: the first number printed on it, a hashed band, its name and text. */

import { html } from "../vendor/preact.js";
import { band, corner, hue, lines, nameOn, on } from "./paint.js";

const NUMBERS = ["rank", "value", "number", "points", "cost"];
const KINDS = ["colours", "rents", "folk", "type"];

const scalar = (value) => (typeof value === "number" || typeof value === "string" ? value : undefined);

/** @param {Record<string, any>} face @param {Record<string, any>} entry */
export function generic(face, entry, full) {
  const number =
    entry.look?.corner !== undefined
      ? face[entry.look.corner]
      : NUMBERS.map((name) => scalar(face[name])).find((value) => value !== undefined);
  const kind = KINDS.map((name) => face[name]).find((value) => value !== undefined);
  const colour = hue(String(entry.look?.group ?? kind ?? face.face));
  const name = entry.title ?? face.name;
  return html`${band(colour)} ${number !== undefined && corner(number, on(colour), 13, 33, 24)}
  ${corner([...name].slice(0, 1).join("").toUpperCase(), on(colour), 87, 32, 15, "end")}
  ${full ? lines(name, { y: 60, size: 11.5, weight: 750, family: "title", most: 2 }) : nameOn(name, 66)}
  ${full && entry.help && lines(entry.help, { y: 88, size: 8.5, most: 4, fill: "#465450" })}`;
}
