/** The context of a table's parts: the match, the draft of a move, the requests, the state of the page. It is rebuilt for each rendering. */

import { shown } from "../../live/fold.js";
import { layoutOf } from "../../layouts/all.js";
import { valueText } from "../../words/sentence.js";
import { EMPTY } from "../../slots/draft.js";
import { answerFor } from "../board/why.js";
import { attempt, submit } from "./moves.js";
import { actsOf, isLifted } from "./presses.js";
import { chosenCount, isTarget, standing, usesOf } from "./things.js";

/** @import { Draft, Match, Page, Sends, Table } from "../types.js" */

const NOTHING = new Map();

/**
 * @param {any} table a store @param {any} local the state of the page: replay, judged, openRail, and the states of `useLocal`
 * @returns {Table}
 */
export function contextOf(table, local) {
  const ask = local.replay || table.rerun.value || table.later.value ? null : table.ask.value;
  const match = matchOf(table, local, ask);
  const sends = sendsOf(match, local, ask);
  const draft = draftOf(match, local, ask, sends);
  return { match, draft, sends, page: pageOf(local, match, draft, sends) };
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
function draftOf(match, local, ask, sends) {
  const { table, game, view } = match;
  const { verb, args } = table.draft.value.prompt === ask?.prompt ? table.draft.value : EMPTY;
  const now = { verb, args };
  const templates = ask?.templates ?? [];
  const uses = ask ? usesOf(templates, game, view) : NOTHING;
  const lifted = local.lifted?.prompt === ask?.prompt && verb !== null ? local.lifted : null;
  const holds = (keys) => (ask ? chosenCount(keys, uses, now) : 0);
  return {
    ...{ ask, templates, uses, verb, now, lifted, holds },
    isChosen: (keys) => holds(keys) > 0,
    isLifted: (keys) => isLifted(keys, lifted),
    standing: (keys) => standing(keys, uses, templates, now),
    isTarget: (keys) => verb !== null && isTarget(keys, uses, now, lifted?.keys ?? []),
    isLit: (keys) => ask !== null && standing(keys, uses, templates, now) === "lit",
    ...actsOf(match, local, sends, { ask, templates, uses, now, lifted }),
  };
}

/** Stores a move until the connection is back. @param {Match} match */
async function queue(match, ask, move) {
  const { playLater } = await import("../../offline/tables.js");
  await playLater(match.table, match, ask, move);
  match.table.draft.value = { ...EMPTY, prompt: -1 };
  return true;
}

/** Returns the requests. Components read the signals through getters, so that a move in transit does not redraw the whole table. @returns {Sends} */
const sendsOf = (match, local, ask, { table } = match) => ({
  get isBusy() {
    return table.busy.value;
  },
  get isCut() {
    return table.link.state.value !== "live";
  },
  get isForLater() {
    return table.link.state.value !== "live" && table.tag?.seq === table.view.value.seq;
  },
  get refusal() {
    return table.refusal.value;
  },
  dismiss: () => (table.refusal.value = null),
  async play(move, other = ask, isDoublePress = false) {
    const taken = this.isForLater ? await queue(match, other, move) : await submit(table, other, move, isDoublePress);
    if (taken) local.after();
    return taken;
  },
  attempt: (move) => attempt(table, ask, move),
});

/** @param {any} local @param {Match} match @returns {Page} */
const pageOf = ({ inspected, inspect, zone, showZone, openRail }, match, draft, sends) => ({
  ...{ inspected, zone, showZone, openRail },
  async explain(card, why) {
    const words = why ?? (await answerFor({ match, draft, sends }, card));
    match.table.refusal.value = /** @type {any} */ ({ code: "not_now", message: words, reasons: [], card });
  },
  inspect: (card, kept = true) => inspect(card === null ? null : { card, kept }),
});
