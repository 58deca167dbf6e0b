/** Follows the events of a match through a stream, and reconnects automatically. */

import { watchAttention } from "./attention.js";
import { afterEnd, FRESH, healed, streamQuery } from "./reconnection.js";
import { pause } from "./pause.js";
import { inboxOf } from "./rows.js";
import { endOf, stream } from "./stream.js";
import { watchUnseen } from "./unseen.js";

/** @typedef {import("../server/transport.js").Transport} Server */
/** @typedef {{onRows: (rows: import("../types.js").Row[]) => any, onState: (state: "live"|"waiting"|"broken") => void, onPrompts: (openPrompts: any) => void, legal?: number, seen?: () => number}} Listener onPrompts: my open prompts with their legal moves, after the rows that a stream has sent; legal: the number of moves listed for each prompt; seen: the last row that the page has shown */

/** The interval of attempts while the browser reports no network, as the report may be wrong. */
const OFFLINE_MS = 10_000;

/**
 * Follows a match from a row on, until it is stopped. `reconnect` reopens the connection, which may be dead without a sign.
 * @param {Server} server @param {string} match @param {number} after @param {Listener} listener @returns {{stop: () => void, reconnect: () => void}}
 */
export function follow(server, match, after, listener) {
  const stopper = new AbortController();
  const inbox = inboxOf(after, listener.onRows);
  const link = { now: new AbortController(), unseen: /** @type {Promise<void>|null} */ (null) };
  const reconnect = () => link.now.abort();
  let see = () => {};
  const close = () => {
    link.unseen = new Promise((resolve) => (see = resolve));
    reconnect();
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
  globalThis.addEventListener?.("offline", reconnect);
  const query = () => `legal=${listener.legal ?? 0}${page ? `&page=${page}&looking=${Number(isLooking())}` : ""}`;
  run(server, match, inbox, { ...listener, query }, stopper.signal, link).catch((error) => {
    if (!stopper.signal.aborted) console.warn(error);
  });
  const stop = () => {
    globalThis.removeEventListener?.("offline", reconnect);
    unwatch();
    if (listener.seen && isLooking()) say(false);
    rest();
    stopper.abort();
    reconnect();
    see();
  };
  return { stop, reconnect };
}

async function run(server, match, inbox, listener, signal, link) {
  let connection = FRESH;
  while (!signal.aborted) {
    if (link.unseen || globalThis.navigator?.onLine === false) {
      listener.onState("waiting");
      await (link.unseen ?? pause(OFFLINE_MS, signal, false, server.answers));
      if (signal.aborted) return;
    }
    link.now = new AbortController();
    const onOpen = () => {
      connection = healed(connection);
      listener.onState("live");
    };
    const end = await listen(server, match, inbox, onOpen, link.now.signal, listener, connection).catch(endOf);
    if (signal.aborted) return;
    if (end === "rights") return listener.onState("broken");
    if (link.now.signal.aborted) continue;
    const { connection: after, pause: ms } = afterEnd(connection, end);
    connection = after;
    if (end !== "live" && end !== "drained") listener.onState("waiting");
    await pause(ms, signal, end === "offline", server.answers);
  }
}

const listen = (server, match, inbox, onOpen, signal, { onPrompts, query }, connection) =>
  stream({
    server,
    address: `matches/${match}/stream?after=${inbox.seq()}&${query()}${streamQuery(connection)}`,
    names: ["event", "prompt"],
    onOpen,
    onMessage: (name, data) => (name === "prompt" ? onPrompts(data) : inbox.put([data])),
    signal,
  });
