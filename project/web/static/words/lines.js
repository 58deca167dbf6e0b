/** A line of the log: a row with the faces of the cards that it mentions. Pure. */

/** @typedef {import("../types.js").Row} Row @typedef {import("../types.js").Effect} Effect */

/** Returns a line: the row, with the faces of its cards from the row and the table. @param {Row} row @param {Record<string, string>} faces */
export function lineOf(row, faces) {
  for (const one of row.effects) {
    if (one.kind === "moved")
      [...one.cards, ...one.to].forEach((card, at) => {
        if (card !== null && one.faces[at % one.cards.length]) faces[card] = one.faces[at % one.cards.length];
      });
    if (one.kind === "shown")
      one.cards.forEach((card, at) => {
        if (card !== null) faces[card] = one.faces[at];
      });
  }
  const moves = [openMove(row), ...row.effects.map((one) => "move" in one && one.move)].filter(Boolean);
  const named = JSON.stringify(moves.map((move) => move.args)).match(/\d+/g) ?? [];
  return {
    row,
    seen: {
      ...Object.fromEntries(named.filter((card) => card in faces).map((card) => [card, faces[card]])),
      ...placesOf(row),
    },
  };
}

/**
 * Returns the move with the cards that it laid openly. The move's arguments are hidden from others, but everybody sees those cards.
 * @param {Pick<Row, "move"|"seat"> & {effects: Effect[]}} row @param {any} [game] if the game names cards by face, the move does too
 */
export function openMove({ move, effects, seat }, game = undefined) {
  const slot = ["card", "cards"].find((name) => move?.args[name] === null);
  const laid =
    slot &&
    effects.find(
      ({ kind, src, cards }) => kind === "moved" && src.name === "hand" && src.seat === seat && cards.length,
    );
  if (!laid || !laid.to.every((card, at) => card !== null && laid.faces[at])) return move;
  const named = game?.verbs?.[move.verb]?.slots?.[slot]?.means === "face" ? laid.faces : laid.to;
  return { ...move, args: { ...move.args, [slot]: slot === "card" ? named[0] : named } };
}

/** Returns the cards at numbered places before the row took them, because other cards may be there later. */
function placesOf(row) {
  const found = {};
  for (const { kind, src, dst, faces: shown } of row.effects)
    if (kind === "moved" && src.seat === null && src.number !== null && dst.name !== src.name && shown[0])
      found[placeKey(src.number)] ??= shown[0];
  return found;
}

/** Returns the key under which a line stores the face of a place. @param {number} place */
export const placeKey = (place) => `place ${place}`;
