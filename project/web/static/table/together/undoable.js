/** The rows that could be taken back: they showed nobody a card and drew on no chance. The server decides; this hides acts that it would refuse. Pure. */

import { voters } from "./agreed.js";

/** @import { Match } from "../types.js" */

const REVERSIBLE = new Set(["moved", "changed", "prompted", "answered", "closed"]);
/** Rows that are no act at the table. */
const ASIDE = new Set(["message", "seat.vacation"]);

/** The last row that has changed the table, where that is a move. @param {import("../../types.js").Row[]} rows */
const lastMove = (rows) => {
  const last = rows.findLast((row) => !ASIDE.has(row.type));
  return last?.type === "move" && last.seat !== null ? last : null;
};

/** @param {Pick<Match, "game">} match @param {import("../../types.js").Row[]} rows */
export function undoable({ game }, rows) {
  const row = lastMove(rows);
  return row !== null && row.effects.length > 0 && row.effects.every((effect) => showsNothing(game, effect))
    ? row
    : null;
}

function showsNothing(game, effect) {
  if (effect.kind !== "moved") return REVERSIBLE.has(effect.kind);
  const [src, dst] = [effect.src, effect.dst].map((zone) => game?.zones?.[zone.name]?.sight);
  const isOwn = src === "owner" && dst === "owner" && effect.src.seat === effect.dst.seat;
  return effect.draw === null && (src === "all" || dst === "none" || isOwn);
}

/** My own last move, if I can take it back without asking anybody. @param {Match} match */
export function undoableAlone(match) {
  const { head, me } = match;
  const people = voters(head);
  if (head.status !== "running" || head.paused_until || people.length !== 1 || people[0] !== me) return null;
  const row = undoable(
    match,
    match.table.log.value.map((line) => line.row),
  );
  return row?.seat === me ? row : null;
}
