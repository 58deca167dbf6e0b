/** La Vallée des Marchands: the folk's band and head, the value in a tab, the text in words. */

import { html } from "../vendor/preact.js";
import { FOLK } from "./colours.js";
import { corner, glyph, INK, lines, nameOn, tint } from "./paint.js";

/** The name alone; on a card of 100 pixels or more also what it does, in a few words. */
const onTable = ({ title, short }) =>
  short
    ? html`<g class="small-only">${nameOn(title, 72)}</g>
        <g class="large-only"
          >${lines(title, { y: 61, size: 13, width: 88, weight: 750, family: "title", most: 2, lead: 1.04 })}
          ${lines(short, { y: 89, size: 12.2, width: 86, most: 3, lead: 1.04 })}</g
        >`
    : nameOn(title, 72);

export function dale(face, entry, full) {
  const folk = face.folk ?? "junk";
  const colour = FOLK[folk] ?? FOLK.junk;
  const help = (entry.help ?? "").replace(/^[^.]*\.\s*/, (start) => (start.length < 16 ? "" : start));
  return html`<rect x="6" y="6" width="88" height="42" rx="4" fill=${tint(colour, 0.17)} />
    <path d="M6 10a4 4 0 0 1 4-4h18v26H6z" fill=${colour} />${corner(face.value, "#FFFFFF", 17, 26, 19, "middle")}
    ${glyph(folk, 58, 28, 36, colour)}
    ${
      face.bonus &&
      html`<circle cx="87" cy="13" r="8" fill=${INK} /><path
          d="M87 8.5v9M82.5 13h9"
          stroke="#FFFFFF"
          stroke-width="2"
        />`
    }
    ${full ? lines(entry.title, { y: 62, size: 11, weight: 750, family: "title", most: 2, lead: 1.08 }) : onTable(entry)}
    ${full && lines(help, { y: 86, size: 7.6, most: 4, fill: "#465450", lead: 1.18 })}
    <rect x="6" y="120" width="88" height="14" rx="3" fill=${colour} />
    ${full && lines(entry.kinds?.(face) ?? folk, { y: 130, size: 8, weight: 700, fill: "#FFFFFF", most: 1 })}`;
}
