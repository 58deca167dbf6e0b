/** Opens a table: loads the match completely, then follows it until the page closes. */

import { follow } from "../../live/follow.js";
import { onNotice } from "../../notices/heard.js";
import { Problem, server } from "../../server/api.js";
import { session, settings } from "../../shell/session.js";
import { filled, moveOf } from "../../slots/draft.js";
import { effect, untracked } from "../../vendor/preact.js";
import { newer } from "./asks.js";
import { watchFold } from "./drift.js";
import { loadAsks, loadHead, loadLog, loadStart, loadView, refresh } from "./load.js";
import { loadLooks } from "./looks.js";
import { attempt, keyOf, submit } from "./moves.js";
import { watchHurry } from "./pace.js";
import { sleep } from "./patiently.js";
import { take } from "./rows.js";
import { keepDraft } from "./store.js";

/** The code for offline play is loaded this long after the table can be played. */
const STORED_MS = 4000;

/**
 * Loads everything and follows the match. The table is shown only once everything is loaded, so that nothing moves afterwards.
 * @param {(table: any, known: Promise<any>) => Promise<any>} loadParts loads the parts of the page that this match
 *   shows; known: resolves once the questions and the log are loaded
 */
export async function open(table, loadParts) {
  try {
    await Promise.all([
      loadHead(table).then(async () => (table.layout = await loadLooks(table.head.value.game))),
      loadView(table),
      loadStart(table),
    ]);
    const known = Promise.all([loadAsks(table), loadLog(table)]);
    await Promise.all([known.then(() => tryFirst(table)), loadParts(table, known)]);
    table.seen.value = null;
    lay(table);
    const reload = () => Promise.all([loadView(table), loadStart(table)]).then(() => loadAsks(table));
    const connection = follow(server, table.id, table.view.value.seq, {
      onRows: (rows) => void take(table, rows), // the next rows are not held back, as they may be urgent
      onPrompts: (openPrompts) => (table.openPrompts = newer(table.openPrompts, openPrompts)),
      onState: (state) => lineIs(table, state),
      seen: () => table.view.value.seq,
    });
    const unsubscribe = onNotice((notice) => {
      const concerns = notice === null || notice.match === table.id;
      if (concerns && document.hidden && table.link.state.value !== "live") refresh(table, true); // for the title of the tab
    });
    const unwatchFold = watchFold(table, { reconnect: connection.reconnect, reload });
    let [language, token] = [settings.value.language, session.value.token];
    const unwatch = effect(() => {
      if (settings.value.language === language && session.value.token === token) return;
      table.openPrompts = null; // their words are in the previous language
      connection.reconnect(); // the player determines the visible cards, and the language the labels of moves
      [language, token] = [settings.value.language, session.value.token];
      untracked(() => reload().catch(() => {}));
    });
    const unhurry = watchHurry(table);
    const unkeep = effect(() => keepDraft(table));
    const unseat = watchSeat(table);
    const stored = sleep(STORED_MS).then(() => table.closed || table.me.value === null || store(table));
    table.stop = () => {
      table.closed = true;
      stored.then((end) => end instanceof Function && end());
      unhurry();
      unkeep();
      unseat();
      connection.stop();
      unsubscribe();
      unwatch();
      unwatchFold();
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 401 && !table.isSignedOut) {
      table.isSignedOut = true; // the server refused the stored token, so the table is loaded again without it
      return open(table, loadParts);
    }
    const isSeen = error.status === 0 && session.value.token && (await asLastSeen(table, loadParts));
    if (!isSeen) table.fault.value = error;
  }
}

/** Remembers my seat, and sends an answer that was chosen together with the previous one. @returns {() => void} */
function watchSeat(table) {
  const unpay = effect(() => {
    const [ask, isBusy] = [table.ask.value, table.busy.value];
    untracked(() => ask && !isBusy && payOwing(table, ask));
  });
  let prompt = table.ask.value?.prompt;
  const unwatchAsk = effect(() => {
    if (table.ask.value?.prompt !== prompt) markQuestion(table);
    prompt = table.ask.value?.prompt;
  });
  const unseat = effect(() => {
    if (table.me.value !== null) table.lastSeat = table.me.value;
  });
  return () => {
    unpay();
    unwatchAsk();
    unseat();
  };
}

/** Remembers when the player sees the changed question: a slow browser draws it late. */
function markQuestion(table) {
  table.askedAt = Infinity;
  requestAnimationFrame(() => setTimeout(() => (table.askedAt = performance.now())));
}

/** Sends the second answer that was chosen with the first answer, if it still fits; otherwise the question is shown. */
function payOwing(table, ask) {
  const { owing } = table;
  const own = owing && ask.templates.filter((one) => one.verb === owing.verb);
  if (!own?.length || ask.then) return;
  table.owing = null;
  const whole = filled(own, owing);
  if (whole) submit(table, ask, moveOf(whole, owing));
}

function lay(table) {
  table.laidSeq = table.view.value.seq;
  table.laid.value = true;
}

const offline = () => import("../../offline/tables.js");

const store = (table) => offline().then((one) => one.watchTable(table), console.warn);

/** Shows the table as last stored in this browser until the connection is back; resolves to whether a stored table exists. */
async function asLastSeen(table, loadParts) {
  const found = await offline().catch(() => null);
  if (!(await found?.showKept(table))) return false;
  await loadParts(table, Promise.resolve());
  lay(table);
  found?.whenBack(table, () => open(table, loadParts));
  return true;
}

/** Records the state of the connection. After a break, counts the events missed meanwhile. */
async function lineIs(table, state) {
  const back = state === "live" && table.link.lost !== null;
  table.link.state.value = state;
  if (state === "waiting") table.link.lost ??= table.view.value.seq;
  if (!back) return;
  const from = table.link.lost;
  table.link.lost = null;
  await loadHead(table).catch(() => {});
  if (table.head.value.seq > from) table.link.missed.value = { from, to: table.head.value.seq };
  await refresh(table, true).catch(() => {}); // the question of the last row before the break may be missing
}

/** Tries a sentence that is complete from the start before it is shown, because its consequences need room. */
async function tryFirst(table) {
  const [ask, draft] = [table.ask.value, table.draft.value];
  const whole = ask && draft.verb && draft.prompt === ask.prompt ? filled(ask.templates, draft) : null;
  if (!whole) return;
  const move = moveOf(whole, draft);
  const answer = await attempt(table, ask, move).catch(() => null);
  if (answer) table.tried = { key: keyOf(ask, move), ...answer };
}
