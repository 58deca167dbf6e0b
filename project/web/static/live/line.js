/** Decides what happens after a connection has ended: how long to pause, and whether the next stream stays open. Pure. */

/** @typedef {"live"|"said"|"rights"|"broken"|"silent"|"blind"|"offline"|"refused"} End the way in which a connection ended
 * - live: a `bye` ended a stream that was open for a while; said: a `bye` followed immediately after the stored events
 * - rights: the viewer lost the permission to see the match
 * - broken: an open connection failed; silent: an open connection stopped delivering, even heartbeats
 * - blind: the stream never opened, although the server answers requests
 * - offline: the server did not answer; refused: the server asked for a later attempt or failed */
/** @typedef {{failures: number, blind: number, reads: number}} Line
 *   blind: the number of consecutive streams that never opened; reads: the number of next requests that only read stored events, because open streams do not get through */

/** @type {Line} */
export const FRESH = Object.freeze({ failures: 0, blind: 0, reads: 0 });
/** The number of reads after open streams failed: enough for five minutes. */
const READS = 100;
const READ_MS = 3000;
const PAUSES_MS = [2000, 4000, 8000, 16_000, 30_000];
const BLIND_MOST = 2;

/**
 * @param {Line} line @param {End} end @param {number} [chance] from 0 to 1
 * @returns {{line: Line, pause: number}} pause: milliseconds
 */
export function after(line, end, chance = Math.random()) {
  if (end === "said" || (end === "live" && line.reads))
    return { line: { ...FRESH, reads: Math.max(0, line.reads - 1) }, pause: READ_MS };
  if (end === "live") return { line: FRESH, pause: spread(0, chance) };
  const blind = end === "blind" ? line.blind + 1 : line.blind;
  if (blind >= BLIND_MOST && !line.reads) return { line: { ...FRESH, reads: READS }, pause: 0 };
  return { line: { ...line, failures: line.failures + 1, blind }, pause: spread(line.failures, chance) };
}

/** Returns the part that a connection adds to the query of its stream. @param {Line} line */
export const asked = (line) => (line.reads ? "&follow=0" : "");

/** Returns a random pause: the first between 0.5 and 3 seconds, later pauses around 2, 4, 8… seconds. */
const spread = (failures, chance) =>
  failures === 0 ? 500 + 2500 * chance : PAUSES_MS[Math.min(failures - 1, PAUSES_MS.length - 1)] * (0.7 + 0.6 * chance);

/** Returns the state after a connection has delivered something: earlier failures are forgotten, but not that open streams fail. @param {Line} line @returns {Line} */
export const healed = (line) => ({ ...FRESH, reads: line.reads });
