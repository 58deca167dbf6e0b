/** The rows of a match as they come: SSE with a ticket where the server has it, else long polls. Reconnects by itself. */

import { paths, postOnce, request } from "./api.js";

/** @typedef {{onRows: (rows: import("./types.js").Row[]) => any, onState: (state: "live"|"waiting"|"broken") => void}} Listener */

const PAUSES_MS = [500, 2000, 4000, 8000, 16000, 30000];
const jitter = (ms) => ms * (0.7 + Math.random() * 0.6);

/**
 * Follows a match from a row on, until the returned function is called.
 * @param {string} match @param {number} after @param {Listener} listener @returns {() => void}
 */
export function follow(match, after, listener) {
  const stopper = new AbortController();
  run(match, after, listener, stopper.signal).catch((error) => { if (!stopper.signal.aborted) console.warn(error); });
  return () => stopper.abort();
}

async function run(match, after, listener, signal) {
  const known = await paths();
  let streams = known.has("/matches/{match_id}/stream") && known.has("/stream-tickets");
  let seq = after;
  const rows = async (found) => {
    const fresh = found.filter((row) => row.seq > seq);
    if (fresh.length) seq = fresh[fresh.length - 1].seq;
    if (fresh.length) await listener.onRows(fresh);
  };
  for (let failures = 0; !signal.aborted; ) {
    try {
      if (streams) await stream(match, () => seq, rows, listener, signal);
      else await poll(match, () => seq, rows, listener, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === 404 || error.status === 401 || error.status === 403) return listener.onState("broken");
      if (streams && failures >= 1 && error.status !== 0) streams = false;
      listener.onState("waiting");
      await pause(jitter(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)]), signal);
    }
  }
}

async function poll(match, seq, rows, listener, signal) {
  let etag = null;
  while (!signal.aborted) {
    const answer = await request("GET", `matches/${match}/events?after=${seq()}&limit=200&wait=25`, { etag, signal });
    listener.onState("live");
    if (!answer) continue;
    etag = answer.body.items.length ? null : answer.etag;
    await rows(answer.body.items);
  }
}

/** One EventSource with one ticket; resolves when the server says goodbye, rejects when the line breaks. */
async function stream(match, seq, rows, listener, signal) {
  const { ticket } = await postOnce("stream-tickets", { match });
  await new Promise((/** @type {(value?: any) => void} */ resolve, reject) => {
    const source = new EventSource(`/api/v1/matches/${match}/stream?ticket=${encodeURIComponent(ticket)}&after=${seq()}`);
    let queue = Promise.resolve();
    const end = (/** @type {(value?: any) => void} */ settle, /** @type {any} */ value = undefined) => { source.close(); queue.then(() => settle(value)); };
    source.onopen = () => listener.onState("live");
    source.addEventListener("event", (message) => { queue = queue.then(() => rows([JSON.parse(message.data)])); });
    source.addEventListener("bye", () => end(resolve));
    source.onerror = () => end(reject, Object.assign(new Error("stream broken"), { status: 0 }));
    signal.addEventListener("abort", () => end(resolve));
  });
}

function pause(ms, signal) {
  return new Promise((/** @type {(value?: any) => void} */ resume) => {
    const timer = setTimeout(resume, ms);
    signal.addEventListener("abort", () => { clearTimeout(timer); resume(); });
    addEventListener("online", () => { clearTimeout(timer); resume(); }, { once: true });
  });
}
