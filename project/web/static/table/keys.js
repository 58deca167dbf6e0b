/** Single keys at a table; a setting turns them off. Never while somebody types. */

import { go } from "../router.js";
import { settings } from "../session.js";
import { mine } from "../pages/mine.js";
import { useEffect } from "../vendor/preact.js";

export function useKeys(ctx, { openRail, showKeys }) {
  useEffect(() => {
    const acts = {
      Escape: () => (shown(".curtain") ? click(".curtain") : ctx.ask && ctx.clear()),
      l: () => openRail("log"),
      t: () => openRail("talk"),
      i: () => inspectFocused(ctx),
      w: () =>
        document.activeElement?.matches("[aria-disabled]") &&
        /** @type {HTMLElement} */ (document.activeElement).click(),
      n: () => {
        const next = mine.value?.turns.find((match) => match.id !== ctx.head.id);
        if (next) go(`/m/${next.id}`);
      },
      o: () => focus(".offer button"),
      g: () => click("[data-verb='grab']"),
      h: () => focus("#hand button.card"),
      q: () => focus("#question button"),
      "?": () => showKeys(true),
    };
    const onKey = (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.closest("input, textarea, select, dialog") ||
        (!settings.value.keys && event.key !== "Escape")
      )
        return;
      const act =
        acts[event.key] ?? (/^[1-9]$/.test(event.key) ? () => click(`#question [data-key='${event.key}']`) : null);
      if (act) act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

const find = (selector) => /** @type {HTMLElement|null} */ (document.querySelector(selector));
const focus = (selector) => find(selector)?.focus();
const click = (selector) => find(selector)?.click();
const shown = (selector) => (find(selector)?.getClientRects().length ?? 0) > 0;

function inspectFocused(ctx) {
  const card = document.activeElement?.getAttribute("data-card");
  if (card) ctx.inspect(Number(card));
}
