/** Animations of a row other than travelling cards: turned cards, shuffled piles, reordered seats. Transforms only. */

const SLOW_MS = 320;
const EASE = "cubic-bezier(.2,.7,.2,1)";
const RIFFLE = [0, -4, 3, -2, 0].map((degrees) => ({ transform: `rotate(${degrees}deg)` }));
const TURN = [{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }];

const panels = () => [...document.querySelectorAll("[data-seat]")];

/** Returns the places of the seats, if the row may move the seats. @param {import("../../types.js").Row} row @returns {Map<Element, DOMRect>} */
export function seatsBefore(row) {
  const order = row.effects.some((effect) => effect.kind === "changed");
  return new Map(order ? panels().map((panel) => [panel, panel.getBoundingClientRect()]) : []);
}

/**
 * Plays the animations after the table has changed. @param {import("../../types.js").Row} row @param {Map<Element, DOMRect>} before
 * @param {(zone: any) => Element|null} place returns the element that draws a zone @param {number} speed
 */
export function accent(row, before, place, speed) {
  const duration = SLOW_MS / speed;
  for (const [panel, place] of before) glide(panel, place, duration);
  for (const effect of row.effects) {
    if (effect.kind === "shown")
      effect.cards.forEach(
        (card) =>
          card !== null && document.querySelector(`[data-card="${card}"]`)?.animate(TURN, { duration, easing: EASE }),
      );
    if (effect.kind === "shuffled") place(effect.zone)?.animate(RIFFLE, { duration, easing: "ease-in-out" });
  }
}

/** Glides a panel from its former place to its new place. */
function glide(panel, place, duration) {
  const is = panel.getBoundingClientRect();
  const [x, y] = [place.x - is.x, place.y - is.y];
  if (Math.hypot(x, y) < 8 || !is.width) return;
  panel.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration, easing: EASE });
}
