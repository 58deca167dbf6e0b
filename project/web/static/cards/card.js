/** A card as one SVG. Art is chosen by what is printed on the face, never by the name of a game's rules. */

import { html } from "../vendor/preact.js";
import { artOf } from "./arts.js";
import { back } from "./back.js";
import { has, t } from "../words/texts.js";

/** The entry of a face with what its drawing names besides. @param {import("../types.js").Game|undefined} game */
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
 * full: with all its words, for a card that is large; on a table they would be too small to read.
 */
export function CardArt({ game, face, full = false }) {
  const draw = artOf(game?.game);
  return html`<svg class="art" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
    <rect class="card-paper" x=".75" y=".75" width="98.5" height="138.5" rx="9" />
    ${face ? draw?.(face, entryOf(game, face), full) : back()}
  </svg>`;
}
