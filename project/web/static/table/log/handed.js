/** Cards that change hands in a row without a move: sealed answers show only their effects. Pure. */

/** @typedef {{seat: number, to: number|null, faces: string[]}} Handed */

/** Returns the cards that were handed over or laid from the hand, without the cards of the row's own move. @param {any} row @returns {Handed[]} */
export function handed(row) {
  if (row.type !== "move" || row.move) return [];
  const named = new Set(row.effects.filter((one) => one.kind === "answered" && one.move).map((one) => one.seat));
  /** @type {Map<string, Handed>} */
  const found = new Map();
  for (const { src, dst, faces } of row.effects.filter(
    (one) => one.kind === "moved" && isHanded(one) && !named.has(one.src.seat),
  )) {
    const key = `${src.seat} ${dst.seat}`;
    const one = found.get(key) ?? { seat: src.seat, to: dst.seat, faces: [] };
    found.set(key, { ...one, faces: [...one.faces, ...faces] });
  }
  return [...found.values()];
}

/** Returns whether cards went from one seat to another, or from a hand to the middle, with all faces visible. */
function isHanded({ src, dst, faces }) {
  const seen = faces?.length > 0 && faces.every((face) => face !== null);
  return seen && src.seat !== null && dst.seat !== src.seat && (dst.seat !== null || src.name === "hand");
}
