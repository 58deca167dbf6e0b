/** Dealmaker and Négoces: crate labels, one colour and one thing for each good; deals as tickets. */

import { html } from "../vendor/preact.js";
import { goodColour } from "./colours.js";
import { corner, glyph, INK, lines, nameOn } from "./paint.js";

export function goods(face, entry) {
  if (face.cost) return ticket(face);
  const colour = goodColour(face.face);
  const printed =
    face.number &&
    html`${corner(face.number, "#FFFFFF", 12, 25, 18)}${corner(face.number, "#FFFFFF", 88, 25, 18, "end")}`;
  const name = String(entry.title).replace(/^\d+\s+/, "");
  return html`<rect x="6" y="6" width="88" height="128" rx="5" fill=${colour} />
    <ellipse cx="50" cy="66" rx="35" ry="42" fill="#FDFDFB" />${glyph(face.face, 50, 66, 42, colour)} ${printed}
    ${nameOn(name, 127, { most: 1, fill: "#FFFFFF" })}`;
}

/** A deal: what it costs at the left, its points right of the perforation. Upright cards have it turned. */
function ticket(face) {
  const [[good, number]] = Object.entries(face.cost);
  const colour = goodColour(good);
  const spots = Array.from({ length: number }, (_, at) => [
    50 + ((at % 2) - (number > 1 ? 0.5 : 0)) * 34,
    32 + Math.floor(at / 2) * 26,
  ]);
  return html`<rect x="6" y="6" width="88" height="128" rx="5" fill="#FDFDFB" /><path
      d="M6 98h88v31a5 5 0 0 1-5 5H11a5 5 0 0 1-5-5z"
      fill=${colour}
    />
    <path d="M6 97h88" stroke="#FDFDFB" stroke-width="2" stroke-dasharray="3 3" />
    ${spots.map(([x, y]) => glyph(good, x, y, 25, colour))}
    ${lines(`${number} ×`, { x: 20, y: 91, size: 14, weight: 700, fill: INK, most: 1 })}
    <text x="50" y="126" class="f-title" font-size="27" font-weight="750" text-anchor="middle" fill="#FFFFFF"
      >${face.points}</text
    >`;
}
