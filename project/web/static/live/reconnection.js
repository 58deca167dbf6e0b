/** Decides what happens after a connection has ended: how long to pause, and whether the next stream stays open. Pure. */

/** @typedef {"live"|"drained"|"rights"|"broken"|"silent"|"blind"|"offline"|"refused"} End the way in which a connection ended
 * - live: a `bye` ended a stream that was open for a while; drained: a `bye` followed immediately after the stored events
 * - rights: the viewer lost the permission to see the match
 * - broken: an open connection failed; silent: an open connection stopped delivering, even heartbeats
 * - blind: the stream never opened, although the server answers requests
 * - offline: the server did not answer; refused: the server asked for a later attempt or failed */
/** @typedef {{failures: number, blind: number, reads: number}} Connection
 *   blind: the number of consecutive streams that never opened; reads: the number of next requests that only read stored events, because open streams do not get through */

/** @type {Connection} */
export const FRESH = Object.freeze({ failures: 0, blind: 0, reads: 0 });
/** The number of reads after open streams failed: enough for five minutes. */
const READS = 100;
const READ_MS = 3000;
const PAUSES_MS = [2000, 4000, 8000, 16_000, 30_000];
const BLIND_MOST = 2;

/**
 * Returns the state of the next connection, and the pause before it.
 * @param {Connection} connection @param {End} end @param {number} [chance] from 0 to 1
 * @returns {{connection: Connection, pause: number}} pause: milliseconds
 */
export function afterEnd(connection, end, chance = Math.random()) {
  if (end === "drained" || (end === "live" && connection.reads))
    return { connection: { ...FRESH, reads: Math.max(0, connection.reads - 1) }, pause: READ_MS };
  if (end === "live") return { connection: FRESH, pause: spread(0, chance) };
  const blind = end === "blind" ? connection.blind + 1 : connection.blind;
  if (blind >= BLIND_MOST && !connection.reads) return { connection: { ...FRESH, reads: READS }, pause: 0 };
  const { failures } = connection;
  return { connection: { ...connection, failures: failures + 1, blind }, pause: spread(failures, chance) };
}

/** Returns the part that a connection adds to the query of its stream. @param {Connection} connection */
export const streamQuery = (connection) => (connection.reads ? "&follow=0" : "");

/** Returns a random pause: the first between 0.5 and 3 seconds, later pauses around 2, 4, 8… seconds. */
const spread = (failures, chance) =>
  failures === 0 ? 500 + 2500 * chance : PAUSES_MS[Math.min(failures - 1, PAUSES_MS.length - 1)] * (0.7 + 0.6 * chance);

/** Returns the state after a connection has delivered something: earlier failures are forgotten, but not that open streams fail. @param {Connection} connection @returns {Connection} */
export const healed = (connection) => ({ ...FRESH, reads: connection.reads });
