/** What the parts of a table receive: the match, the draft of a move, what is sent, what the page shows. Built again for each drawing. */

import { title } from "../../server/catalog.js";
import { shown } from "../../live/fold.js";
import { layoutOf } from "../../layouts/all.js";
import { valueText } from "../../words/sentence.js";
import { completed, EMPTY } from "../../slots/draft.js";
import { attempt, submit } from "./moves.js";
import { begin } from "./store.js";
import { chosenCount, pressed, standing, usesOf } from "./things.js";

/** @import { Draft, Match, Page, Sends, Table } from "../types.js" */

const NOTHING = new Map();

/**
 * @param {any} table a store @param {any} local what the page keeps: replay, judged, openRail, and the states of `useLocal`
 * @returns {Table}
 */
export function contextOf(table, local) {
  const ask = local.replay || table.rerun.value || table.later.value ? null : table.ask.value;
  const match = matchOf(table, local, ask);
  const draft = draftOf(match, local, ask);
  return { match, draft, sends: sendsOf(match, local, ask), page: pageOf(local) };
}

/** @returns {Match} */
function matchOf(table, { replay = false, judged }, ask) {
  const [view, game] = [shown(table.rerun.value?.view ?? table.view.value), table.game.value];
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

/** Stores a move until the line is back. @param {Match} match */
async function queue(match, ask, move) {
  const { playLater } = await import("../../offline/tables.js");
  await playLater(match.table, match, ask, move);
  match.table.draft.value = { ...EMPTY, prompt: -1 };
  return true;
}

/** Its signals are read by the components that ask, so that a move on its way does not draw the whole table. @returns {Sends} */
const sendsOf = (match, local, ask, { table } = match) => ({
  get isBusy() {
    return table.busy.value;
  },
  get isCut() {
    return table.line.value !== "live";
  },
  get isForLater() {
    return table.line.value !== "live" && table.tag?.seq === table.view.value.seq;
  },
  get refusal() {
    return table.refusal.value;
  },
  dismiss: () => (table.refusal.value = null),
  async play(move, other = ask) {
    const taken = this.isForLater ? await queue(match, other, move) : await submit(table, other, move);
    if (taken) local.after();
    return taken;
  },
  attempt: (move) => attempt(table, ask, move),
});

/** @returns {Page} */
const pageOf = ({ inspected, inspect, zone, showZone, openRail }) => ({
  ...{ inspected, zone, showZone, openRail },
  inspect: (card, kept = true) => inspect(card === null ? null : { card, kept }),
});
