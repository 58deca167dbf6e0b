/** Loads the parts of a match that only the server knows: its head, its view, the questions for me. */

import { printedIn } from "../../live/fold.js";
import { EMPTY, stillFitting } from "../../slots/draft.js";
import { get } from "../../server/api.js";
import { batch } from "../../vendor/preact.js";
import { lineOf } from "../../words/lines.js";
import { asksIn } from "./asks.js";
import { patiently, sleep } from "./patiently.js";
import { begin } from "./store.js";

const LOG_AT_FIRST = 80;

export async function loadHead(table) {
  table.head.value = await get(`matches/${table.id}`);
}

/** Loads the server's view. For the same viewer, a view older than the rows received meanwhile is ignored. */
export async function loadView(table) {
  const view = await get(`matches/${table.id}/view`);
  const now = table.view.value;
  if (!now || view.seq >= now.seq || view.viewer !== now.viewer) table.view.value = view;
}

/** Loads my open prompts with their legal moves, as the server last sent them or by a request; none for spectators. */
export async function loadAsks(table) {
  const view = table.view.value;
  const prompted =
    view.viewer !== null && view.prompts.some((prompt) => prompt.open && prompt.seats.includes(view.viewer));
  if (!prompted || view.standings) return setAsks(table, []);
  const asks = asksIn(table.openPrompts, view);
  if (asks) return setAsks(table, asks);
  const first = await get(`matches/${table.id}/legal-moves?limit=0`).catch(stale);
  if (!first) return setAsks(table, []);
  const others = first.prompts.filter((prompt) => prompt !== first.prompt);
  const more = await Promise.all(
    others.map((prompt) => get(`matches/${table.id}/legal-moves?limit=0&prompt=${prompt}`).catch(stale)),
  );
  setAsks(
    table,
    [first, ...more.filter(Boolean)].filter((ask) => ask.prompt !== null),
  );
}

const stale = (error) => {
  if (error.code === "stale_prompt" || error.code === "match_over" || error.code === "match_not_running") return null;
  throw error;
};

function setAsks(table, found) {
  const asks = found.map((ask) => table.layout?.adaptAsk?.(table.view.value, ask) ?? ask);
  batch(() => {
    table.asks.value = asks;
    if (!asks.some((ask) => ask.prompt === table.chosen.value)) table.chosen.value = null;
    const draft = table.draft.value;
    const same = asks.find((ask) => ask.prompt === draft.prompt);
    if (same) table.draft.value = { ...stillFitting(same.templates, draft), prompt: same.prompt };
    else if (!table.view.value.prompts.some((prompt) => prompt.id === draft.prompt))
      table.draft.value = { ...EMPTY, prompt: -1 }; // a sentence ends with its question; the sentence of an interrupted question is kept
    begin(table);
  });
}

const GAP_MS = 140;

/** Loads what rows do not contain: at most every 140 ms, and repeatedly until the server answers, because the question may be in the answer. */
export async function refresh(table, views) {
  table.link.owed ||= views;
  const early = table.link.refreshed + GAP_MS * Math.max(1, table.asks.value.length) - performance.now();
  if (early > 0 && (table.link.owed || !asksIn(table.openPrompts, table.view.value))) await sleep(early);
  table.link.refreshed = performance.now();
  await patiently(
    async () => {
      if (table.link.owed) await loadView(table);
      table.link.owed = false;
      await loadAsks(table);
    },
    () => table.flow.queued > 0 || table.closed,
  );
}

/** Loads the facts of row 0 about the whole match: the zones without an order, and the printed values of each face. */
export async function loadStart(table) {
  const [{ items }, start] = await Promise.all([
    get(`matches/${table.id}/events?limit=1`),
    get(`matches/${table.id}/view?at=0`),
  ]);
  table.sets = items[0]?.sets ?? [];
  table.printed = printedIn(start);
}

/** Loads the last rows. */
export async function loadLog(table) {
  const after = table.view.value.seq - LOG_AT_FIRST;
  const { items } = await get(`matches/${table.id}/events?limit=200${after >= 0 ? `&after=${after}` : ""}`);
  const seen = {};
  table.log.value = items.filter((row) => row.seq <= table.view.value.seq).map((row) => lineOf(row, seen));
}

/** Loads the current state of a match without following it. */
export async function loadAll(table) {
  await Promise.all([loadHead(table), loadView(table), loadStart(table)]);
  await Promise.all([loadAsks(table), loadLog(table)]);
}
