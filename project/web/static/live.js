/** The rows of a match as they come: by a stream where the server has it, else by long polls. Reconnects by itself. */

import { paths, request } from "./api.js";
import { after as next, FRESH, healed, POLLING_MS } from "./line.js";
import { inboxOf } from "./rows.js";
import { endOf, pause, stream } from "./stream.js";

/** @typedef {{onRows: (rows: import("./types.js").Row[]) => any, onState: (state: "live"|"waiting"|"broken") => void}} Listener */

/**
 * Follows a match from a row on, until it is stopped. `again` reopens the line: a line may be dead without saying so.
 * @param {string} match @param {number} after @param {Listener} listener @returns {{stop: () => void, again: () => void}}
 */
export function follow(match, after, listener) {
  const stopper = new AbortController();
  const inbox = inboxOf(after, listener.onRows);
  let link = new AbortController();
  const linked = () => (link = new AbortController());
  run(match, inbox, listener, stopper.signal, linked).catch((error) => {
    if (!stopper.signal.aborted) console.warn(error);
  });
  return {
    stop: () => {
      stopper.abort();
      link.abort();
    },
    again: () => link.abort(),
  };
}

async function run(match, inbox, listener, signal, linked) {
  let line = FRESH;
  while (!signal.aborted) {
    const known = await paths();
    const streams = known.has("/matches/{match_id}/stream") && known.has("/stream-tickets");
    if (!streams) line = { ...line, polls: true };
    const link = linked();
    const onOpen = () => {
      line = healed(line);
      listener.onState("live");
    };
    const end = await (line.polls ? poll : listen)(match, inbox, onOpen, link.signal, streams).catch(endOf);
    if (signal.aborted) return;
    if (end === "rights") return listener.onState("broken");
    if (link.signal.aborted) continue;
    if (end === "live" && line.polls) {
      line = FRESH;
      continue;
    }
    const { line: after, pause: ms } = next(line, end);
    line = after;
    if (end !== "live") listener.onState("waiting");
    await pause(ms, signal);
  }
}

const listen = (match, inbox, onOpen, signal) =>
  stream({
    address: `matches/${match}/stream?after=${inbox.seq()}`,
    ticket: { match },
    names: ["event"],
    onOpen,
    onMessage: (_, row) => inbox.put([row]),
    signal,
  });

/** Long polls; where streams exist, for five minutes, and then a stream is tried again. @returns {Promise<import("./line.js").End>} */
async function poll(match, inbox, onOpen, signal, streams) {
  const until = streams ? performance.now() + POLLING_MS : Infinity;
  let etag = null;
  while (!signal.aborted && performance.now() < until) {
    const answer = await request("GET", `matches/${match}/events?after=${inbox.seq()}&limit=200&wait=25`, {
      etag,
      signal,
    });
    onOpen();
    if (!answer) continue;
    etag = answer.body.items.length ? null : answer.etag;
    await inbox.put(answer.body.items);
  }
  return "live";
}
