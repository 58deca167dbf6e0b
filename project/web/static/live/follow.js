/** The rows of a match as they come: by a stream where the server has it, else by long polls. Reconnects by itself. */

import { watchAttention } from "./attention.js";
import { after as next, FRESH, healed, POLLING_MS } from "./line.js";
import { pause } from "./pause.js";
import { inboxOf } from "./rows.js";
import { endOf, SILENT_MS, stream } from "./stream.js";
import { watchUnseen } from "./unseen.js";

/** @typedef {import("../server/transport.js").Transport} Server */
/** @typedef {{onRows: (rows: import("../types.js").Row[]) => any, onState: (state: "live"|"waiting"|"broken") => void, onPrompts: (said: any) => void, onPolled?: () => Promise<void>, legal?: number, seen?: () => number}} Listener onPrompts: my open prompts with their legal moves, after the rows that a stream has sent; legal: how many moves each lists; onPolled: rows that came without prompts are all here; seen: the last row that the page has shown */

/** A browser may be wrong about its line, so that it is tried now and then. */
const OFFLINE_MS = 10_000;
const WAIT_SECONDS = 12;

/**
 * Follows a match from a row on, until it is stopped. `again` reopens the line: a line may be dead without saying so.
 * @param {Server} server @param {string} match @param {number} after @param {Listener} listener @returns {{stop: () => void, again: () => void}}
 */
export function follow(server, match, after, listener) {
  const stopper = new AbortController();
  const inbox = inboxOf(after, listener.onRows);
  const link = { now: new AbortController(), unseen: /** @type {Promise<void>|null} */ (null) };
  const again = () => link.now.abort();
  let see = () => {};
  const close = () => {
    link.unseen = new Promise((resolve) => (see = resolve));
    again();
  };
  const reopen = () => {
    link.unseen = null;
    see();
  };
  const unwatch = watchUnseen(close, reopen);
  const page = crypto.randomUUID?.(); // not where the connection is not safe
  const say = (looking) => {
    if (!page || !server.isSignedIn) return;
    const body = { page, looking, seen: looking ? undefined : listener.seen?.() };
    server.request("PUT", `matches/${match}/looking`, { body, keepalive: true }).catch(() => {}); // also from a page that is left
  };
  const { isLooking, stop: rest } = watchAttention(say);
  globalThis.addEventListener?.("offline", again);
  const asked = () => `legal=${listener.legal ?? 0}${page ? `&page=${page}&looking=${Number(isLooking())}` : ""}`;
  run(server, match, inbox, { ...listener, asked }, stopper.signal, link).catch((error) => {
    if (!stopper.signal.aborted) console.warn(error);
  });
  const stop = () => {
    globalThis.removeEventListener?.("offline", again);
    unwatch();
    if (listener.seen && isLooking()) say(false);
    rest();
    stopper.abort();
    again();
    see();
  };
  return { stop, again };
}

async function run(server, match, inbox, listener, signal, link) {
  let line = FRESH;
  while (!signal.aborted) {
    if (link.unseen || globalThis.navigator?.onLine === false) {
      listener.onState("waiting");
      await (link.unseen ?? pause(OFFLINE_MS, signal, false, server.answers));
      if (signal.aborted) return;
    }
    const streams = await server.streams();
    if (!streams) line = { ...line, polls: true };
    link.now = new AbortController();
    const onOpen = () => {
      line = healed(line);
      listener.onState("live");
    };
    const end = await (
      line.polls
        ? poll(server, match, inbox, { ...listener, onOpen }, link.now.signal, streams)
        : listen(server, match, inbox, onOpen, link.now.signal, listener)
    ).catch(endOf);
    if (signal.aborted) return;
    if (end === "rights") return listener.onState("broken");
    if (link.now.signal.aborted) continue;
    if (end === "live" && line.polls) {
      line = FRESH;
      continue;
    }
    const { line: after, pause: ms } = next(line, end);
    line = after;
    if (end !== "live") listener.onState("waiting");
    await pause(ms, signal, end === "offline", server.answers);
  }
}

const listen = (server, match, inbox, onOpen, signal, { onPrompts, asked }) =>
  stream({
    server,
    address: `matches/${match}/stream?after=${inbox.seq()}&${asked()}`,
    names: ["event", "prompt"],
    onOpen,
    onMessage: (name, data) => (name === "prompt" ? onPrompts(data) : inbox.put([data])),
    signal,
  });

/** Long polls; where streams exist, for five minutes, and then a stream is tried again. @returns {Promise<import("./line.js").End>} */
async function poll(server, match, inbox, { onOpen, onPolled }, signal, streams) {
  const until = streams ? performance.now() + POLLING_MS : Infinity;
  let etag = null;
  while (!signal.aborted && performance.now() < until) {
    const path = `matches/${match}/events?after=${inbox.seq()}&limit=200&wait=${WAIT_SECONDS}`;
    const answer = await server.request("GET", path, { etag, signal, patience: SILENT_MS });
    onOpen();
    if (!answer) continue;
    etag = answer.body.items.length ? null : answer.etag;
    await inbox.put(answer.body.items);
    await onPolled?.();
  }
  return "live";
}
