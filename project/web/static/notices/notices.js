/** Notices of all my matches. One tab receives them for all tabs, because browsers limit the number of connections. */

import { server } from "../server/api.js";
import { hear } from "./heard.js";
import { afterEnd, FRESH, healed, streamQuery } from "../live/reconnection.js";
import { pause } from "../live/pause.js";
import { session } from "../shell/session.js";
import { endOf, stream } from "../live/stream.js";
import { effect } from "../vendor/preact.js";

export const KINDS = [
  "your_turn",
  "match_started",
  "match_over",
  "invited",
  "message",
  "deadline_near",
  "round_drawn",
  "tournament_news",
];
const NAME = "comptoir.notices";
const others = new BroadcastChannel(NAME);
const pass = (notice) => {
  hear(notice);
  others.postMessage(notice);
};

/** Follows the notices while a player is signed in. */
export function followNotices() {
  others.onmessage = ({ data }) => hear(data);
  effect(() => {
    if (!session.value.token) return;
    const stopper = new AbortController();
    lead(stopper.signal).catch((error) => {
      if (!stopper.signal.aborted) console.warn(error);
    });
    return () => stopper.abort();
  });
}

/** Waits until no other tab receives notices. In an insecure context, which has no locks, each tab receives them. */
async function lead(signal) {
  if (!navigator.locks) return run(signal);
  await navigator.locks.request(NAME, { signal }, () => run(signal));
}

async function run(signal) {
  let connection = FRESH;
  let last = "";
  const onId = (id) => (last = id);
  const onMessage = (_, notice, id) => {
    onId(id);
    pass(notice);
  };
  while (!signal.aborted) {
    const onOpen = () => {
      if (!connection.reads) pass(null);
      connection = healed(connection);
    };
    const address = `me/stream?${last && `after=${last}`}${streamQuery(connection)}`;
    const end = await stream({ server, address, names: KINDS, onOpen, onMessage, onId, signal }).catch(endOf);
    if (end === "rights") return;
    const { connection: after, pause: ms } = afterEnd(connection, end);
    connection = after;
    await pause(ms, signal, end === "offline", server.answers);
  }
}
