/** The agreements of a match's players, as far as this browser knows: the head, without those that later rows have ended. Pure. */

/** @typedef {import("../../types.js").Head} Head @typedef {import("../../types.js").Row} Row */

export const KINDS = ["undo", "pause", "abort"];
/** Rows that end every consent. */
const MOVING = new Set([
  "match.started",
  "move",
  "clock",
  "seat.resigned",
  "match.paused",
  "match.resumed",
  "move.undone",
]);

/** The seats that people hold and still play in: all have to agree. @param {Head} head @returns {number[]} */
export const voters = (head) =>
  head.seats
    .filter((seat) => seat.kind === "player" && seat.player && !seat.resigned && !seat.player.bot)
    .map((seat) => seat.seat);

/**
 * Returns each open proposal, with the seats that have agreed and those that have not.
 * @param {Head} head @param {Row[]} rows @returns {{kind: string, agreed: number[], late: number[]}[]}
 */
export function proposals(head, rows) {
  if (head.status !== "running" || rows.some((row) => row.seq > head.seq && MOVING.has(row.type))) return [];
  return KINDS.map((kind) => ({ kind, agreed: head.agreements?.[kind] ?? [] }))
    .filter(({ agreed }) => agreed.length)
    .map(({ kind, agreed }) => ({ kind, agreed, late: voters(head).filter((seat) => !agreed.includes(seat)) }));
}
