/** The turning point of a match: the row after which a rival's chance fell most, and how long the winner had been close to winning. Pure. */

/** @typedef {import("./course.js").Course} Course */
/** @typedef {{seq: number, victim: number|null, waited: number}} Story waited: the number of rounds in which the winner needed only one more */

/** The steepness with which a lead becomes a chance: a seat that leads by half of the whole course is almost certain to win. */
const STEEP = 6;
/** The least number of rounds worth mentioning. */
const WAITED_LEAST = 3;

/** Returns the chances of all seats from their progress. @param {number[]} values @param {number} most @returns {number[]} */
function chances(values, most) {
  const weights = values.map((value) => Math.exp((STEEP * value) / most));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * Returns the turning point of a match; null if no rival's chance ever fell, such as in a match without a race.
 * @param {Course} course @param {number} winner @param {number|null} goal the progress that wins
 * @returns {Story|null}
 */
export function storyOf(course, winner, goal) {
  const { steps } = course;
  const most = Math.max(1, goal ?? 0, ...steps.flatMap(({ values }) => values));
  let [found, deepest] = [/** @type {Story|null} */ (null), 0];
  for (let at = 1; at < steps.length; at++) {
    const [before, after] = [steps[at - 1], steps[at]].map(({ values }) => chances(values, most));
    const falls = before.map((chance, seat) => (seat === winner ? 0 : chance - after[seat]));
    const rise = after[winner] - before[winner];
    const lost = steps[at].values.map((value, seat) => value < steps[at - 1].values[seat] && seat !== winner);
    const fall = Math.max(...falls.map((one, seat) => one * (lost[seat] ? 2 : 1)));
    if (rise <= 0 || fall <= deepest) continue;
    deepest = fall;
    const victim = falls.indexOf(Math.max(...falls));
    found = { seq: steps[at].seq, victim: lost[victim] ? victim : null, waited: 0 };
  }
  return found && { ...found, waited: waitedFor(course, winner, goal) };
}

/** Returns the number of final rounds in which the winner needed only one more. @param {Course} course */
function waitedFor({ steps, turns, last }, winner, goal) {
  if (!goal) return 0;
  const from = steps.findLastIndex(({ values }) => values[winner] < goal - 1) + 1;
  const near = steps[from];
  if (!near || near.values[winner] !== goal - 1) return 0;
  const rounds = turns.filter((turn) => turn > near.seq && turn <= last).length;
  return rounds >= WAITED_LEAST ? rounds : 0;
}
