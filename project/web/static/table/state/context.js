/** What the parts of a table receive: the match, the draft of a move, what is sent, what the page shows. Built again for each drawing. */

import { title } from "../../server/catalog.js";
import { shown } from "../../live/fold.js";
import { layoutOf } from "../../layouts/all.js";
import { valueText } from "../../words/sentence.js";
import { completed, EMPTY } from "../../slots/draft.js";
import { attempt, submit } from "./moves.js";
import { begin } from "./store.js";
import { chosenCount, pressed, standing, usesOf } from "./things.js";

/** @import { Game, Head, Move, Template, View, Zone } from "../../types.js" */
/** @import { Draft as Now } from "../../slots/draft.js" */
/** @import { Ask } from "./store.js" */
/** @import { Use } from "./things.js" */
/** @import { Layout } from "../../layouts/all.js" */

/**
 * The table as it is seen, and what its things are called. It is the context of a sentence, too.
 * @typedef {object} Match
 * @property {any} table the store of the match
 * @property {Head|null} head
 * @property {Game|undefined} game
 * @property {View} view
 * @property {number|null} me my seat
 * @property {boolean} replay whether nothing is at stake
 * @property {Layout} layout
 * @property {Record<string, string>} words of the question: what its templates call things
 * @property {(means: string, value: any) => string} text the words for a value
 * @property {() => any[]} past the lines of the log until now; that of a replay also has what comes
 * @property {Map<number, any[]>} [judged] what the coach says of each row
 */

/**
 * The question on the bar, and the move under way that answers it.
 * @typedef {object} Draft
 * @property {Ask|null} ask
 * @property {Template[]} templates
 * @property {Map<string, Use[]>} uses what each thing on the table could fill
 * @property {string|null} verb
 * @property {Now} now the verb with what is filled
 * @property {{prompt: number, verbs: string[], uses: Use[], name: string}|null} pending the verbs among which a press left the choice
 * @property {number|null} touched the card of the sentence that was pressed last
 * @property {string} open the slot whose editor is open; empty: none
 * @property {(keys: string[]) => "lit"|"plain"|"dim"} standing how a thing stands to the sentence
 * @property {(keys: string[]) => number} holds how often the sentence holds a thing
 * @property {(keys: string[]) => boolean} isChosen
 * @property {(keys: string[]) => boolean} isLit
 * @property {(keys: string[], card?: number|null) => void} press
 * @property {(next: Now) => void} set
 * @property {() => void} clear
 * @property {(ask: Ask, next: Now) => void} begin a sentence that answers another question
 * @property {(ask: Ask) => void} turnTo another question
 * @property {(slot: string) => void} setOpen
 * @property {() => void} choose ends the choice among verbs
 */

/**
 * What goes to the server.
 * @typedef {object} Sends
 * @property {boolean} isBusy whether a move is on its way
 * @property {boolean} isCut whether the line is broken
 * @property {any} refusal of the last move
 * @property {() => void} dismiss takes the refusal away
 * @property {(move: Move, ask?: Ask|null) => Promise<boolean>} play resolves to whether the move was taken
 * @property {(move: any) => Promise<any>} attempt tries a move, whole or in part, without playing it
 */

/**
 * What the page shows beside the table.
 * @typedef {object} Page
 * @property {number|null} inspected the card that is shown large
 * @property {(card: number|null) => void} inspect
 * @property {Zone|null} zone whose cards are all shown
 * @property {(zone: Zone|null) => void} showZone
 * @property {{card: number, text: string}|null} explained why a card cannot be used
 * @property {(reason: {card: number, text: string}|null) => void} explain
 * @property {(card: number) => void} why finds the reason and explains it
 * @property {(tab: string) => void} openRail
 */

/** @typedef {{match: Match, draft: Draft, sends: Sends, page: Page}} Table */
/** Some of the parts, or all of them. @template {keyof Table} [P=keyof Table] @typedef {Pick<Table, P>} With */
/**
 * The properties of a component that takes some of the parts, or hands all of them on.
 * @template {keyof Table} [P=keyof Table] @typedef {{ctx: Pick<Table, P>, [name: string]: any}} Props
 */

const NOTHING = new Map();

/**
 * @param {any} table a store @param {any} local what the page keeps: replay, judged, openRail, and the states of `useLocal`
 * @returns {Table}
 */
