/** The coach's analysis as annotations: by row, as percentages, in the order of the log. Pure. */

/** @typedef {import("../types.js").Api["ExplainedMove"]} Explained the trade in a move; null: no trade */
/** @typedef {import("../types.js").Api["JudgedDecision"]} Judged */
/** @typedef {import("../types.js").Api["Luck"]} Luck */
/** @typedef {import("../types.js").Api["Analysis"]} Analysis */

/** Smaller losses are not significant, given the error of the playouts. */
export const WORTH_SAYING = 0.02;

/** Groups the decisions by row. @param {Analysis|null} analysis @returns {Map<number, Judged[]>} */
export function bySeq(analysis) {
  const found = new Map();
  for (const one of analysis?.decisions ?? []) found.set(one.seq, [...(found.get(one.seq) ?? []), one]);
  return found;
}

/** Returns a loss as a whole percentage. @param {number} loss */
export const percent = (loss) => Math.round(100 * loss);

/** Returns whether the loss of a decision is large enough to name the better move. @param {Judged} one */
export const isMistake = (one) =>
  one.loss >= WORTH_SAYING && one.best !== null && JSON.stringify(one.best) !== JSON.stringify(one.played);

/** Returns the number of decisions without a mistake, and the number of all decisions. @param {Judged[]} decisions */
export const summary = (decisions) => ({
  best: decisions.filter((one) => !isMistake(one)).length,
  of: decisions.length,
});
