/** The course of a match: the progress of each seat after each row, and the rows at which turns began. Pure. */

import { counting, fold, printedIn } from "../../live/fold.js";

/** @typedef {import("../../types.js").View} View @typedef {import("../../types.js").Row} Row */
/** @typedef {{seq: number, values: number[]}} Step */
/** @typedef {{first: number, last: number, steps: Step[], turns: number[]}} Course turns: the rows at which the starting seat has its turn again */

/**
 * @param {{start: View, rows: Row[], sets: string[]}} reel @param {(view: View, seat: number) => number} race
 * @returns {Course}
 */
export function courseOf({ start, rows, sets }, race) {
  const printed = printedIn(start);
  let view = counting(start);
  const seats = Array.from({ length: view.seats }, (_, seat) => seat);
  const first = rows.find((row) => row.type === "match.started")?.seq ?? start.seq;
  /** @type {Step[]} */
  const steps = [];
  for (const row of rows) {
    view = fold(view, row, printed, sets);
    const values = seats.map((seat) => race(view, seat));
    const before = steps.at(-1);
    if (row.seq >= first && (!before || values.some((value, seat) => value !== before.values[seat])))
      steps.push({ seq: row.seq, values });
  }
  return { first, last: rows.at(-1)?.seq ?? first, steps, turns: turnsIn(rows) };
}

/** Returns the rows at which rounds begin. @param {Row[]} rows */
function turnsIn(rows) {
  let [starter, turn] = [/** @type {number|null} */ (null), /** @type {number|null} */ (null)];
  const found = [];
  for (const row of rows)
    for (const effect of row.effects) {
      const next = effect.kind === "changed" ? effect.to.turn : undefined;
      if (typeof next !== "number" || next === turn) continue;
      turn = next;
      starter ??= next;
      if (next === starter) found.push(row.seq);
    }
  return found;
}

/** Returns the round of a row, from 1; 0 if the match has no rounds. @param {Course} course @param {number} seq */
export const roundOf = ({ turns }, seq) => turns.findLastIndex((turn) => turn <= seq) + 1;
