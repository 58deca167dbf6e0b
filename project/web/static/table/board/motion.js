/** Travelling cards: the rectangles before and after a row, and an animation between them. Transform and opacity only. */

import { CardArt } from "../../cards/card.js";
import { feltClass } from "../../cards/felts.js";
import { moves } from "../../shell/session.js";
import { html, render } from "../../vendor/preact.js";
import { accent, seatsBefore } from "./accents.js";

const SLOW_MS = 320;
const STEP_MS = 40;
const MOST = 3;
const EFFECTS_MOST = 3;
/** The size of a card in flight; it does not depend on the destination. */
const FLYING = { width: 112, height: 157 };
const SEEN = new Set(["moved", "shown", "shuffled", "changed"]);

const card = (id) => document.querySelector(`[data-card="${id}"]`);
const place = ({ name, seat, number }) =>
  document.querySelector(`[data-zone="${name}:${seat ?? ""}:${number ?? ""}"]`) ??
  document.querySelector(`[data-zone="${name}:${seat ?? ""}:"]`) ??
  (seat !== null ? document.querySelector(`[data-seat="${seat}"]`) : null);
const frame = () => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume)));

/** Returns the face of a card that moved; null if only its back is visible. */
const faceAt = (match, { faces, to, cards }, at) => {
  const name = faces[at % cards.length];
  return name
    ? (match?.view.faces[to[at] ?? -1] ?? match?.view.faces[cards[at] ?? -1] ?? { ...match?.printed[name], face: name })
    : null;
};

/** Returns the places of a row's cards. */
function positions(row) {
  return row.effects
    .filter((effect) => effect.kind === "moved")
    .map((effect) => ({
      effect,
      from: effect.cards.map((id) => ((id !== null && card(id)) || place(effect.src))?.getBoundingClientRect()),
    }));
}

/**
 * Shows a row: records the places of its cards, calls `show` to change the table, and animates the cards. Resolves when the next row may follow.
 * @param {import("../../types.js").Row} row @param {() => void} show @param {number} waiting the number of rows that arrived together
 * @param {{game: any, view: any, me: number|null}|null} [match] used to draw cards that other players move
 */
export async function play(row, show, waiting, match = null) {
  const before = positions(row);
  const seats = seatsBefore(row);
  show();
  if (document.hidden || !row.effects.some((effect) => SEEN.has(effect.kind))) return;
  await frame();
  const speed = Math.min(3, 1 + waiting / 4);
  if (moves()) accent(row, seats, place, speed);
  else return before.forEach(({ effect }) => mark(effect));
  const flights = before
    .slice(0, EFFECTS_MOST)
    .flatMap(({ effect, from }) =>
      effect.to
        .slice(0, MOST)
        .map((id, at) =>
          fly(match, id, from[at], faceAt(match, effect, at), effect, (at * STEP_MS) / speed, SLOW_MS / speed),
        ),
    );
  const flying = flights.filter(Boolean);
  if (flying.length)
    await Promise.race([
      Promise.allSettled(flying.map((flight) => flight.finished)),
      new Promise((resume) => setTimeout(resume, 450 / speed)),
    ]);
}

/** Animates a card to its new place. A visible card of another player flies large and face up; a hidden card flies as a back. @returns {Animation|null} */
function fly(match, id, from, face, effect, delay, duration) {
  const target = (id !== null && card(id)) || null;
  const there = (target ?? place(effect.dst))?.getBoundingClientRect();
  if (!from || !there || !there.width) return null;
  const timing = { duration, delay, easing: "cubic-bezier(.2,.7,.2,1)", fill: /** @type {const} */ ("backwards") };
  const isMine = effect.src.seat === match?.me && effect.src.name === "hand";
  if (!match || (target && isMine)) return target ? glideTo(target, from, there, timing) : null;
  return flight(match, face, from, there, timing, target);
}

/** Moves my own card to its place without enlarging it. */
function glideTo(target, from, there, timing) {
  const scale = Math.max(0.3, Math.min(2, from.width / there.width));
  const move = `translate(${middle(from).x - middle(there).x}px, ${middle(from).y - middle(there).y}px)`;
  return target.animate(
    [
      { transform: `${move} scale(${scale})`, zIndex: 20 },
      { transform: "none", zIndex: 20 },
    ],
    timing,
  );
}

const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** Draws a large, slightly turned card that flies over the table from seat to seat, then removes it. */
function flight(match, face, from, there, timing, target) {
  const card = document.createElement("div");
  card.className = `flight card ${feltClass(match.game?.game)}`;
  render(html`<${CardArt} game=${match.game} face=${face} />`, card);
  document.body.append(card);
  const at = ({ x, y }, scale, degrees) =>
    `translate(${x - FLYING.width / 2}px, ${y - FLYING.height / 2}px) rotate(${degrees}deg) scale(${scale})`;
  const degrees = 4 + (Math.round(there.x) % 6);
  const end = Math.max(0.25, Math.min(1, there.width / FLYING.width));
  const [start, stop] = [middle(from), middle(there)];
  const half = { x: (start.x + stop.x) / 2, y: (start.y + stop.y) / 2 };
  const flown = card.animate(
    [
      { transform: at(start, Math.max(0.3, Math.min(1, from.width / FLYING.width)), 0), opacity: face ? 1 : 0.9 },
      { transform: at(half, face ? 1 : 0.5, degrees) },
      { transform: at(stop, face ? end : 0.3, 0), opacity: face ? 1 : 0.2 },
    ],
    timing,
  );
  target?.animate([{ opacity: 0 }, { opacity: 0 }], { ...timing, fill: "none" });
  flown.finished.finally(() => {
    render(null, card);
    card.remove();
  });
  return flown;
}

/** Outlines a moved card for a moment, if motion is turned off. */
function mark(effect) {
  const there = (effect.to[0] !== null && card(effect.to[0])) || place(effect.dst);
  there?.animate([{ outline: "3px solid currentColor" }, { outline: "3px solid currentColor" }], { duration: 600 });
}
