/** Tables as last seen: stored during play, and shown while there is no network. */

import { pause } from "../live/pause.js";
import { request, server, serverNow } from "../server/api.js";
import { session } from "../shell/session.js";
import { begin, createTable } from "../table/state/store.js";
import { loadAll } from "../table/state/load.js";
import { loadLooks } from "../table/state/looks.js";
import { batch, effect } from "../vendor/preact.js";
import { sentence } from "../words/sentence.js";
import { loadMoreTexts } from "../words/texts.js";
import { allKept, drop, keep, kept } from "./database.js";
import { loadQueued, queue, queued, sendQueued } from "./queue.js";

/** A table is stored after this time without events. */
const REST_MS = 1200;
/** The maximum number of stored tables. The tables seen last are kept. */
const MOST = 40;
/** The time without requests to an unreachable server, unless the browser reports that the network is back. */
const AWAY_MS = 10_000;

/** Stores a table whenever it is idle, and shows its move that waits for the connection. @param {any} table a store @returns {() => void} a function that stops watching */
export function watchTable(table) {
  let timer = 0;
  Promise.all([loadMoreTexts(), loadQueued(), import("./messages.js")]).catch(() => {}); // loaded before they are needed
  const ends = [
    effect(() => {
      const [, , line] = [table.view.value, table.asks.value, table.link.state.value];
      clearTimeout(timer);
      if (line === "live" && table.me.value !== null)
        timer = setTimeout(() => keepTable(table).catch((error) => console.warn(error)), REST_MS);
    }),
    effect(() => {
      const move = queued.value[table.id];
      table.later.value = move && move.state !== "played" ? move : null; // a played move is in the log
    }),
    effect(() => {
      if (table.link.state.value === "live") sendQueued().catch((error) => console.warn(error));
    }),
  ];
  return () => {
    clearTimeout(timer);
    ends.forEach((end) => end());
  };
}

const described = new Set();

/** Fetches the game again through the service worker, which may have started after the page. @param {string} name */
async function keepGame(name) {
  const { serviceWorker } = navigator;
  const key = `${name} ${document.documentElement.lang}`;
  if (!serviceWorker || document.documentElement.dataset.bundle === undefined || described.has(key)) return;
  described.add(key);
  if (!serviceWorker.controller)
    await new Promise((resume) => serviceWorker.addEventListener("controllerchange", resume, { once: true }));
  await request("GET", `games/${name}`);
}

/** Stores a table in its current state, with the tag against which a move can be checked later. @param {any} table */
async function keepTable(table) {
  const { id, sets, printed } = table;
  const [view, asks] = [table.view.value, table.asks.value];
  if (asks.some((ask) => ask.templates.length) && table.tag?.seq !== view.seq) {
    const { body, etag } = await request("GET", `matches/${id}/view?faces=ids`);
    if (body.seq !== view.seq) return; // the table has changed; it is stored when it is idle again
    table.tag = { seq: view.seq, etag };
  }
  keepGame(table.head.value.game).catch((error) => console.warn(error));
  const record = { id, player: session.value.name, at: serverNow(), view, asks, sets, printed, tag: table.tag };
  await keep("tables", { ...record, head: table.head.value, log: table.log.value });
  const old = (await allKept("tables")).sort((a, b) => b.at - a.at).slice(MOST);
  await Promise.all(old.map((one) => drop("tables", one.id)));
}

/** Shows a table as last seen in this browser; resolves to whether a stored table exists. @param {any} table */
export async function showKept(table) {
  const record = await kept("tables", table.id);
  if (!record) return false;
  [table.layout] = await Promise.all([loadLooks(record.head.game), loadMoreTexts().catch(() => {})]);
  const { sets, printed, tag, head, view, asks, log, at } = record;
  Object.assign(table, { sets, printed, tag });
  batch(() => {
    table.link.state.value = "waiting";
    table.seen.value = at;
    [table.head.value, table.view.value, table.asks.value, table.log.value] = [head, view, asks, log];
    begin(table);
  });
  return true;
}

/** Watches a table that is shown as last seen, and reopens it when the server answers or another player signs in. @param {any} table @param {() => Promise<void>} reopen */
export async function whenBack(table, reopen) {
  const over = new AbortController();
  const end = watchTable(table);
  const { token } = session.value;
  const unwatch = effect(() => {
    if (session.value.token !== token) over.abort();
  });
  table.stop = () => {
    table.closed = true;
    over.abort();
  };
  do await pause(AWAY_MS, over.signal, true, server.answers);
  while (!over.signal.aborted && !(await server.answers(over.signal)));
  end();
  unwatch();
  if (!table.closed) await reopen();
}

/** Stores a move of this table; it is sent when the connection is back. @param {any} table @param {import("../table/types.js").Match} match */
export const playLater = (table, match, ask, move) =>
  queue({
    id: table.id,
    game: match.head?.game ?? "",
    body: { prompt: ask.prompt, ...move },
    words: sentence({ ...match, words: ask.words }, move, match.me),
    tag: table.tag.etag,
  });

/** Stores my tables whose current state this browser has not seen. @param {{id: string, seq: number}[]} matches */
export async function keepUnseen(matches) {
  const seen = new Map((await allKept("tables")).map(({ id, view }) => [id, view.seq]));
  for (const { id } of matches.filter((match) => seen.get(match.id) !== match.seq).slice(0, MOST)) {
    const table = createTable(id);
    await loadAll(table);
    await keepTable(table);
  }
}
