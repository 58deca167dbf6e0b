/** Dragging a card of the hand: onto a target, or upwards, which plays the obvious move. */

import { filled, moveOf } from "../../slots/draft.js";
import { useEffect, useRef } from "../../vendor/preact.js";
import { listen, REST_MS, STRAY_PX } from "./reading.js";

/** @import { Table } from "../types.js" */

const UP_PX = 60;
/** The time after a card is dropped in which a click belongs to the drop. */
const AFTER_MS = 80;
const CARDS = ".hand button.card:not([aria-disabled])";
const TARGETS = ".board button.target, .chips button";

/** @param {Table} ctx */
export function useDragging(ctx) {
  const latest = useRef(ctx);
  latest.current = ctx;
  useEffect(() => dragging(latest), []);
}

/** @param {{current: Table}} latest */
function dragging(latest) {
  let down = /** @type {{card: HTMLElement, x: number, y: number, at: number, isMouse: boolean}|null} */ (null);
  let carried = /** @type {HTMLElement|null} */ (null);
  let endedAt = -Infinity;
  const over = ({ clientX: x, clientY: y }) =>
    /** @type {HTMLElement|null} */ (document.elementFromPoint(x, y)?.closest(TARGETS) ?? null);
  const start = (event) => {
    const card = event.target.closest?.(CARDS);
    if (!card || !event.isPrimary || event.button) return;
    down = { card, x: event.clientX, y: event.clientY, at: event.timeStamp, isMouse: event.pointerType === "mouse" };
  };
  const move = (event) => {
    if (!down) return;
    const [x, y] = [event.clientX - down.x, event.clientY - down.y];
    if (!carried) {
      if (Math.hypot(x, y) <= STRAY_PX) return;
      if (!down.isMouse && event.timeStamp - down.at > REST_MS) return (down = null); // the player is reading the card
      carried = down.card;
      carried.dataset.carried = "";
      if (!carried.matches(".chosen, .lifted")) carried.click();
    }
    carried.style.transform = `translate(${x}px, ${y}px)`;
    mark(over(event));
  };
  const end = (event) => {
    const [card, from] = [carried, down];
    down = carried = null;
    if (!card || !from) return;
    endedAt = event.timeStamp;
    const target = event.type === "pointerup" ? over(event) : null;
    const isUp = event.type === "pointerup" && from.y - event.clientY >= UP_PX;
    mark(null);
    delete card.dataset.carried;
    card.style.transform = "";
    if (target) return target.click();
    const { draft, sends } = latest.current;
    const template = filled(draft.templates, draft.now);
    if (!isUp) draft.clear();
    else if (template) sends.play(moveOf(template, draft.now), draft.ask, true);
  };
  const swallow = (event) => {
    if (!event.isTrusted || event.timeStamp - endedAt > AFTER_MS) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stops = [
    listen([
      ["pointerdown", start],
      ["pointermove", move],
      ["pointerup", end],
      ["pointercancel", end],
      ["dragstart", (event) => carried && event.preventDefault()],
    ]),
    listen([["click", swallow]], { capture: true }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Marks the target under a carried card. @param {HTMLElement|null} target */
function mark(target) {
  for (const one of document.querySelectorAll("[data-over]"))
    if (one !== target) delete (/** @type {HTMLElement} */ (one).dataset.over);
  if (target) target.dataset.over = "";
}
