/** The events since my last turn or my last visit: the rows, my losses, the moves of each other seat. Pure. */

/** @typedef {import("../../types.js").Row} Row @typedef {{row: Row, seen: Record<string, string>}} Line */
/** @typedef {{from: number, lines: Line[], lost: {to: number, faces: string[]}[], seats: {seat: number, lines: Line[], more: number}[], isLook: boolean}} Happened isLook: whether the events are counted from my last visit */

const SAID_MOST = 2;

/** Returns whether a row is my own act in my turn, and not an answer to another player. */
function isOwnAct({ type, seat, effects, move }, me, turn) {
  if (type !== "move") return false;
  const own = (seat === me && move !== null) || effects.some((one) => one.kind === "answered" && one.seat === me);
  return own && (turn === undefined || turn === me);
}

/** Returns the seat in turn at the beginning of each row; undefined if the game has no turns. @param {Line[]} lines */
function turnsBefore(lines) {
  let turn = /** @type {number|undefined} */ (undefined);
  return lines.map(({ row }) => {
    const before = turn;
    for (const one of row.effects) if (one.kind === "changed" && typeof one.to.turn === "number") turn = one.to.turn;
    return before;
  });
}

/**
 * @param {Line[]} lines the log until now @param {number|null} me @param {number|null} [seen] the last row that I saw in my previous visit
 * @returns {Happened|null} null if no other player has acted
 */
export function happened(lines, me, seen = null) {
  if (me === null) return null;
  const turns = turnsBefore(lines);
  const acted = lines.findLastIndex(({ row }, place) => isOwnAct(row, me, turns[place]));
  const looked = seen === null ? -1 : lines.findLastIndex(({ row }) => row.seq <= seen);
  const movesAfter = (at) => lines.slice(at + 1).filter(({ row }) => ["move", "clock"].includes(row.type));
  const isOthers = ({ row }) => row.seat !== me;
  const isLook = looked > acted && movesAfter(looked).some(isOthers);
  const at = isLook ? looked : acted;
  const after = movesAfter(at);
  if (at < 0 || !after.some(isOthers)) return null;
  const seats = [...new Set(after.map(({ row }) => row.seat))].filter((seat) => seat !== null && seat !== me);
  return {
    from: lines[at].row.seq,
    lines: after,
    lost: lostIn(after, me),
    isLook,
    seats: seats.map((seat) => ({
      seat,
      ...mostSignificant(
        after.filter(({ row }) => row.seat === seat),
        me,
      ),
    })),
  };
}

/** Returns the cards that went from me to others. */
function lostIn(lines, me) {
  const found = new Map();
  for (const { row } of lines)
    for (const one of row.effects)
      if (one.kind === "moved" && one.src.seat === me && one.dst.seat !== null && one.dst.seat !== me)
        found.set(one.dst.seat, [...(found.get(one.dst.seat) ?? []), ...one.faces.map((face) => face ?? "")]);
  return [...found].map(([to, faces]) => ({ to, faces }));
}

/** Returns the most significant moves of a seat, in their order, and the number of its other moves. */
function mostSignificant(lines, me) {
  const weights = lines.map(({ row }) => weight(row, me));
  const best = [...weights.keys()].filter((at) => weights[at] > 0).sort((a, b) => weights[b] - weights[a] || a - b);
  const kept = best.slice(0, SAID_MOST).sort((a, b) => a - b);
  return { lines: kept.map((at) => lines[at]), more: best.length - kept.length };
}

function weight({ effects, move }, me) {
  if (move === null) return 0;
  const moved = effects.filter((one) => one.kind === "moved");
  if (
    moved.some(
      (one) => (one.src.seat === me) !== (one.dst.seat === me) && one.src.seat !== null && one.dst.seat !== null,
    )
  )
    return 4;
  if (effects.some((one) => one.kind === "announced")) return 3;
  if (moved.some((one) => one.src.seat !== null && one.dst.seat !== null && one.src.seat !== one.dst.seat)) return 2;
  return moved.some((one) => one.src.name === "hand") ? 1 : 0;
}
