/** The history of a server's log as you have seen it: a server that shows another one later is found out. */

import { checkpointOf, compared } from "./web/live/history.js";

/** A server has shown two logs of which neither extends the other. */
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
 * Compares the log of a server with the note that you have kept; resolves to the note to keep from now on.
 * Rejects with TwoHistories. It compares histories; who has signed them the verifiers tell.
 */
export async function historyCheck(server, seen = null) {
  const size = seen === null ? 0 : checkpointOf(seen).size;
  const answer = await fetch(`${server.replace(/\/+$/, "")}/log/extension/${size}`, { cache: "no-store" });
  if (!answer.ok && answer.status !== 409) throw new Error(`HTTP ${answer.status}`);
  const { isOne, note } = await compared(seen, await answer.text());
  if (!isOne) throw new TwoHistories(seen, note);
  return note;
}
