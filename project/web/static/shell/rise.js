/** Moves a new element up by a few pixels, or fades it in; without motion, nothing moves. */

import { moves } from "./session.js";

/** @param {Element|null} element @param {number} pixels 0: the element only fades in */
export function rise(element, pixels) {
  const from = pixels && moves() ? { transform: `translateY(${pixels}px)`, opacity: 0.4 } : { opacity: 0.2 };
  element?.animate([from, { transform: "none", opacity: 1 }], { duration: 180, easing: "cubic-bezier(.2,.7,.2,1)" });
}
