/** Moves sent to the server: played, or tried. */

import { EMPTY } from "../../slots/draft.js";
import { keepReceipt } from "../../audit/receipts.js";
import { post, Problem, request } from "../../server/api.js";
import { sound } from "../../shell/hear.js";
import { isDoubled } from "../../shell/working.js";
import { newer } from "./asks.js";
import { loadAsks, loadView } from "./load.js";
import { isAsked } from "./pace.js";
import { sleep } from "./patiently.js";
import { take } from "./rows.js";
import { begin } from "./store.js";

/** @import { Ask } from "../types.js" */

/** Returns the key under which a move is tried. @param {Ask} ask @param {import("../../types.js").Move} move */
export const keyOf = (ask, move) => `${ask.prompt} ${JSON.stringify(move)}`;

/** Plays a move; resolves to whether the server accepted it. A refusal stays visible. @param {boolean} [isDoublePress] whether the second press of a double press is intended */
export async function submit(table, ask, move, isDoublePress = false) {
  if (table.busy.value || (!isDoublePress && isDoubled())) return false;
  table.busy.value = true;
  table.refusal.value = null;
  try {
    const isTwofold = ask.then && move.verb === ask.begins;
    const sent = isTwofold ? { verb: move.verb, args: {} } : move;
    table.owing = isTwofold ? { verb: ask.then, args: move.args } : null;
    const answer = await post(`matches/${table.id}/moves?legal=0`, { prompt: ask.prompt, ...sent });
    table.openPrompts = newer(table.openPrompts, answer.legal);
    if (answer.receipt) keepReceipt(answer.receipt);
    if (table.draft.value.prompt === ask.prompt) table.draft.value = { ...EMPTY, prompt: -1 };
    if (answer.seq !== null && table.view.value.seq >= answer.seq) begin(table); // the row arrived before the reply
    if (answer.seq === null || answer.accepted) await loadView(table).then(() => loadAsks(table));
    else if (answer.event && answer.seq === table.view.value.seq + 1) await take(table, [answer.event]);
    else await until(table, answer.seq);
    return true;
  } catch (error) {
    table.owing = null;
    if (!(error instanceof Problem)) throw error;
    table.refusal.value = error;
    sound("refused");
    if (["stale_prompt", "stale_offer", "illegal_move", "cooling_down"].includes(error.code))
      await loadView(table).then(() => loadAsks(table));
    return false;
  } finally {
    table.busy.value = false;
  }
}

const PATIENCE_MS = 2500;

/** Waits until the stream has delivered a row, for a limited time. */
async function until(table, seq) {
  for (let waited = 0; table.view.value.seq < seq && waited < PATIENCE_MS; waited += 50) await sleep(50);
  if (isAsked(table.view.value)) await table.flow.queue; // otherwise other players move, and their pace must not delay the player
}

/** Tries a complete or partial move without playing it. */
export const attempt = async (table, ask, move) =>
  (await request("POST", `matches/${table.id}/legal-moves`, { body: { prompt: ask.prompt, ...move } }))?.body;
