/** One EventSource, from its opening to its end: with a ticket, or without one for somebody who has no name here. Who resumes, and when, is in live.js and notices.js. */

import { postOnce } from "./api.js";
import { session } from "./session.js";

const OPENING_MS = 10_000;
const SHORT_MS = 2000;

/**
 * @param {{address: string, ticket: any, names: string[], onOpen: () => void, onMessage: (name: string, data: any, id: string) => void, signal: AbortSignal}} wish
 *   address: of the stream, with its query; ticket: the body for a ticket; names: the events to hear
 * @returns {Promise<import("./line.js").End>} how it ended
 */
export async function stream({ address, ticket, names, onOpen, onMessage, signal }) {
  const query = session.value.token
    ? `&ticket=${encodeURIComponent((await postOnce("stream-tickets", ticket)).ticket)}`
    : "";
  if (signal.aborted) return "live";
  return new Promise((resolve) => {
    const source = new EventSource(`/api/v1/${address}${query}`);
    const begun = performance.now();
    let opened = false;
    const end = (/** @type {import("./line.js").End} */ how) => {
      source.close();
      clearTimeout(timer);
      resolve(how);
    };
    const timer = setTimeout(() => opened || end("blind"), OPENING_MS);
    source.onopen = () => {
      opened = true;
      onOpen();
    };
    for (const name of names)
      source.addEventListener(name, (message) => onMessage(name, JSON.parse(message.data), message.lastEventId));
    source.addEventListener("bye", ({ data }) =>
      end(JSON.parse(data).reason === "rights" ? "rights" : performance.now() - begun < SHORT_MS ? "said" : "live"),
    );
    source.onerror = () => end(opened ? "broken" : "blind");
    signal.addEventListener("abort", () => end("live"));
  });
}

/** How a failed request ends a connection; null where the viewer has no right to it. @returns {import("./line.js").End} */
export function endOf(error) {
  if ([401, 403, 404].includes(error.status)) return "rights";
  return error.status === 0 ? "offline" : "refused";
}

/** Resolves after a time, at once when the line comes back or the signal aborts. @param {number} ms @param {AbortSignal} signal */
export function pause(ms, signal) {
  if (signal.aborted) return Promise.resolve();
  return new Promise((/** @type {(value?: any) => void} */ resume) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resume();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    addEventListener("online", done);
  });
}
