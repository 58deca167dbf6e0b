/** The effects of presses on the move under way. */

import { settings } from "../../shell/session.js";
import { blanks, completed, EMPTY, filled, moveOf } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { begin, costIn } from "./store.js";
import { began, firstOfVerbs, IN_HAND, obvious, pressed } from "./things.js";

/** @import { Draft, Match } from "../types.js" */
/** @typedef {Pick<Draft, "ask"|"templates"|"uses"|"now"|"lifted">} State */

const SLOW_CLOCK_SECONDS = 600;

/** Returns whether the press that completes a move also plays it; otherwise the main button plays it. */
const isAtOnce = (clock) =>
  settings.value.confirm === "never" ||
  (settings.value.confirm === "clock" && (clock?.per_move ?? 0) <= SLOW_CLOCK_SECONDS);

/** Returns whether a press on a thing began the move. @param {string[]} keys @param {State["lifted"]} lifted */
export const isLifted = (keys, lifted) => lifted !== null && keys.includes(lifted.keys[0]);

/** Returns the functions that determine what a press can begin or complete. @param {Match} match @param {State} state */
function reachOf({ view, game, layout }, { templates, uses }) {
  const ownOf = (verb) => templates.filter((template) => template.verb === verb);
  const isMine = (card) =>
    view.zones.some(({ seat, name, cards }) => seat === view.viewer && IN_HAND.includes(name) && cards.includes(card));
  /** Returns whether a verb begins only with one of my cards. */
  const needsMine = (use) =>
    ownOf(use.verb).some((template) =>
      Object.entries(template.slots).some(
        ([slot, spec]) => slot !== use.slot && spec.slot === "one_of" && kindOf(spec).things(spec).some(isMine),
      ),
    );
  return {
    ownOf,
    isMine,
    verbsOf(keys) {
      const card = Number(keys.find((key) => key.startsWith("card:"))?.slice("card:".length));
      const found = firstOfVerbs(keys.flatMap((key) => uses.get(key) ?? []));
      const begins = isMine(card) ? found : found.filter((use) => !needsMine(use));
      return obvious(begins, templates, game, view.faces[card]?.face, layout.lasts);
    },
    /** Returns the move of a complete draft, otherwise null. */
    whole(next) {
      const template = filled(templates, next);
      return template && moveOf(template, next);
    },
    /** Returns whether the only choices left are things that were pressed. */
    isOver: (next) =>
      blanks(ownOf(next.verb), next).every(
        ({ only, value, specs }) => only || (value !== undefined && kindOf(specs[0]).name === "one_of"),
      ),
  };
}

/** @param {Match} match @param {any} local @param {any} sends @param {State} state */
export function actsOf(match, local, sends, state) {
  const { table } = match;
  const { ask, templates, uses, now, lifted } = state;
  const { ownOf, isMine, verbsOf, whole, isOver } = reachOf(match, state);
  const atOnce = isAtOnce(match.head?.clock);
  const set = (next) => {
    table.draft.value = { ...next, prompt: ask.prompt };
    table.refusal.value = null;
  };
  const clear = () => {
    set({ ...EMPTY });
    local.lift(null);
    begin(table);
  };
  /** Plays a complete move if a press may play it; otherwise keeps the move for review. */
  const finish = (next) => {
    const move = whole(next);
    if (move && atOnce) sends.play(move);
    else set(next);
  };
  /** Continues with a choice; plays the move if nothing else is left to choose. */
  const choose = (next) => (isOver(next) ? finish(next) : set(next));
  return {
    ...{ atOnce, set, clear, finish, choose, verbsOf },
    press(keys, card = null, times = 1) {
      const isAgain = isLifted(keys, lifted);
      if (isAgain && times === 2 && whole(now)) return sends.play(whole(now), ask, true);
      const held = keys.flatMap((key) => uses.get(key) ?? []).find((use) => use.verb === now.verb);
      if (isAgain && (!held?.kind || held.kind.name === "one_of")) return clear();
      const found = pressed(keys, uses, templates, now, lifted?.keys, () => verbsOf(keys));
      if (!found) return;
      const isOne = found.use.kind?.name === "one_of";
      if (found.begins || (isOne && isMine(card))) local.lift({ card, keys, prompt: ask.prompt });
      const next = completed(ownOf(found.draft.verb), found.draft, costIn(table));
      if (!found.begins && !Object.keys(found.draft.args).length) clear();
      else if (!found.begins && isOne) choose(next);
      else set(next);
    },
    takeVerb(use) {
      const next = completed(ownOf(use.verb), began(templates, use), costIn(table));
      choose(next);
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
