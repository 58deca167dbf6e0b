/** Moves that wait for the connection, one for each match. A move is sent only if the table is unchanged since the move was chosen. */

import { request, serverNow } from "../server/api.js";
import { session } from "../shell/session.js";
import { signal } from "../vendor/preact.js";
import { allKept, drop, keep, kept } from "./database.js";

/**
 * @typedef {object} Queued
 * @property {string} id the id of the match
 * @property {string|null} player the player who chose the move
 * @property {string} game
 * @property {Record<string, any>} body the body of the request
 * @property {string} words the move as a sentence
 * @property {string} tag the tag of the view on which the move was chosen
 * @property {string} key the idempotency key, made when the move was chosen
 * @property {number} at the time at which the move was chosen
 * @property {"waiting"|"sending"|"played"|"changed"|"refused"} state changed: the table has changed, so the move was not played
 * @property {boolean} [tried] whether the move was sent without an answer, so that it may have arrived
 * @property {string} [reason] why the move was refused
 */

/** The moves by match. @type {{value: Record<string, Queued>}} */
export const queued = signal({});

const NAME = "comptoir.queue";
/** How long the message about a played move stays visible. */
const SAID_MS = 12_000;
/** Error codes that mean that the table has changed. */
const CHANGED = ["precondition_failed", "stale_prompt", "stale_offer", "match_over", "match_not_running"];

const note = (/** @type {Queued} */ move) => (queued.value = { ...queued.value, [move.id]: move });
const forget = (match) => {
  const { [match]: _, ...others } = queued.value;
  queued.value = others;
};

/** Loads this player's stored moves. */
export async function loadQueued() {
  queued.value = Object.fromEntries((await allKept("moves")).map((move) => [move.id, move]));
}

/** Stores a move until the connection is back. @param {{id: string, game: string, body: Record<string, any>, words: string, tag: string}} move */
export async function queue(move) {
  const key = crypto.randomUUID();
  const chosen = { ...move, player: session.value.name, key, at: serverNow(), state: /** @type {const} */ ("waiting") };
  await keep("moves", chosen);
  note(chosen);
}

/** Removes a waiting move, or closes the message about a move. @param {string} match */
export async function takeBack(match) {
  await drop("moves", match);
  forget(match);
}

/** Sends the waiting moves. Only one tab sends at a time. */
export const sendQueued = async () =>
  Object.values(queued.value).some(({ state }) => state === "waiting") &&
  (navigator.locks ? navigator.locks.request(NAME, sendAll) : sendAll());

/** Sends the moves as stored now: another tab may have sent or removed some. */
async function sendAll() {
  await loadQueued();
  for (const { id, state } of Object.values(queued.value)) {
    const move = state === "waiting" && (await kept("moves", id));
    if (move) await send(move);
  }
}

async function keepReceipt(receipt) {
  if (receipt) await (await import("../audit/receipts.js")).keepReceipt(receipt);
}

/** @param {Queued} move */
async function send(move) {
  note({ ...move, state: "sending" });
  try {
    const { id, body, key, tag } = move;
    const answer = await request("POST", `matches/${id}/moves?legal=0`, { body, key, match: tag });
    await keepReceipt(answer?.body.receipt);
    await drop("moves", id);
    if (!session.value.token) return forget(id);
    note({ ...move, state: "played" });
    setTimeout(() => queued.value[id]?.key === key && forget(id), SAID_MS);
  } catch (error) {
    await after(move, error);
  }
}

/** Updates a move after an error: without an answer the move keeps waiting; otherwise the error stays visible. @param {Queued} move */
async function after(move, error) {
  if (!session.value.token) return forget(move.id);
  const isPassing = !error.status || error.status === 429 || error.status >= 500;
  const state = /** @type {Queued["state"]} */ (
    isPassing ? "waiting" : CHANGED.includes(error.code) ? "changed" : "refused"
  );
  const next = { ...move, state, tried: isPassing, reason: error.reasons?.[0] ?? error.message };
  await keep("moves", next);
  note(next);
}
