/** Négoces: a good seen through a porthole above the waves, with its number on a flag. */

import { html } from "../vendor/preact.js";
import { goodColour } from "./colours.js";
import { glyph, ground, line, shade, tint } from "./paint.js";

const SAIL = "#FDF8EC";
const TIDE = Array.from({ length: 4 }, (_, at) => `M-4 ${100 + at * 11}q9-7 18 0t18 0 18 0 18 0 18 0 18 0`).join("");
const BOLTS = Array.from({ length: 8 }, (_, at) => {
  const turn = (at * Math.PI) / 4 + 0.39;
  return [50 + 37 * Math.cos(turn), 63 + 37 * Math.sin(turn)];
});

export function cargo(face, entry) {
  const colour = goodColour(face.face);
  const dark = shade(colour, 0.38);
  const name = String(entry.title).replace(/^\d+\s+/, "");
  return html`${ground(colour)}<path d=${TIDE} stroke=${tint(colour, 0.62)} stroke-width="2.2" fill="none" />
    <circle cx="50" cy="63" r="37" fill=${SAIL} stroke=${dark} stroke-width="3" />
    ${BOLTS.map(([x, y]) => html`<circle cx=${x} cy=${y} r="2.2" fill=${SAIL} />`)}
    ${glyph(face.face, 50, 63, 42, colour)}<rect x="4" y="108" width="92" height="28" fill=${dark} />
    ${line(name, 50, 127.5, name.length > 9 ? 14 : 15.5, { fill: "#FFFFFF", max: 86 })}
    <path d="M4 4h26v27a3 3 0 0 1-3 3H4z" fill=${dark} />
    ${line(face.number ?? "★", 17, 27, 21, { fill: "#FFFFFF", weight: 800 })}`;
}
