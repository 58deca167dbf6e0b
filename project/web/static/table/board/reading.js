/** The card that the player wants to read: a pointer rests on it, or a finger stays on it. Reading never plays a move. */

import { useEffect, useRef } from "../../vendor/preact.js";

/** @import { Page } from "../types.js" */

export const REST_MS = 400;
const GONE_MS = 150;
export const STRAY_PX = 8;
/** The time after a long press in which a click belongs to the press. */
const AFTER_MS = 80;
/** The width from which the log is beside the table. A card is then shown there and covers nothing. */
const WIDE = "(min-width: 1024px)";

const isWide = () => matchMedia(WIDE).matches;

/** Returns the card drawn at an element. @param {EventTarget|null} target @returns {number|null} */
function cardAt(target) {
  const found = /** @type {Element|null} */ (target)?.closest?.("[data-card]");
  return found ? Number(found.getAttribute("data-card")) : null;
}

/** Returns whether a press opens a card that stays open. With a mouse, the card is shown only while the pointer rests on it. @param {any} event */
export const staysOpen = (event) => event.pointerType !== "mouse" || !isWide();

/** @param {Page} page */
export function useReading(page) {
  const latest = useRef(page);
  latest.current = page;
  useEffect(() => {
    const stops = [resting(latest), pressing(latest), leaving(latest)];
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** Listens to the document. Returns a function that removes the listeners. @param {[string, any][]} listeners @param {AddEventListenerOptions} [options] */
export function listen(listeners, options = {}) {
  for (const [name, act] of listeners) document.addEventListener(name, act, options);
  return () => listeners.forEach(([name, act]) => document.removeEventListener(name, act, options));
}

const isTyping = () => document.activeElement?.matches("input, textarea, select") ?? false;

/** Shows a card while a mouse rests on it, and hides it soon after the mouse leaves. @param {{current: Page}} latest */
function resting(latest) {
  let over = /** @type {number|null} */ (null);
  let timer = 0;
  const go = (card) => {
    const { inspected, inspect } = latest.current;
    if (inspected?.kept) return (over = null);
    if (card === over) return;
    over = card;
    clearTimeout(timer);
    if (card !== null && isWide() && !isTyping())
      timer = setTimeout(() => latest.current.inspected?.kept || inspect(card, false), inspected ? 0 : REST_MS);
    else if (inspected) timer = setTimeout(() => latest.current.inspected?.kept || inspect(null), GONE_MS);
  };
  const entered = (event) => {
    if (event.pointerType === "mouse" && !event.buttons && !event.target.closest?.(".inspector"))
      go(cardAt(event.target));
  };
  const left = (event) => event.relatedTarget === null && go(null);
  const unlisten = listen([
    ["pointerover", entered],
    ["pointerout", left],
    ["pointerdown", () => latest.current.inspected || clearTimeout(timer)],
    ["contextmenu", (event) => inspectOnMenu(latest, event)],
  ]);
  return () => {
    unlisten();
    clearTimeout(timer);
  };
}

/** Shows a card at a right click or the menu key. @param {{current: Page}} latest */
function inspectOnMenu(latest, event) {
  const card = cardAt(event.target);
  if (card === null) return;
  event.preventDefault();
  if (event.pointerType !== "touch") latest.current.inspect(card);
}

/** Shows a card while a finger stays on it; sliding to another card shows that card. @param {{current: Page}} latest */
function pressing(latest) {
  let start = /** @type {{x: number, y: number, at: number}|null} */ (null);
  let isHeld = false;
  let endedAt = -Infinity;
  let timer = 0;
  const down = (event) => {
    const card = cardAt(event.target);
    if (event.pointerType === "mouse" || !event.isPrimary || card === null) return;
    start = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    timer = setTimeout(() => {
      isHeld = true;
      latest.current.inspect(card);
    }, REST_MS);
  };
  const move = ({ clientX: x, clientY: y }) => {
    if (!start) return;
    if (!isHeld) return Math.hypot(x - start.x, y - start.y) > STRAY_PX && clearTimeout(timer);
    const card = cardAt(document.elementFromPoint(x, y));
    if (card !== null && card !== latest.current.inspected?.card) latest.current.inspect(card);
  };
  const up = (event) => {
    clearTimeout(timer);
    const wasShort = start && event.timeStamp - start.at < REST_MS; // a busy page receives the event after the timer
    if (isHeld && wasShort) latest.current.inspect(null);
    else if (isHeld) endedAt = event.timeStamp;
    start = null;
    isHeld = false;
  };
  const swallow = (event) => {
    if (event.timeStamp - endedAt > AFTER_MS) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stops = [
    listen([
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", up],
      ["pointercancel", up],
    ]),
    listen([["click", swallow]], { capture: true }),
    listen([["touchmove", (event) => isHeld && event.preventDefault()]], { passive: false }),
  ];
  return () => {
    stops.forEach((stop) => stop());
    clearTimeout(timer);
  };
}

/** Closes a card over the table when the player presses outside it. @param {{current: Page}} latest */
const leaving = (latest) =>
  listen([
    [
      "pointerdown",
      ({ target }) =>
        latest.current.inspected && !isWide() && !target.closest(".inspector") && latest.current.inspect(null),
    ],
  ]);
