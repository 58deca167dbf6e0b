/** Dealmaker: a good on a stitched crate between woven edges. Deals are tickets with their cost and their points. */

import { html } from "../vendor/preact.js";
import { goodColour } from "./colours.js";
import { glyph, ground, INK, line, PAPER, tint } from "./paint.js";

const TEETH = Array.from({ length: 9 }, (_, at) => {
  const x = (4 + at * 10.3).toFixed(1);
  return `M${x} 4l5.15 8 5.15-8zM${x} 136l5.15-8 5.15 8z`;
}).join("");
const CRATE = "#FDF8EC";

export function goods(face, entry) {
  if (face.cost) return ticket(face);
  const colour = goodColour(face.face);
  return html`${ground(colour)}<path d=${TEETH} fill=${tint(colour, 0.5)} />
    <path d="M50 20L84 40V86L50 106L16 86V40Z" fill=${CRATE} />
    <path d="M50 26L79 43V83L50 100L21 83V43Z" fill="none" stroke=${colour} stroke-width="1.4" stroke-dasharray="3 3" />
    ${glyph(face.face, 50, 63, 44, colour)}
    <circle cx="16" cy="19" r="10" fill=${colour} />${glyph(face.face, 16, 19, 14, CRATE)}
    ${line(entry.title, 50, 123, entry.title.length > 9 ? 14 : 15.5, { fill: "#FFFFFF", max: 84 })}`;
}

/** Draws a deal: its goods, and its points beyond the perforation. */
function ticket(face) {
  const [[good, number]] = Object.entries(face.cost);
  const colour = goodColour(good);
  const size = number > 4 ? 22 : 27;
  const places = Array.from({ length: number }, (_, at) => {
    const inRow = Math.min(2, number - Math.floor(at / 2) * 2);
    return [
      50 + ((at % 2) - (inRow - 1) / 2) * 34,
      54 - ((Math.ceil(number / 2) - 1) * size) / 1.8 + Math.floor(at / 2) * size * 1.1,
    ];
  });
  return html`${ground(CRATE)}<rect x="4" y="4" width="92" height="9" fill=${colour} />
    ${places.map(([x, y]) => glyph(good, x, y, size, colour))}
    <path d="M4 94h92v42h-92z" fill=${colour} />
    <path d="M4 94h92" stroke=${PAPER} stroke-width="2.4" stroke-dasharray="4 3.4" />
    <circle cx="4" cy="94" r="5" fill=${PAPER} /><circle cx="96" cy="94" r="5" fill=${PAPER} />
    ${line(`${number}×`, 17, 28, 14, { fill: INK })} ${line(face.points, 50, 126, 29, { fill: "#FFFFFF", weight: 800 })}`;
}
