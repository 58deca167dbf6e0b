/** The Great Dalmuti: a linocut of the court on the colour of its rank, the rank on a pennant, the title on a strip of paper. */

import { html } from "../vendor/preact.js";
import { rankColour } from "./colours.js";
import { COURT } from "./court.js";
import { ground, IVORY, line, rays, shapes, tint } from "./paint.js";

const INK = "#1B1416";
const JESTER = 13;
const FIGURES = Object.values(COURT);

/** @param {Record<string, any>} face @param {Record<string, any>} entry */
export function dalmuti(face, entry) {
  const isJester = face.face === "jester";
  const rank = isJester ? JESTER : face.rank;
  const colour = isJester ? "#20302C" : rankColour(rank);
  const colours = { ink: INK, ivory: IVORY, white: "#FFFFFF", ground: colour, light: tint(colour, 0.45, IVORY) };
  const title = entry.short ?? entry.title;
  return html`${ground(colour)}${rays(50, 70, 24, tint(colour, 0.78, IVORY), 0.5)}
    <g transform="translate(3.5 8.3) scale(.93)">${shapes(FIGURES[rank - 1], colours)}</g>
    <path d="M4 117h92v20h-92z" fill=${IVORY} /><path d="M4 117h92" stroke=${INK} stroke-width="1.6" />
    ${line(title, 50, 131, 13.2, { fill: INK, max: 86 })}
    <path d="M4 4h26v30l-13 6l-13-6z" fill=${IVORY} />
    ${line(isJester ? [...entry.title][0] : rank, 17, 27, rank > 9 && !isJester ? 19 : 22, { fill: INK, weight: 800 })}`;
}
