/** The history of a server's log as you have seen it, which exposes a server that later shows a different log. */

import { checkpointOf, compared } from "./web/live/history.js";

/** Thrown when a server has shown two logs and neither extends the other. */
export class TwoHistories extends Error {
  /** @param {string} seen @param {string} shown */
  constructor(seen, shown) {
    super("the server shows a log that does not extend what it has shown before; keep both notes");
    this.name = "TwoHistories";
    this.seen = seen;
    this.shown = shown;
  }
}

/**
 * Compares the log of a server with the note that you have stored; resolves to the note to store from now on.
 * Rejects with TwoHistories. It compares only histories; the verifiers check the signatures.
 */
export async function historyCheck(server, seen = null) {
  const size = seen === null ? 0 : checkpointOf(seen).size;
  const answer = await fetch(`${server.replace(/\/+$/, "")}/log/extension/${size}`, { cache: "no-store" });
  if (!answer.ok && answer.status !== 409) throw new Error(`HTTP ${answer.status}`);
  const { isOne, note } = await compared(seen, await answer.text());
  if (!isOne) throw new TwoHistories(seen, note);
  return note;
}
