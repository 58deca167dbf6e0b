/** Le Grand Dalmuti: as many lozenges as the rank, which is also how many of them there are. */

import { html } from "../vendor/preact.js";
import { rankColour } from "./colours.js";
import { band, corner, glyph, ground, INK, lines, tint } from "./paint.js";

const ROWS = [
  [1],
  [1, 1],
  [1, 1, 1],
  [2, 2],
  [2, 1, 2],
  [2, 2, 2],
  [3, 3, 1],
  [3, 2, 3],
  [3, 3, 3],
  [3, 3, 3, 1],
  [3, 3, 3, 2],
  [3, 3, 3, 3],
];

export function dalmuti(face, entry) {
  const { rank } = face;
  if (face.face === "jester") {
    return html`${ground(INK)}${corner("J", "#FFFFFF", 12, 26, 18)}${glyph("jester", 50, 70, 56, "#F5B01A")}
    ${lines(entry.title, { y: 124, size: 15, weight: 700, family: "title", fill: "#FFFFFF", most: 1 })}`;
  }
  const colour = rankColour(rank);
  const rows = ROWS[rank - 1];
  const step = Math.min(26, 92 / rows.length);
  const top = 84 - ((rows.length - 1) * step) / 2;
  return html`${ground(tint(colour, 0.11))}${band(colour, 6, 24)}${corner(rank, "#FFFFFF", 12, 25, 18)}
    ${corner(`×${rank}`, "#FFFFFF", 88, 24, 13, "end")}
    ${rows.map((number, row) => Array.from({ length: number }, (_, at) => glyph("lozenge", 50 + (at - (number - 1) / 2) * 24, top + row * step, rank < 4 ? 24 : 18, colour)))}
    <g transform="rotate(180 84 120)">${corner(rank, colour, 79, 125, 12)}</g>`;
}
