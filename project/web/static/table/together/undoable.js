/** The rows that can be taken back: they showed no card to anybody and used no random draw. The server decides; this module hides acts that the server would refuse. Pure. */

import { voters } from "./agreed.js";

/** @import { Match } from "../types.js" */

const REVERSIBLE = new Set(["moved", "changed", "prompted", "answered", "closed"]);
/** The types of rows that are not acts at the table. */
const ASIDE = new Set(["message", "seat.vacation"]);

/** Returns the last row that changed the table, if it is a move. @param {import("../../types.js").Row[]} rows */
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

/** Returns my own last move, if I can take it back without consent. @param {Match} match */
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
