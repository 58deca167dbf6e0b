/** Moves that wait for the line, one for each match. Each is sent only if the table is still the one on which it was chosen. */

import { request, serverNow } from "../server/api.js";
import { session } from "../shell/session.js";
import { signal } from "../vendor/preact.js";
import { allKept, drop, keep, kept } from "./database.js";

/**
 * @typedef {object} Queued
 * @property {string} id of the match
 * @property {string|null} player who chose it
 * @property {string} game
 * @property {Record<string, any>} body what is sent
 * @property {string} words the move as a sentence
 * @property {string} tag of the view on which it was chosen
 * @property {string} key of idempotency, made when it was chosen
 * @property {number} at when it was chosen
 * @property {"waiting"|"sending"|"played"|"changed"|"refused"} state changed: of the table, so that nothing was played
 * @property {boolean} [tried] whether it has been sent without an answer, so that it may have arrived
 * @property {string} [reason] why it was refused
 */

/** By match. @type {{value: Record<string, Queued>}} */
export const queued = signal({});

const NAME = "comptoir.queue";
/** The time for which the message about a played move stays. */
const SAID_MS = 12_000;
/** Refusals that mean that the table is another one. */
const CHANGED = ["precondition_failed", "stale_prompt", "stale_offer", "match_over", "match_not_running"];

const note = (/** @type {Queued} */ move) => (queued.value = { ...queued.value, [move.id]: move });
const forget = (match) => {
  const { [match]: _, ...others } = queued.value;
  queued.value = others;
};

/** Reads what this player has stored. */
export async function loadQueued() {
  queued.value = Object.fromEntries((await allKept("moves")).map((move) => [move.id, move]));
}

/** Stores a move until the line is back. @param {{id: string, game: string, body: Record<string, any>, words: string, tag: string}} move */
export async function queue(move) {
  const key = crypto.randomUUID();
  const chosen = { ...move, player: session.value.name, key, at: serverNow(), state: /** @type {const} */ ("waiting") };
  await keep("moves", chosen);
  note(chosen);
}

/** Takes back a waiting move, or closes the message about one. @param {string} match */
export async function takeBack(match) {
  await drop("moves", match);
  forget(match);
}

/** Sends what waits; one tab at a time. */
export const sendQueued = async () =>
  Object.values(queued.value).some(({ state }) => state === "waiting") &&
  (navigator.locks ? navigator.locks.request(NAME, sendAll) : sendAll());

/** As stored: another tab may have sent some, or taken them back. */
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

/** Without an answer it waits on; otherwise it stays to be read. @param {Queued} move */
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
