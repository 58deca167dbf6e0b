/** Decides what happens after a connection has ended: the pause, and whether the next one stays open. Pure. */

/** @typedef {"live"|"said"|"rights"|"broken"|"silent"|"blind"|"offline"|"refused"} End how a connection ended
 * - live: by a `bye` after some life; said: by a `bye` at once, with what was stored
 * - rights: the viewer may not see this any more
 * - broken: it was open and broke; silent: it was open and nothing came any more, not even a heartbeat
 * - blind: it never opened, although the server answers
 * - offline: the server did not answer; refused: it asked for patience or failed */
/** @typedef {{failures: number, blind: number, reads: number}} Line
 *   blind: streams in a row that never opened; reads: how many of the next only ask for what is stored, as none that stays open comes through */

/** @type {Line} */
export const FRESH = Object.freeze({ failures: 0, blind: 0, reads: 0 });
/** Enough for five minutes. */
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

/** Returns what a connection adds to the query of its stream. @param {Line} line */
export const asked = (line) => (line.reads ? "&follow=0" : "");

/** The first pause lies between half a second and three, later ones around 2, 4, 8… seconds. */
const spread = (failures, chance) =>
  failures === 0 ? 500 + 2500 * chance : PAUSES_MS[Math.min(failures - 1, PAUSES_MS.length - 1)] * (0.7 + 0.6 * chance);

/** A connection has brought something: earlier failures are forgotten, but not that streams do not come through. @param {Line} line @returns {Line} */
export const healed = (line) => ({ ...FRESH, reads: line.reads });
