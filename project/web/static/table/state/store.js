/** One match as this browser sees it: head, view, what may be done, the log. Signals that components read. */

import { game as gameOf } from "../../server/catalog.js";
import { completed, EMPTY } from "../../slots/draft.js";
import { computed, signal } from "../../vendor/preact.js";

/** @import { Problem } from "../../server/api.js" */
/** @typedef {import("../../types.js").View} View @typedef {import("../../types.js").Head} Head @typedef {import("../../types.js").Row} Row */
/** @import { Ask } from "../types.js" */

/** @param {string} id */
export function createTable(id) {
  const table = {
    id,
    head: signal(/** @type {Head|null} */ (null)),
    view: signal(/** @type {View|null} */ (null)),
    asks: signal(/** @type {Ask[]} */ ([])),
    said: /** @type {import("./asks.js").Said|null} */ (null), // of my questions, without having been asked
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
    behind: signal(0), // rows that have come and are not drawn
    hurries: false, // whether they are drawn at once
    wake: () => {}, // ends the pause before the next
    drawn: /** @type {Row|null} */ (null), // the last one
    drawnAt: -Infinity,
    rerun: signal(/** @type {import("./rerun.js").Rerun|null} */ (null)), // what is shown once more
    refreshed: 0,
    owed: false, // a view that could not be fetched yet
    closed: false,
    sets: /** @type {string[]} */ ([]),
    printed: /** @type {Record<string, import("../../types.js").Face>} */ ({}),
    missed: signal(/** @type {{from: number, to: number}|null} */ (null)),
    lost: /** @type {number|null} */ (null),
    seen: signal(/** @type {number|null} */ (null)), // when, if it is shown as last seen
    tag: /** @type {{seq: number, etag: string|null}|null} */ (null), // of the view, for a move that is sent later
    later: signal(/** @type {import("../../offline/queue.js").Queued|null} */ (null)), // such a move
    laid: signal(false),
    laidSeq: 0, // what had happened then
    stop: () => {},
  };
  table.game = computed(() => (table.head.value ? gameOf(table.head.value.game) : undefined));
  table.ask = computed(() => activeAsk(table));
  table.me = computed(() => table.view.value?.viewer ?? null);
  return table;
}

const KEPT = "comptoir.sentence";

/** The sentence under way survives a reload of the page; it belongs to one prompt of one match. */
export const keepDraft = ({ id, draft }) => sessionStorage.setItem(KEPT, JSON.stringify({ id, draft: draft.value }));

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

/** Where one verb alone is left, the sentence begins by itself; but nobody is made to talk. */
export function begin(table) {
  const ask = activeAsk(table);
  if (!ask || isBeside(table.view.value, ask) || (table.draft.value.verb && table.draft.value.prompt === ask.prompt))
    return;
  const verbs = [...new Set(ask.templates.map((template) => template.verb))];
  if (verbs.length === 1 && ask.templates.some((template) => Object.keys(template.slots).length))
    table.draft.value = { ...completed(ask.templates, { verb: verbs[0], args: {} }), prompt: ask.prompt };
}
