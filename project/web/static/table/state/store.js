/** One match as this browser sees it: head, view, what may be done, the log. Signals that components read. */

import { get, Problem, post, request } from "../../server/api.js";
import { game as gameOf } from "../../server/catalog.js";
import { fold, printedIn } from "../../live/fold.js";
import { onNotice } from "../../notices/heard.js";
import { follow } from "../../live/follow.js";
import { keepReceipt } from "../../audit/receipts.js";
import { session, settings } from "../../shell/session.js";
import { EMPTY, completed, filled, moveOf, stillFitting } from "../../slots/draft.js";
import { batch, computed, effect, signal, untracked } from "../../vendor/preact.js";
import { watchFold } from "./drift.js";
import { lineOf } from "../../words/lines.js";
import { loadLooks } from "./looks.js";
import { play as animate } from "../board/motion.js";
import { patiently, sleep } from "./patiently.js";
import { isDoubled } from "../../shell/working.js";

/** @typedef {import("../../types.js").View} View @typedef {import("../../types.js").Head} Head @typedef {import("../../types.js").Row} Row */
/** @typedef {{prompt: number, templates: import("../../types.js").Template[], words: Record<string, string>}} Ask */

const LOG_AT_FIRST = 80;
const RUSH = 12;

/** @param {string} id */
export function createTable(id) {
  const table = {
    id,
    head: signal(/** @type {Head|null} */ (null)),
    view: signal(/** @type {View|null} */ (null)),
    asks: signal(/** @type {Ask[]} */ ([])),
    log: signal(/** @type {{row: Row, seen: Record<string, string>}[]} */ ([])),
    line: signal("live"),
    fault: signal(/** @type {Problem|null} */ (null)),
    chosen: signal(/** @type {number|null} */ (null)),
    draft: signal(keptDraft(id)),
    tried: /** @type {{key: string, legal: boolean, errors: any[], outcome: string[]}|null} */ (null), // the first sentence
    asked: -Infinity, // when the question changed
    busy: signal(false),
    refusal: signal(/** @type {Problem|null} */ (null)),
    queue: Promise.resolve(),
    queued: 0,
    refreshed: 0,
    owed: false, // a view that could not be fetched yet
    closed: false,
    sets: /** @type {string[]} */ ([]),
    printed: /** @type {Record<string, import("../../types.js").Face>} */ ({}),
    missed: signal(/** @type {{from: number, to: number}|null} */ (null)),
    lost: /** @type {number|null} */ (null),
    laid: signal(false),
    stop: () => {},
  };
  table.game = computed(() => (table.head.value ? gameOf(table.head.value.game) : undefined));
  table.ask = computed(() => activeAsk(table));
  table.me = computed(() => table.view.value?.viewer ?? null);
  return table;
}

const KEPT = "comptoir.sentence";

/** The sentence under way survives a reload of the page; it belongs to one prompt of one match. */
const keepDraft = ({ id, draft }) => sessionStorage.setItem(KEPT, JSON.stringify({ id, draft: draft.value }));

function keptDraft(match) {
  const { id, draft } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  return id === match ? draft : { ...EMPTY, prompt: -1 };
}

/** The question on the bar: the one chosen, the one half answered, else the first that holds the table up. */
function activeAsk({ asks, chosen, draft, view }) {
  const now = asks.value.filter((ask) => view.value.prompts.some((prompt) => prompt.id === ask.prompt && prompt.open));
  const found = (prompt) => now.find((ask) => ask.prompt === prompt);
  const open = now.filter((ask) => ask.templates.length);
  const begun = draft.value.verb && Object.keys(draft.value.args).length > 0;
  return (
    found(chosen.value) ??
    (begun ? found(draft.value.prompt) : undefined) ??
    open.find((ask) => !isBeside(view.value, ask)) ??
    open[0] ??
    now[0] ??
    null
  );
}

const isBeside = (view, ask) => view.prompts.find((prompt) => prompt.id === ask.prompt)?.beside ?? false;

/**
 * Loads everything and follows the match. The table is laid once all of it is here, so that nothing moves afterwards.
 * @param {(table: any, asked: Promise<any>) => Promise<any>} loadParts what loads the parts of the page that this match shows
 */
