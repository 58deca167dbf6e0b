/** One match as this browser knows it: the head, the view, the legal moves, the log. Components read its signals. */

import { game as gameOf } from "../../server/catalog.js";
import { completed, EMPTY } from "../../slots/draft.js";
import { computed, signal } from "../../vendor/preact.js";
import { withHelps } from "../../words/helps.js";
import { numberForm } from "../../words/sentence.js";

/** @import { Problem } from "../../server/api.js" */
/** @typedef {import("../../types.js").View} View @typedef {import("../../types.js").Head} Head @typedef {import("../../types.js").Row} Row */
/** @import { Ask } from "../types.js" */

/** @param {string} id */
export function createTable(id) {
  const table = {
    id,
    layout: /** @type {import("../types.js").Layout|null} */ (null), // set once it is loaded
    head: signal(/** @type {Head|null} */ (null)),
    view: signal(/** @type {View|null} */ (null)),
    asks: signal(/** @type {Ask[]} */ ([])),
    openPrompts: /** @type {import("./asks.js").OpenPrompts|null} */ (null), // my questions, as the server last sent them
    log: signal(/** @type {{row: Row, seen: Record<string, string>}[]} */ ([])),
    fault: signal(/** @type {Problem|null} */ (null)),
    chosen: signal(/** @type {number|null} */ (null)),
    draft: signal(keptDraft(id)),
    tried: /** @type {{key: string, legal: boolean, errors: any[], outcome: string[]}|null} */ (null), // the first sentence
    askedAt: -Infinity, // when the present question was drawn; Infinity until then
    busy: signal(false),
    refusal: signal(/** @type {Problem|null} */ (null)),
    flow: createFlow(),
    link: createLink(),
    rerun: signal(/** @type {import("./rerun.js").Rerun|null} */ (null)), // the rows that are being replayed
    closed: false,
    sets: /** @type {string[]} */ ([]),
    printed: /** @type {Record<string, import("../../types.js").Face>} */ ({}),
    seen: signal(/** @type {number|null} */ (null)), // when the table was stored, if it is shown as last seen
    tag: /** @type {{seq: number, etag: string|null}|null} */ (null), // the tag of the view, for a move that is sent later
    later: signal(/** @type {import("../../offline/queue.js").Queued|null} */ (null)), // the move that is sent later
    lastSeat: /** @type {number|null} */ (null), // my seat, kept after I sign out
    isSignedOut: false, // whether the server refused the stored token when the table was opened
    owing: /** @type {{verb: string, args: Record<string, any>}|null} */ (null), // the answer to the next question, chosen with the previous answer
    laid: signal(false),
    laidSeq: 0, // the row at which the table was shown
    stop: () => {},
  };
  const name = computed(() => table.head.value?.game);
  const options = computed(() => JSON.stringify(table.head.value?.options ?? {}));
  table.game = computed(() => {
    const game = name.value ? gameOf(name.value) : undefined;
    return game && withHelps(game, JSON.parse(options.value), numberForm);
  });
  table.ask = computed(() => activeAsk(table));
  table.me = computed(() => table.view.value?.viewer ?? null);
  return table;
}

/** Returns the state of the connection to the server, and of the rows lost while the connection was broken. */
const createLink = () => ({
  state: signal("live"),
  lost: /** @type {number|null} */ (null), // the last row before the connection broke
  missed: signal(/** @type {{from: number, to: number}|null} */ (null)),
  owed: false, // whether a view is still to be loaded
  refreshed: 0, // when the view was last loaded
});

/** Returns the state of the arriving rows, which are drawn one after another at a pace. */
const createFlow = () => ({
  queue: Promise.resolve(),
  queued: 0,
  undrawn: signal(0), // the number of rows that have arrived and are not drawn
  hurries: false, // whether pending rows are drawn at once
  wake: () => {}, // ends the pause before the next row
  drawn: /** @type {Row|null} */ (null), // the last drawn row
  drawnAt: -Infinity,
});

const KEPT = "comptoir.sentence";

/** Stores the draft, so that it survives a reload of the page. The draft belongs to one prompt of one match. */
export const keepDraft = ({ id, draft }) => sessionStorage.setItem(KEPT, JSON.stringify({ id, draft: draft.value }));

function keptDraft(match) {
  const { id, draft } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  return id === match ? draft : { ...EMPTY, prompt: -1 };
}

/** Returns the question on the bar: the chosen question, the half-answered question, or the first question that the table waits for. */
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

/** Returns my cost of giving a card away, as the game's layout defines it. */
export const costIn = (table) => (card) => table.layout?.cost?.(table.view.value, card) ?? 0;

/** Begins the sentence automatically if only one verb is left, unless that verb is talk. */
export function begin(table) {
  const ask = activeAsk(table);
  if (!ask || isBeside(table.view.value, ask) || (table.draft.value.verb && table.draft.value.prompt === ask.prompt))
    return;
  const verbs = ask.begins ? [ask.begins] : [...new Set(ask.templates.map((template) => template.verb))];
  if (verbs.length === 1 && ask.templates.some((template) => Object.keys(template.slots).length))
    table.draft.value = {
      ...completed(
        ask.templates.filter((one) => one.verb === verbs[0]),
        { verb: verbs[0], args: {} },
        costIn(table),
      ),
      prompt: ask.prompt,
    };
}
