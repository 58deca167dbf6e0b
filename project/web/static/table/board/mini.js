/** A card too small for words. If the card can be chosen, it is a button. */

import { MiniArt } from "../../cards/mini.js";
import { title } from "../../server/catalog.js";
import { html } from "../../vendor/preact.js";

/** @import { Props } from "../types.js" */

/** @param {Props & {card: number, as?: string, number?: string|number, note?: any}} props as: the face as which the card counts */
export function SmallCard({ ctx, card, as = undefined, number = undefined, note = undefined }) {
  const { match, draft, page } = ctx;
  const face = match.view.faces[card];
  const keys = [`card:${card}`];
  const body = html`<${MiniArt} game=${match.game} face=${as ?? face?.face} number=${number} />${note}`;
  const chosen = draft.ask && draft.isChosen(keys);
  const lit = draft.ask && draft.verb && (draft.isLit(keys) || chosen);
  const name = title(match.game, "faces", face?.face);
  return lit
    ? html`<button
        type="button"
        class=${`card mini${chosen ? " chosen" : " target"}`}
        data-card=${card}
        data-lifted=${draft.isLifted(keys) ? "" : undefined}
        aria-label=${name}
        aria-pressed=${String(chosen)}
        onClick=${(event) => draft.press(keys, card, event.detail)}
      >
        ${body}
      </button>`
    : html`<span class="card mini" data-card=${card} role="img" aria-label=${name} onClick=${() => page.inspect(card)}
        >${body}</span
      >`;
}
