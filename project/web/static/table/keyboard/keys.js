/** Single-key shortcuts of a table. A setting turns them off; they are inactive while the player types. */

import { go } from "../../shell/router.js";
import { prefer, settings } from "../../shell/session.js";
import { mine } from "../../pages/mine.js";
import { useEffect, useRef } from "../../vendor/preact.js";
import { hurry } from "../state/pace.js";

/** @import { Table, With } from "../types.js" */

/** Ignores the repeats of a held key, so that a button or a line of text is pressed only once. @param {KeyboardEvent} event */
export function onlyOnce(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const presses =
    event.key === "Enter" ? !target.closest("textarea") : event.key === " " && target.closest("button, [role=button]");
  if (event.repeat && presses) event.preventDefault();
}

/** Registers the shortcuts. They act on the drawn state, even before the effects of that rendering have run. @param {Table} ctx */
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
        event.repeat ||
        target.closest("input, textarea, select, dialog") ||
        (!settings.value.keys && event.key !== "Escape")
      )
        return;
      const digit = digitOf(event);
      if (digit)
        click(`.chips [data-key='${digit}']`) || click(`#strip [data-key='${digit}'], [data-answer='${digit}']`);
      else actsOf(latest.current, openRail, showKeys)[event.key]?.();
    };
    addEventListener("keydown", onlyOnce, true);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onlyOnce, true);
      removeEventListener("keydown", onKey);
    };
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
    q: () => focus(settings.value.spoken ? "[data-spoken]" : "#strip button"),
    v: () => prefer({ spoken: !settings.value.spoken }),
    ".": () => hurry(match.table),
    "?": () => showKeys(true),
  };
}

const find = (selector) => /** @type {HTMLElement|null} */ (document.querySelector(selector));
const focus = (selector) => find(selector)?.focus();
/** Clicks the element that a selector finds; returns whether it found an element. */
function click(selector) {
  const found = find(selector);
  found?.click();
  return found !== null;
}
/** Returns the digit of a key. On keyboards such as the French one, whose digit row needs the shift key, returns the digit of the key's place. @param {KeyboardEvent} event */
function digitOf({ key, code, shiftKey }) {
  if (/^[1-9]$/.test(key)) return key;
  return (!shiftKey && /^Digit([1-9])$/.exec(code)?.[1]) || null;
}
const shown = (selector) => (find(selector)?.getClientRects().length ?? 0) > 0;

/** Pins the shown card, or shows the focused card; closes a pinned card. @param {With<"page">} ctx */
function inspectFocused({ page }) {
  const focused = document.activeElement?.getAttribute("data-card");
  if (page.inspected?.kept && page.inspected.card === Number(focused ?? page.inspected.card)) page.inspect(null);
  else if (focused) page.inspect(Number(focused));
  else if (page.inspected) page.inspect(page.inspected.card);
}
