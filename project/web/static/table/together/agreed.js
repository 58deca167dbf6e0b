/** The agreements of a match's players, as far as this browser knows: the head's agreements, except those that later rows have ended. Pure. */

/** @typedef {import("../../types.js").Head} Head @typedef {import("../../types.js").Row} Row */

export const KINDS = ["undo", "pause", "abort"];
/** The types of rows that end every agreement. */
const MOVING = new Set([
  "match.started",
  "move",
  "clock",
  "seat.resigned",
  "match.paused",
  "match.resumed",
  "move.undone",
]);

/** Returns the seats of people who still play; all of them must agree. @param {Head} head @returns {number[]} */
export const voters = (head) =>
  head.seats
    .filter((seat) => seat.kind === "player" && seat.player && !seat.resigned && !seat.player.bot)
    .map((seat) => seat.seat);

/**
 * Returns each open proposal, with the seats that have agreed and the seats that have not.
 * @param {Head} head @param {Row[]} rows @returns {{kind: string, agreed: number[], late: number[]}[]}
 */
export function proposals(head, rows) {
  if (head.status !== "running" || rows.some((row) => row.seq > head.seq && MOVING.has(row.type))) return [];
  return KINDS.map((kind) => ({ kind, agreed: head.agreements?.[kind] ?? [] }))
    .filter(({ agreed }) => agreed.length)
    .map(({ kind, agreed }) => ({ kind, agreed, late: voters(head).filter((seat) => !agreed.includes(seat)) }));
}
