/** A card as one SVG. The drawing depends on what is printed on the face, never on the name of a game's rules. */

import { html } from "../vendor/preact.js";
import { artOf } from "./arts.js";
import { back } from "./felts.js";
import { has, t } from "../words/texts.js";

/** Returns the entry of a face, with the other names that its drawing uses. @param {import("../types.js").Game|undefined} game */
export function entryOf(game, face) {
  const entry = game?.faces?.[face.face] ?? { title: face.name ?? face.face, help: "" };
  if (game?.game === "monopoly_deal")
    return { ...entry, names: Object.fromEntries(Object.entries(game.faces).map(([name, one]) => [name, one.title])) };
  if (game?.game === "dale_of_merchants")
    return {
      ...entry,
      kinds: (shown) =>
        [...new Set([shown.folk ?? "junk", shown.type].filter(Boolean))].map((word) => wordOf(game, word)).join(" · "),
    };
  return entry;
}

const wordOf = (game, word) => game.words?.[word]?.title ?? (has(`word.${word}`) ? t(`word.${word}`) : word);

/**
 * @param {{game?: import("../types.js").Game, face: Record<string, any>|null, full?: boolean}} props
 * full: whether the card shows all its words; on a table they would be too small to read.
 */
export function CardArt({ game, face, full = false }) {
  const draw = artOf(game?.game);
  return html`<svg class="art" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
    <rect class="card-paper" x=".6" y=".6" width="98.8" height="138.8" rx="8" />
    <svg x="4" y="4" width="92" height="132" viewBox="4 4 92 132">
      ${face ? draw?.(face, entryOf(game, face), full) : back(game?.game)}
    </svg>
    <rect class="card-frame" x="2.9" y="2.9" width="94.2" height="134.2" rx="6" />
  </svg>`;
}