export async function open(table, loadParts) {
  try {
    await Promise.all([
      loadHead(table).then(() => loadLooks(table.head.value.game)),
      loadView(table),
      loadStart(table),
    ]);
    const asked = loadAsks(table);
    await Promise.all([loadLog(table), asked.then(() => tryFirst(table)), loadParts(table, asked)]);
    table.laid.value = true;
    const reload = () => Promise.all([loadView(table), loadStart(table)]).then(() => loadAsks(table));
    const line = follow(table.id, table.view.value.seq, {
      onRows: (rows) => take(table, rows),
      onState: (state) => lineIs(table, state),
    });
    const deaf = onNotice((notice) => {
      const concerns = notice === null || notice.match === table.id;
      if (concerns && document.hidden && table.line.value !== "live") refresh(table, true); // for the title of the tab
    });
    const unwatchFold = watchFold(table, { again: line.again, reload });
    let [language, token] = [settings.value.language, session.value.token];
    const unwatch = effect(() => {
      if (settings.value.language === language && session.value.token === token) return;
      if (session.value.token !== token) line.again(); // who one is decides what one may see
      [language, token] = [settings.value.language, session.value.token];
      untracked(() => reload().catch(() => {}));
    });
    const unkeep = effect(() => keepDraft(table));
    let prompt = table.ask.value?.prompt;
    const unasked = effect(() => {
      if (table.ask.value?.prompt !== prompt) table.asked = performance.now();
      prompt = table.ask.value?.prompt;
    });
    table.stop = () => {
      table.closed = true;
      unkeep();
      unasked();
      line.stop();
      deaf();
      unwatch();
      unwatchFold();
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    table.fault.value = error;
  }
}

/** Notes how the line is. What happened while it was broken is counted when it is back. */
async function lineIs(table, state) {
  const back = state === "live" && table.lost !== null;
  table.line.value = state;
  if (state === "waiting") table.lost ??= table.view.value.seq;
  if (!back) return;
  const from = table.lost;
  table.lost = null;
  await loadHead(table).catch(() => {});
  if (table.head.value.seq > from) table.missed.value = { from, to: table.head.value.seq };
  await refresh(table, true).catch(() => {}); // what the last row before the break asks may not have come
}

/** What row 0 says of the whole match: the zones without an order, and what is printed on each face. */
async function loadStart(table) {
  const [{ items }, start] = await Promise.all([
    get(`matches/${table.id}/events?limit=1`),
    get(`matches/${table.id}/view?at=0`),
  ]);
  table.sets = items[0]?.sets ?? [];
  table.printed = printedIn(start);
}

async function loadHead(table) {
  table.head.value = await get(`matches/${table.id}`);
}

/** Takes the server's view, but for the same eyes none that is older than the rows which have come meanwhile. */
export async function loadView(table) {
  const view = await get(`matches/${table.id}/view`);
  const now = table.view.value;
  if (!now || view.seq >= now.seq || view.viewer !== now.viewer) table.view.value = view;
}

async function loadLog(table) {
  const after = table.view.value.seq - LOG_AT_FIRST;
  const { items } = await get(`matches/${table.id}/events?limit=200${after >= 0 ? `&after=${after}` : ""}`);
  const seen = {};
  table.log.value = items.filter((row) => row.seq <= table.view.value.seq).map((row) => lineOf(row, seen));
}

/** Tries a sentence that is whole from the start before it is shown: what follows from it takes room. */
async function tryFirst(table) {
  const [ask, draft] = [table.ask.value, table.draft.value];
  const whole = ask && draft.verb && draft.prompt === ask.prompt ? filled(ask.templates, draft) : null;
  if (!whole) return;
  const move = moveOf(whole, draft);
  const answer = await attempt(table, ask, move).catch(() => null);
  if (answer) table.tried = { key: keyOf(ask, move), ...answer };
}

/** What a move is tried under. @param {Ask} ask @param {import("../../types.js").Move} move */
export const keyOf = (ask, move) => `${ask.prompt} ${JSON.stringify(move)}`;

/** My open prompts with their legal moves; none for spectators. */
export async function loadAsks(table) {
  const view = table.view.value;
  const prompted =
    view.viewer !== null && view.prompts.some((prompt) => prompt.open && prompt.seats.includes(view.viewer));
  if (!prompted || view.standings) return setAsks(table, []);
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

function setAsks(table, asks) {
  batch(() => {
    table.asks.value = asks;
    if (!asks.some((ask) => ask.prompt === table.chosen.value)) table.chosen.value = null;
    const draft = table.draft.value;
    const same = asks.find((ask) => ask.prompt === draft.prompt);
    if (same) table.draft.value = { ...stillFitting(same.templates, draft), prompt: same.prompt };
    else if (!table.view.value.prompts.some((prompt) => prompt.id === draft.prompt))
      table.draft.value = { ...EMPTY, prompt: -1 }; // a sentence ends with its question; an interrupted one waits
    begin(table);
  });
}

/** Where one verb alone is left, the sentence begins by itself; but nobody is made to talk. */
export function begin(table) {
  const ask = activeAsk(table);
  if (!ask || isBeside(table.view.value, ask) || (table.draft.value.verb && table.draft.value.prompt === ask.prompt))
    return;
  const verbs = [...new Set(ask.templates.map((template) => template.verb))];
  if (verbs.length === 1 && ask.templates.some((template) => Object.keys(template.slots).length))
    table.draft.value = { ...completed(ask.templates, { verb: verbs[0], args: {} }), prompt: ask.prompt };
}

/** Rows in the order in which they came, whether by the stream or as the answer to a move. */
function take(table, rows) {
  table.queued++;
  const shown = table.queue.then(() => {
    table.queued--;
    return show(table, rows);
  });
  return (table.queue = shown.catch((error) => {
    console.warn(error);
    return refresh(table, true).catch(() => {});
  }));
}

/** Rows that came: folded one after another, shown as they move, then what only the server knows is fetched. */
async function show(table, rows) {
  const rush =
    rows.length > RUSH || document.hidden || table.lost !== null || rows[0].seq <= (table.missed.value?.to ?? 0);
  for (const row of rows) {
    if (row.seq > table.view.value.seq + 1) await loadView(table);
    const before = table.view.value;
    if (row.seq <= before.seq) {
      note(table, row, {});
      continue;
    }
    const faces = Object.fromEntries(Object.entries(before.faces).map(([card, face]) => [card, face.face]));
    const change = () =>
      batch(() => {
        const view = table.view.value; // a newer one can have been loaded during the movement
        if (row.seq === view.seq + 1) table.view.value = fold(view, row, table.printed, table.sets);
        note(table, row, faces);
      });
    if (rush) change();
    else await animate(row, change, rows.length);
  }
  const steady = rows.every((row) => STEADY.has(row.type));
  if (!steady || table.head.value.clock?.bank) await loadHead(table); // rows do not carry what is left in a bank
  if (table.queued === 0) await refresh(table, !steady || !rows[rows.length - 1].to_act);
}

const GAP_MS = 140;

/** Fetches what rows do not carry, at most every 140 ms, and until the server has answered: the question may be in it. */
async function refresh(table, views) {
  table.owed ||= views;
  const early = table.refreshed + GAP_MS * Math.max(1, table.asks.value.length) - performance.now();
  if (early > 0) await sleep(early);
  table.refreshed = performance.now();
  await patiently(
    async () => {
      if (table.owed) await loadView(table);
      table.owed = false;
      await loadAsks(table);
    },
    () => table.queued > 0 || table.closed,
  );
}

function note(table, row, faces) {
  if (!table.log.value.some((line) => line.row.seq === row.seq))
    table.log.value = [...table.log.value, lineOf(row, faces)];
}

const STEADY = new Set(["move", "message", "clock"]);

/** Plays a move; resolves to whether it was taken. A refusal stays to be read. */
export async function submit(table, ask, move) {
  if (table.busy.value || isDoubled()) return false;
  table.busy.value = true;
  table.refusal.value = null;
  try {
    const answer = await post(`matches/${table.id}/moves`, { prompt: ask.prompt, ...move });
    if (answer.receipt) keepReceipt(answer.receipt);
    table.draft.value = { ...EMPTY, prompt: -1 };
    if (answer.seq === null || answer.accepted) await loadView(table).then(() => loadAsks(table));
    else if (answer.event && answer.seq === table.view.value.seq + 1) await take(table, [answer.event]);
    else await until(table, answer.seq);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    table.refusal.value = error;
    if (["stale_prompt", "stale_offer", "illegal_move", "cooling_down"].includes(error.code))
      await loadView(table).then(() => loadAsks(table));
    return false;
  } finally {
    table.busy.value = false;
  }
}

const PATIENCE_MS = 2500;

/** Waits until a row has come by the stream; not for ever. */
async function until(table, seq) {
  for (let waited = 0; table.view.value.seq < seq && waited < PATIENCE_MS; waited += 50) await sleep(50);
  await table.queue;
}

/** Tries a move, whole or in part, without playing it. */
export const attempt = async (table, ask, move) =>
  (await request("POST", `matches/${table.id}/legal-moves`, { body: { prompt: ask.prompt, ...move } }))?.body;
