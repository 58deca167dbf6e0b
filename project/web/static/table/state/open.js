/** Opens a table: loads it whole, then follows the match until the page goes. */

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
import { attempt, keyOf } from "./moves.js";
import { watchHurry } from "./pace.js";
import { sleep } from "./patiently.js";
import { take } from "./rows.js";
import { keepDraft } from "./store.js";

/** What a lost network needs is loaded once one can play. */
const STORED_MS = 4000;

/**
 * Loads everything and follows the match. The table is laid once all of it is here, so that nothing moves afterwards.
 * @param {(table: any, known: Promise<any>) => Promise<any>} loadParts what loads the parts of the page that this match
 *   shows; known: once the questions and the log are here
 */
export async function open(table, loadParts) {
  try {
    await Promise.all([
      loadHead(table).then(() => loadLooks(table.head.value.game)),
      loadView(table),
      loadStart(table),
    ]);
    const known = Promise.all([loadAsks(table), loadLog(table)]);
    await Promise.all([known.then(() => tryFirst(table)), loadParts(table, known)]);
    table.seen.value = null;
    lay(table);
    const reload = () => Promise.all([loadView(table), loadStart(table)]).then(() => loadAsks(table));
    const line = follow(server, table.id, table.view.value.seq, {
      onRows: (rows) => void take(table, rows), // the next ones are not held back: they may be urgent
      onPrompts: (said) => (table.said = newer(table.said, said)),
      onState: (state) => lineIs(table, state),
      seen: () => table.view.value.seq,
    });
    const deaf = onNotice((notice) => {
      const concerns = notice === null || notice.match === table.id;
      if (concerns && document.hidden && table.line.value !== "live") refresh(table, true); // for the title of the tab
    });
    const unwatchFold = watchFold(table, { again: line.again, reload });
    let [language, token] = [settings.value.language, session.value.token];
    const unwatch = effect(() => {
      if (settings.value.language === language && session.value.token === token) return;
      table.said = null; // in the language before
      line.again(); // who one is decides what one may see, and the language what moves are called
      [language, token] = [settings.value.language, session.value.token];
      untracked(() => reload().catch(() => {}));
    });
    const unhurry = watchHurry(table);
    const unkeep = effect(() => keepDraft(table));
    let prompt = table.ask.value?.prompt;
    const unasked = effect(() => {
      if (table.ask.value?.prompt !== prompt) table.asked = performance.now();
      prompt = table.ask.value?.prompt;
    });
    const stored = sleep(STORED_MS).then(() => table.closed || table.me.value === null || store(table));
    table.stop = () => {
      table.closed = true;
      stored.then((end) => end instanceof Function && end());
      unhurry();
      unkeep();
      unasked();
      line.stop();
      deaf();
      unwatch();
      unwatchFold();
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isSeen = error.status === 0 && session.value.token && (await asLastSeen(table, loadParts));
    if (!isSeen) table.fault.value = error;
  }
}

function lay(table) {
  table.laidSeq = table.view.value.seq;
  table.laid.value = true;
}

const offline = () => import("../../offline/tables.js");

const store = (table) => offline().then((one) => one.watchTable(table), console.warn);

/** Shows the table as this browser has last seen it, until the line is back; resolves to whether it ever has. */
async function asLastSeen(table, loadParts) {
  const found = await offline().catch(() => null);
  if (!(await found?.showKept(table))) return false;
  await loadParts(table, Promise.resolve());
  lay(table);
  found?.whenBack(table, () => open(table, loadParts));
  return true;
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

/** Tries a sentence that is whole from the start before it is shown: what follows from it takes room. */
async function tryFirst(table) {
  const [ask, draft] = [table.ask.value, table.draft.value];
  const whole = ask && draft.verb && draft.prompt === ask.prompt ? filled(ask.templates, draft) : null;
  if (!whole) return;
  const move = moveOf(whole, draft);
  const answer = await attempt(table, ask, move).catch(() => null);
  if (answer) table.tried = { key: keyOf(ask, move), ...answer };
}
