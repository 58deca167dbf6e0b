/** The places of the seats on the stage, in percent of its size. Pure. */

/** @typedef {{x: number, y: number}} Place */

/** Returns the places of the seats clockwise around an oval, the first at the left. @param {number} seats @returns {Place[]} */
export function placesOf(seats) {
  const first = Math.PI + (seats === 2 || seats === 4 ? 0 : Math.PI / seats / 2);
  return Array.from({ length: seats }, (_, seat) => {
    const turn = first + (seat * 2 * Math.PI) / seats;
    return { x: 50 + 40 * Math.cos(turn), y: 47 + 29 * Math.sin(turn) };
  });
}

/** The middle of the stage, the place of cards without an owner. @type {Place} */
export const MIDDLE = { x: 50, y: 47 };

/**
 * Returns the visible card that a row moves, with both seats; null if no visible card moves.
 * @param {import("../types.js").Row} row @returns {{face: string, from: number|null, to: number|null}|null}
 */
export function shownBy(row) {
  /** @type {import("../types.js").Effect[]} */
  const effects = row.effects;
  const seen = effects.filter((one) => one.kind === "moved" && one.faces[0]);
  const between = seen.find(({ src, dst }) => src.seat !== null && dst.seat !== null && src.seat !== dst.seat);
  const found = between ?? seen.find(({ src, dst }) => src.seat !== null || dst.seat !== null);
  if (!found) return null;
  const aimed = !between && typeof row.move?.args?.seat === "number" ? row.move.args.seat : found.dst.seat;
  return { face: found.faces[0], from: found.src.seat ?? row.seat, to: aimed };
}

/** Returns the seat that a row targets, if it is another seat. @param {{from: number|null, to: number|null}|null} shown */
export const attackOf = (shown) =>
  shown && shown.from !== null && shown.to !== null && shown.from !== shown.to ? [shown.from, shown.to] : null;
