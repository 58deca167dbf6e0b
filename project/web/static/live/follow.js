/** Follows the events of a match through a stream, and reconnects automatically. */

import { watchAttention } from "./attention.js";
import { after as next, asked, FRESH, healed } from "./line.js";
import { pause } from "./pause.js";
import { inboxOf } from "./rows.js";
import { endOf, stream } from "./stream.js";
import { watchUnseen } from "./unseen.js";

/** @typedef {import("../server/transport.js").Transport} Server */
/** @typedef {{onRows: (rows: import("../types.js").Row[]) => any, onState: (state: "live"|"waiting"|"broken") => void, onPrompts: (said: any) => void, legal?: number, seen?: () => number}} Listener onPrompts: my open prompts with their legal moves, after the rows that a stream has sent; legal: the number of moves listed for each prompt; seen: the last row that the page has shown */

/** The interval of attempts while the browser reports no network, as the report may be wrong. */
const OFFLINE_MS = 10_000;

/**
 * Follows a match from a row on, until it is stopped. `again` reopens the connection, which may be dead without a sign.
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
  const page = crypto.randomUUID?.(); // undefined in an insecure context
  const say = (looking) => {
    if (!page || !server.isSignedIn) return;
    const body = { page, looking, seq: looking ? undefined : listener.seen?.() };
    server.request("PUT", `matches/${match}/seen`, { body, keepalive: true }).catch(() => {}); // works also while the page is left
  };
  const { isLooking, stop: rest } = watchAttention(say);
  globalThis.addEventListener?.("offline", again);
  const query = () => `legal=${listener.legal ?? 0}${page ? `&page=${page}&looking=${Number(isLooking())}` : ""}`;
  run(server, match, inbox, { ...listener, query }, stopper.signal, link).catch((error) => {
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
    link.now = new AbortController();
    const onOpen = () => {
      line = healed(line);
      listener.onState("live");
    };
    const end = await listen(server, match, inbox, onOpen, link.now.signal, listener, line).catch(endOf);
    if (signal.aborted) return;
    if (end === "rights") return listener.onState("broken");
    if (link.now.signal.aborted) continue;
    const { line: after, pause: ms } = next(line, end);
    line = after;
    if (end !== "live" && end !== "said") listener.onState("waiting");
    await pause(ms, signal, end === "offline", server.answers);
  }
}

const listen = (server, match, inbox, onOpen, signal, { onPrompts, query }, line) =>
  stream({
    server,
    address: `matches/${match}/stream?after=${inbox.seq()}&${query()}${asked(line)}`,
    names: ["event", "prompt"],
    onOpen,
    onMessage: (name, data) => (name === "prompt" ? onPrompts(data) : inbox.put([data])),
    signal,
  });
