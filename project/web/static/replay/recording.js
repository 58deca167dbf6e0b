/** A match as a recording: its rows, and the table after any row, folded from checkpoints. Pure except for the timer that fills the checkpoints. */

import { counting, fold, printedIn } from "../live/fold.js";

const EVERY = 50;
const CHUNK = 100;

/** @param {import("../types.js").View} start the view at row 0 @param {import("../types.js").Row[]} rows the rows from row 1 on @param {string[]} [sets] */
export function createRecording(start, rows, sets = []) {
  const printed = printedIn(start);
  const checkpoints = [counting(start)];
  const last = rows.length ? rows[rows.length - 1].seq : start.seq;

  /** Returns the table after a row. @param {number} seq */
  function at(seq) {
    const index = Math.min(checkpoints.length - 1, Math.floor((seq - start.seq) / EVERY));
    let view = checkpoints[index];
    for (let place = index * EVERY; place < seq - start.seq; place++) {
      view = fold(view, rows[place], printed, sets);
      if ((place + 1) % EVERY === 0 && checkpoints.length === (place + 1) / EVERY) checkpoints.push(view);
    }
    return view;
  }

  /** Fills the checkpoints in small portions, so that every later step is immediate. */
  function fill(done = checkpoints.length * EVERY) {
    if (done >= rows.length) return;
    at(start.seq + Math.min(rows.length, done + CHUNK));
    setTimeout(() => fill(done + CHUNK), 0);
  }

  return { rows, last, first: start.seq, at, fill };
}

/** Returns the rows at which turns begin, i.e. the public value `turn` changes. @param {import("../types.js").Row[]} rows */
export function turnsOf(rows) {
  const found = [];
  for (const row of rows)
    for (const effect of row.effects)
      if (effect.kind === "changed" && typeof effect.to.turn === "number" && effect.to.turn !== found.at(-1)?.seat)
        found.push({ seq: row.seq, seat: effect.to.turn });
  return found;
}

/** Returns the rows that get a mark: rows with an announcement. */
export const marksOf = (rows) =>
  rows.filter((row) => row.effects.some((effect) => effect.kind === "announced")).map((row) => row.seq);
