/** A line of the log: a row with the faces of the cards that it names. Pure. */

/** @typedef {import("../types.js").Row} Row */

/** A row with the faces that it and the table show of the cards it names. @param {Row} row @param {Record<string, string>} faces */
export function lineOf(row, faces) {
  for (const one of row.effects) {
    if (one.kind === "moved") [...one.cards, ...one.to].forEach((card, at) => { if (card !== null && one.faces[at % one.cards.length]) faces[card] = one.faces[at % one.cards.length]; });
    if (one.kind === "shown") one.cards.forEach((card, at) => { if (card !== null) faces[card] = one.faces[at]; });
  }
  const moves = [row.move, ...row.effects.map((one) => one.move)].filter(Boolean);
  const named = JSON.stringify(moves.map((move) => move.args)).match(/\d+/g) ?? [];
  return { row, seen: Object.fromEntries(named.filter((card) => card in faces).map((card) => [card, faces[card]])) };
}
