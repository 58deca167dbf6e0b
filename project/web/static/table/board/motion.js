/** Cards that travel: rectangles before and after a row, and an animation between them. Transform and opacity only. */

import { moves } from "../../shell/session.js";
import { accent, seatsBefore } from "./accents.js";

const SLOW_MS = 320;
const STEP_MS = 40;
const MOST = 6;
const SEEN = new Set(["moved", "shown", "shuffled", "changed"]);

const card = (id) => document.querySelector(`[data-card="${id}"]`);
const place = ({ name, seat, number }) =>
  document.querySelector(`[data-zone="${name}:${seat ?? ""}:${number ?? ""}"]`) ??
  document.querySelector(`[data-zone="${name}:${seat ?? ""}:"]`) ??
  (seat !== null ? document.querySelector(`[data-seat="${seat}"]`) : null);
const frame = () => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume)));

/** Where the cards of a row lie now. */
function positions(row) {
  return row.effects
    .filter((effect) => effect.kind === "moved")
    .map((effect) => ({
      effect,
      from: effect.cards.map((id) => ((id !== null && card(id)) || place(effect.src))?.getBoundingClientRect()),
    }));
}

/**
 * Shows a row: notes where its cards lie, lets `show` change the table, and lets them fly. Resolves when the next may come.
 * @param {import("../../types.js").Row} row @param {() => void} show @param {number} waiting how many rows came together
 */
export async function play(row, show, waiting) {
  const before = positions(row);
  const seats = seatsBefore(row);
  show();
  if (document.hidden || !row.effects.some((effect) => SEEN.has(effect.kind))) return;
  await frame();
  const speed = Math.min(3, 1 + waiting / 4);
  if (moves()) accent(row, seats, place, speed);
  else return before.forEach(({ effect }) => mark(effect));
  const flights = before
    .slice(0, 3)
    .flatMap(({ effect, from }) =>
      effect.to
        .slice(0, MOST)
        .map((id, at) =>
          fly(id, from[at], effect.cards[at] === null, effect.dst, (at * STEP_MS) / speed, SLOW_MS / speed),
        ),
    );
  const flying = flights.filter(Boolean);
  if (flying.length)
    await Promise.race([
      Promise.allSettled(flying.map((flight) => flight.finished)),
      new Promise((resume) => setTimeout(resume, 450 / speed)),
    ]);
}

/** A card that was face down turns over on its way. */
function fly(id, from, turns, dst, delay, duration) {
  const target = (id !== null && card(id)) || null;
  const there = (target ?? place(dst))?.getBoundingClientRect();
  if (!from || !there || !there.width) return null;
  const scale = Math.max(0.3, Math.min(2, from.width / there.width));
  const move = `translate(${from.x + from.width / 2 - there.x - there.width / 2}px, ${from.y + from.height / 2 - there.y - there.height / 2}px)`;
  const timing = { duration, delay, easing: "cubic-bezier(.2,.7,.2,1)", fill: /** @type {const} */ ("backwards") };
  const turn = turns ? " perspective(600px) rotateY(90deg)" : "";
  if (target)
    return target.animate(
      [
        { transform: `${move} scale(${scale})${turn}`, zIndex: 20 },
        { transform: "none", zIndex: 20 },
      ],
      timing,
    );
  return ghost(from, there, timing);
}

/** A card that nobody here sees arrive: its back flies and is gone. */
function ghost(from, there, timing) {
  const back = document.createElement("div");
  back.className = "ghost";
  const width = Math.min(44, from.width);
  Object.assign(back.style, {
    left: `${from.x + from.width / 2 - width / 2}px`,
    top: `${from.y + from.height / 2 - width * 0.7}px`,
    width: `${width}px`,
    height: `${width * 1.4}px`,
  });
  document.body.append(back);
  const move = `translate(${there.x + there.width / 2 - from.x - from.width / 2}px, ${there.y + there.height / 2 - from.y - from.height / 2}px)`;
  const flight = back.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: move, opacity: 0.2 },
    ],
    timing,
  );
  flight.finished.finally(() => back.remove());
  return flight;
}

/** Without motion: where a card came to has an edge for a moment. */
function mark(effect) {
  const there = (effect.to[0] !== null && card(effect.to[0])) || place(effect.dst);
  there?.animate([{ outline: "3px solid currentColor" }, { outline: "3px solid currentColor" }], { duration: 600 });
}
