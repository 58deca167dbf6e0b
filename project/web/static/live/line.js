/** What to do after a connection has ended: how long to pause, and whether to stream or to poll. Pure. */

/** @typedef {"live"|"said"|"rights"|"broken"|"silent"|"blind"|"offline"|"refused"} End how a connection ended
 * - live: by a `bye` after some life; said: by a `bye` at once, as from a server that cannot stream
 * - rights: the viewer may not see this any more
 * - broken: it was open and broke; silent: it was open and nothing came any more, not even a heartbeat
 * - blind: it never opened, although the server answers
 * - offline: the server did not answer; refused: it asked for patience or failed */
/** @typedef {{failures: number, blind: number, polls: boolean}} Line */

/** @type {Line} */
export const FRESH = Object.freeze({ failures: 0, blind: 0, polls: false });
export const POLLING_MS = 300_000;
const PAUSES_MS = [2000, 4000, 8000, 16_000, 30_000];
const BLIND_MOST = 2;

/**
 * @param {Line} line @param {End} end @param {number} [chance] from 0 to 1
 * @returns {{line: Line, pause: number}} pause: milliseconds
 */
export function after(line, end, chance = Math.random()) {
  if (end === "live") return { line: FRESH, pause: spread(0, chance) };
  const blind = end === "blind" || end === "said" ? line.blind + 1 : line.blind;
  if (blind >= BLIND_MOST && !line.polls) return { line: { failures: 0, blind: 0, polls: true }, pause: 0 };
  return { line: { ...line, failures: line.failures + 1, blind }, pause: spread(line.failures, chance) };
}

/** As `after`, for a stream beside which there is no long poll: where it does not come through, it pauses as long. @param {Line} line @param {End} end @param {number} [chance] */
export function afterAlone(line, end, chance) {
  const next = after(line, end, chance);
  return next.line.polls ? { line: FRESH, pause: POLLING_MS } : next;
}

/** The first pause lies between half a second and three, later ones around 2, 4, 8… seconds. */
const spread = (failures, chance) =>
  failures === 0 ? 500 + 2500 * chance : PAUSES_MS[Math.min(failures - 1, PAUSES_MS.length - 1)] * (0.7 + 0.6 * chance);

/** A connection has brought something: earlier failures are forgotten, but not that streams do not come through. @param {Line} line @returns {Line} */
export const healed = (line) => ({ ...line, failures: 0, blind: line.polls ? line.blind : 0 });
