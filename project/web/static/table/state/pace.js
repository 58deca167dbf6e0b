/** The pace at which other players' moves are drawn: one after another, so that the player can follow. All these moves have already happened. */

import { settings } from "../../shell/session.js";
import { sleep } from "./patiently.js";

/** @typedef {import("../../types.js").Row} Row @typedef {import("../../types.js").View} View */

/** Milliseconds from one move to the next. */
export const PACES = { slow: 1400, normal: 700, quick: 300, once: 0 };
/** Players with no more time to answer than this see the question at once. */
const URGENT_MS = 60_000;
const VISIBLE = new Set(["moved", "shown", "shuffled"]);

/** @returns {number} */
export const paceMs = () => PACES[settings.value.pace] ?? PACES.normal;

/** Returns whether the table has a question for its viewer, which is then shown at once. @param {View} view */
export const isAsked = ({ prompts, viewer }) =>
  viewer !== null &&
  prompts.some((one) => one.open && !one.beside && one.seats.includes(viewer) && one.answer === undefined);

/** Returns whether a row is a visible act of another player. @param {Row} row @param {View} view */
export const isOthers = (row, { viewer }) =>
  ["move", "clock"].includes(row.type) && row.seat !== viewer && row.effects.length > 0;

/** Returns whether a move belongs to the previous move: it repeats it, or shows nothing. @param {Row|null} before @param {Row} row */
export const isTogether = (before, row) =>
  before !== null &&
  before.seat === row.seat &&
  row.move !== null &&
  (before.move?.verb === row.move?.verb || !row.effects.some((effect) => VISIBLE.has(effect.kind)));

/** Returns whether the row leaves me little time to answer. @param {Row} row @param {View} view @param {number} now */
export const isUrgent = (row, { viewer }, now) =>
  (row.deadlines ?? []).some((one) => one.seats.includes(viewer) && Date.parse(one.at) - now < URGENT_MS);

/** Waits until the player has seen the previous move, unless a player is in a hurry. @param {any} table a store @param {Row} row */
export async function pause(table, row) {
  const view = table.view.value;
  const isWatched = isOthers(row, view) && !isAsked(view) && !table.flow.hurries && !isTogether(table.flow.drawn, row);
  const left = isWatched ? table.flow.drawnAt + paceMs() - performance.now() : 0;
  if (left > 0) await Promise.race([sleep(left), new Promise((wake) => (table.flow.wake = wake))]);
  table.flow.drawnAt = performance.now();
  table.flow.drawn = row;
}

/** Draws all pending rows at once. */
export function hurry(table) {
  if (table.flow.undrawn.value === 0) return;
  table.flow.hurries = true;
  table.flow.wake();
}

/** Watches for a press on a playable thing, or a key that plays: the player then does not want to wait. @returns {() => void} a function that stops watching */
export function watchHurry(table) {
  const pressed = ({ target }) => target.closest?.("#strip, .ground button, .ground [data-card]") && hurry(table);
  const typed = ({ key, target, repeat }) =>
    !repeat &&
    (key === "Enter" || key === " " || /^[1-9]$/.test(key)) &&
    target.closest?.("#strip, .hand") &&
    hurry(table);
  document.addEventListener("pointerdown", pressed);
  document.addEventListener("keydown", typed);
  return () => {
    document.removeEventListener("pointerdown", pressed);
    document.removeEventListener("keydown", typed);
  };
}
