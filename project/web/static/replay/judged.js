/** The coach's analysis as annotations: by row, as a share, in the order of the log. Pure. */

/** @typedef {{code: string, params: Record<string, any>, sentence: string}|null} Explained what a move trades; null: nothing */
/** @typedef {{seq: number, prompt: number, played: import("../types.js").Move, best: import("../types.js").Move|null, loss: number, error: number, playouts: number, played_explained?: Explained, best_explained?: Explained}} Judged */
/** @typedef {{progress: {done: number, total: number}, result: number, estimate: {luck: number, luck_margin: number, skill: number, skill_margin: number, seats: number[], sentence: string}|null}} Luck */
/** @typedef {{stage: string, seat: number, progress: {done: number, total: number}, decisions: Judged[], turning_points: number[], luck?: Luck|null}} Analysis */

/** Losses below this share say nothing beside the error of the playouts. */
export const WORTH_SAYING = 0.02;

/** The decisions of each row. @param {Analysis|null} analysis @returns {Map<number, Judged[]>} */
export function bySeq(analysis) {
  const found = new Map();
  for (const one of analysis?.decisions ?? []) found.set(one.seq, [...(found.get(one.seq) ?? []), one]);
  return found;
}

/** A loss as per cent, whole ones. @param {number} loss */
export const percent = (loss) => Math.round(100 * loss);

/** Returns whether a decision lost enough to name the better move. @param {Judged} one */
export const isMistake = (one) =>
  one.loss >= WORTH_SAYING && one.best !== null && JSON.stringify(one.best) !== JSON.stringify(one.played);

/** Returns the total loss of all decisions, and how many were as good as the best. @param {Judged[]} decisions */
export const summary = (decisions) => ({
  best: decisions.filter((one) => !isMistake(one)).length,
  of: decisions.length,
});
