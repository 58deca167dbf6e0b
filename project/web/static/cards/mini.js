/** A card too small for words: its colour with its sign or number, and lines in place of the words. */

import { html } from "../vendor/preact.js";
import { line, on } from "./paint.js";
import { faceColour, signOf } from "./signs.js";
import { GLYPHS } from "./glyphs.js";

/** @param {{game: any, face: string, number?: string|number}} props number: a number below the sign, if any */
export function MiniArt({ game, face, number }) {
  const colour = faceColour(game, face);
  const sign = signOf(game, face);
  const drawn = sign && GLYPHS[sign];
  const label = number ?? (drawn ? undefined : (game?.faces?.[face]?.rank ?? [...face][0].toUpperCase()));
  return html`<svg class="art" viewBox="0 0 42 59" aria-hidden="true" focusable="false">
    <rect class="card-paper" x=".5" y=".5" width="41" height="58" rx="5" />
    <rect x="3" y="3" width="36" height="30" rx="2.5" fill=${colour} />
    ${
      drawn
        ? html`<path d=${drawn} fill=${on(colour)} fill-rule="evenodd" transform="translate(12 9) scale(.75)" />`
        : line(label, 21, 25.5, 21, { fill: on(colour), weight: 800 })
    }
    ${
      drawn && label !== undefined
        ? line(label, 21, 52, 17, { weight: 800 })
        : html`<path d="M7 40H35M7 47H26" stroke="#C4CFC9" stroke-width="3" />`
    }
  </svg>`;
}
