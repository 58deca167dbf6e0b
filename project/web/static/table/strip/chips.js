/** The possible acts of a lifted card, as chips on it; also the words that a blank offers. */

import { swatchOf } from "../../cards/swatch.js";
import { useResized } from "../../shell/resized.js";
import { filled } from "../../slots/draft.js";
import { thingsOf } from "../../slots/frame.js";
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { amountOf, labelOf } from "./main.js";
import { completedWith, wordBlank } from "./blanks.js";

/** @import { Props, With } from "../types.js" */

const INLINE_MOST = 3;
const GAP_PX = 8;

/** Returns the place of the lifted thing within the board. */
function useAnchor() {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const [place, setPlace] = useState(/** @type {{left: number, bottom: number}|null} */ (null));
  useResized();
  useLayoutEffect(() => {
    const chips = box.current;
    const board = chips?.offsetParent?.getBoundingClientRect();
    const thing = document.querySelector(".board [data-lifted]") ?? document.querySelector(".hand");
    if (!chips || !board || !thing) return;
    const slot = thing.closest(".slot");
    const is = (slot ?? thing).getBoundingClientRect();
    const rise = slot ? parseFloat(getComputedStyle(thing).getPropertyValue("--rise")) : 0; // the offset of the card when it is raised
    const left = Math.max(GAP_PX, Math.min(is.left - board.left, board.width - chips.offsetWidth - GAP_PX));
    const above = board.bottom - is.top + rise + GAP_PX;
    const next = {
      left: Math.round(left),
      bottom: Math.round(Math.min(above, board.height - chips.offsetHeight - GAP_PX)),
    };
    if (next.left !== place?.left || next.bottom !== place?.bottom) setPlace(next);
  });
  return { box, place };
}

/** @param {Props} props */
export function Chips({ ctx }) {
  const { draft } = ctx;
  const words = wordBlank(ctx);
  if (!draft.ask || (!draft.lifted && !words)) return null;
  return html`<${Shown} key=${draft.lifted?.keys.join() ?? ""} ctx=${ctx} words=${words} />`;
}

/** @param {Props} props */
function Shown({ ctx, words }) {
  const { match, draft } = ctx;
  const { box, place } = useAnchor();
  const uses = draft.lifted ? draft.verbsOf(draft.lifted.keys) : [];
  const things = words ? thingsOf(words) : [];
  const style = place
    ? { left: `${place.left}px`, bottom: `${place.bottom}px` }
    : { visibility: "hidden", left: "0", bottom: "0" };
  const option = (thing) => {
    const next = completedWith(ctx, words.slot, thing);
    return html`<button
      key=${`option ${String(thing)}`}
      type="button"
      class="chip act"
      role="radio"
      aria-checked="false"
      data-option=${String(thing)}
      onClick=${() => draft.choose(next)}
    >
      ${swatchOf(match, words.means, thing)}${match.text(words.means, thing)}
    </button>`;
  };
  const verb = (use, at) => {
    const now = use.verb === draft.verb;
    const label = now
      ? html`${labelOf(ctx)}${amountOf(ctx) && html` <b class="num">${amountOf(ctx)}</b>`}`
      : labelFor(ctx, use);
    return html`<button
      key=${use.verb}
      type="button"
      class=${`chip${now ? " act" : ""}`}
      data-chip=${use.verb}
      data-key=${at + 1}
      aria-pressed=${String(now)}
      onClick=${() => (now && filled(draft.templates, draft.now) ? draft.finish(draft.now) : draft.takeVerb(use))}
    >
      ${label}
    </button>`;
  };
  const isMine =
    draft.lifted !== null &&
    match.view.zones.some((zone) => zone.seat === match.me && zone.cards.includes(draft.lifted.card));
  if (!words && !isMine && uses.length < 2) return null;
  const rest = words ? uses.filter((use) => use.verb !== draft.verb) : uses;
  return html`<div class="chips" ref=${box} style=${style} role="group" aria-label=${t("verbs_of_card")}>
    ${words && html`<span class=${`optionchips${things.length > INLINE_MOST ? " many" : ""}`} role="radiogroup" aria-label=${words.what}>${things.map(option)}</span>`}
    ${fewer(ctx)} ${rest.length + (words ? 1 : 0) > (uses.length ? 0 : 1) && rest.map(verb)}
  </div>`;
}

/** Removes one of several equal cards from the choice. @param {With<"draft">} ctx */
function fewer({ draft }) {
  const use =
    draft.lifted &&
    draft.verbsOf(draft.lifted.keys).find((one) => one.verb === draft.verb && one.kind?.name === "counts");
  const value = use && draft.now.args[use.slot];
  const number = value?.[use.option] ?? 0;
  if (number < 2) return null;
  const less = () =>
    draft.set({ ...draft.now, args: { ...draft.now.args, [use.slot]: { ...value, [use.option]: number - 1 } } });
  return html`<button type="button" class="chip" aria-label=${t("one_less")} onClick=${less}>−</button>`;
}

/** Returns the label of a verb on its chip. @param {With<"draft"|"match">} ctx */
function labelFor({ match, draft }, use) {
  const template = draft.templates.find((one) => one.verb === use.verb);
  return match.layout.chip?.({ match, draft }, use) ?? template?.label ?? use.verb;
}
