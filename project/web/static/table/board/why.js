/** The reason why a card cannot be used now, in one sentence about its own verbs. */

import { settings } from "../../shell/session.js";
import { t } from "../../words/texts.js";
import { faceOfVerb } from "../state/things.js";

/** @import { With } from "../types.js" */

let last = { key: "", answer: Promise.resolve(/** @type {Against[]} */ ([])) };

/** @typedef {import("../../types.js").Api["Fault"]} Against */

/** Returns the layout's reason, such as a price; null: the client must query the server. @param {With<"match"|"draft">} ctx @param {number} card */
export const whyNot = (ctx, card) => ctx.match.layout.whyNot?.(ctx, card) ?? null;

/**
 * Returns why a card of mine cannot be used at all, or not for its main purpose: one reason for each verb.
 * @param {With<"match"|"draft"|"sends">} ctx @param {number} card @returns {Promise<Against[]>}
 */
export async function against({ match: { table, view }, draft: { ask }, sends }, card) {
  if (!ask || !view.zones.some((zone) => zone.seat === view.viewer && zone.cards.includes(card))) return [];
  const key = `${table.id} ${view.seq} ${ask.prompt} ${card} ${settings.value.language}`;
  if (last.key !== key)
    last = {
      key,
      answer: sends.attempt({ card }).then(
        (answer) => answer.errors,
        () => [],
      ),
    };
  return last.answer;
}

/** Returns the reasons against a card's own verbs. If there are none, returns the reasons against verbs that belong to no other card. @param {With<"match">} ctx @param {Against[]} errors */
export function ownReasons({ match: { game, view } }, errors, card) {
  const face = view.faces[card]?.face;
  const act = errors.filter(({ verb }) => faceOfVerb(verb, game) === face);
  return act.length ? act : errors.filter(({ verb }) => faceOfVerb(verb, game) === undefined);
}

/** Returns one sentence about a dimmed card. @param {With<"match"|"draft"|"sends">} ctx @param {number} card */
export async function answerFor(ctx, card) {
  const [first] = ownReasons(ctx, await against(ctx, card), card);
  return first?.detail || ctx.match.layout.nothingNow?.(ctx) || t("not_playable_now");
}