export function contextOf(table, local) {
  const ask = local.replay ? null : table.ask.value;
  const match = matchOf(table, local, ask);
  const draft = draftOf(match, local, ask);
  const ctx = { match, draft, sends: sendsOf(table, local, ask), page: pageOf(local, (card) => why(ctx, card)) };
  return ctx;
}

const why = (ctx, card) => import("../question/touched.js").then((touched) => touched.why(ctx, card));

/** @returns {Match} */
function matchOf(table, { replay = false, judged }, ask) {
  const [view, game] = [shown(table.view.value), table.game.value];
  const match = {
    ...{ table, view, game, replay, judged },
    head: table.head.value,
    me: view.viewer,
    layout: layoutOf(game?.game),
    words: ask?.words ?? {},
    text: (means, value) => valueText(match, means, value),
    past: () => table.log.value.filter(({ row }) => row.seq <= view.seq),
  };
  return match;
}

/** @param {Match} match @returns {Draft} */
function draftOf(match, local, ask) {
  const { table, game, view } = match;
  const { verb, args } = table.draft.value.prompt === ask?.prompt ? table.draft.value : EMPTY;
  const now = { verb, args };
  const templates = ask?.templates ?? [];
  const uses = ask ? usesOf(templates, game, view) : NOTHING;
  const holds = (keys) => (ask ? chosenCount(keys, uses, now) : 0);
  const isChosen = (keys) => holds(keys) > 0;
  const set = (next) => {
    table.refusal.value = null;
    table.draft.value = { ...next, prompt: ask.prompt };
    local.setPending(null);
  };
  const clear = () => {
    set({ ...EMPTY });
    local.touch(null);
    local.setOpen("");
    begin(table);
  };
  const isOpen = (pending) =>
    pending?.prompt === ask?.prompt && templates.some((template) => pending?.verbs.includes(template.verb));
  const pending = isOpen(local.pending) ? local.pending : null;
  const isTouched =
    local.touched && local.touched.prompt === ask?.prompt && (pending !== null || isChosen(local.touched.keys));
  return {
    ...{ ask, templates, uses, verb, now, pending, holds, isChosen, set, clear },
    touched: isTouched ? local.touched.card : null,
    open: local.open,
    setOpen: local.setOpen,
    choose: () => local.setPending(null),
    standing: (keys) => standing(keys, uses, templates, now),
    isLit: (keys) => ask !== null && standing(keys, uses, templates, now) === "lit",
    press(keys, card = null) {
      local.touch({ card, keys, prompt: ask.prompt });
      const result = pressed(keys, uses, templates, now);
      if (result.draft) take(result.draft, { templates, set, clear });
      else if (result.verbs) local.setPending({ prompt: ask.prompt, ...result, name: nameOfThing(match, keys) });
    },
    begin(other, next) {
      table.chosen.value = other.prompt;
      table.draft.value = { ...next, prompt: other.prompt };
    },
    turnTo(other) {
      table.draft.value = { ...EMPTY, prompt: -1 };
      table.chosen.value = other.prompt;
      begin(table);
    },
  };
}

/** Takes the draft that a press made; one that holds nothing any more is none. */
function take(next, { templates, set, clear }) {
  const own = templates.filter((template) => template.verb === next.verb);
  set(completed(own, next));
  if (!Object.keys(next.args).length && !own.length) clear();
}

function nameOfThing(match, keys) {
  const [means, value] = keys[0].split(":");
  return means === "seat" || means === "card" || means === "place"
    ? match.text(means, Number(value))
    : title(match.game, "faces", value);
}

/** Its signals are read by the components that ask, so that a move on its way does not draw the whole table. @returns {Sends} */
const sendsOf = (table, local, ask) => ({
  get isBusy() {
    return table.busy.value;
  },
  get isCut() {
    return table.line.value !== "live";
  },
  get refusal() {
    return table.refusal.value;
  },
  dismiss: () => (table.refusal.value = null),
  async play(move, other = ask) {
    const taken = await submit(table, other, move);
    if (taken) local.after();
    return taken;
  },
  attempt: (move) => attempt(table, ask, move),
});

/** @returns {Page} */
const pageOf = ({ inspected, inspect, zone, showZone, explained, explain, openRail }, findReason) => ({
  ...{ inspected, inspect, zone, showZone, explained, explain, openRail },
  why: findReason,
});
