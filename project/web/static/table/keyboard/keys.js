/** Single keys at a table; a setting turns them off. Never while somebody types. */

import { go } from "../../shell/router.js";
import { prefer, settings } from "../../shell/session.js";
import { mine } from "../../pages/mine.js";
import { useEffect, useRef } from "../../vendor/preact.js";
import { hurry } from "../state/pace.js";

/** @import { Table, With } from "../types.js" */

/** The keys act on what is drawn now, also before the effects of its drawing have run. @param {Table} ctx */
export function useKeys(ctx, { openRail, showKeys }) {
  const latest = useRef(ctx);
  latest.current = ctx;
  useEffect(() => {
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
      if (/^[1-9]$/.test(event.key)) click(`#question [data-key='${event.key}'], [data-answer='${event.key}']`);
      else actsOf(latest.current, openRail, showKeys)[event.key]?.();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** @param {Table} ctx @returns {Record<string, () => unknown>} */
function actsOf(ctx, openRail, showKeys) {
  const { match, draft, page } = ctx;
  return {
    Escape: () =>
      page.inspected
        ? page.inspect(null)
        : match.table.rerun.value
          ? (match.table.rerun.value = null)
          : shown(".curtain")
            ? click(".curtain")
            : draft.ask && draft.clear(),
    l: () => openRail("log"),
    t: () => openRail("talk"),
    i: () => inspectFocused(ctx),
    w: () =>
      document.activeElement?.matches("[aria-disabled]") && /** @type {HTMLElement} */ (document.activeElement).click(),
    n: () => {
      const next = mine.value?.turns.find((other) => other.id !== match.head.id);
      if (next) go(`/m/${next.id}`);
    },
    o: () => focus(".offer button"),
    g: () => click("[data-verb='grab']"),
    h: () => focus("#hand button.card"),
    q: () => focus(settings.value.spoken ? "[data-spoken]" : "#question button"),
    v: () => prefer({ spoken: !settings.value.spoken }),
    ".": () => hurry(match.table),
    "?": () => showKeys(true),
  };
}

const find = (selector) => /** @type {HTMLElement|null} */ (document.querySelector(selector));
const focus = (selector) => find(selector)?.focus();
const click = (selector) => find(selector)?.click();
const shown = (selector) => (find(selector)?.getClientRects().length ?? 0) > 0;

/** Keeps the card that is shown, else shows that at the focus; closes the one that is kept. @param {With<"page">} ctx */
function inspectFocused({ page }) {
  const focused = document.activeElement?.getAttribute("data-card");
  if (page.inspected?.kept && page.inspected.card === Number(focused ?? page.inspected.card)) page.inspect(null);
  else if (focused) page.inspect(Number(focused));
  else if (page.inspected) page.inspect(page.inspected.card);
}
