/** The words of the strip: one line, and a second line on a desktop. */

import { help, title } from "../../server/catalog.js";
import { askedBy, parts, sentence } from "../../words/sentence.js";
import { begun } from "../../words/pattern.js";
import { has, listed, t } from "../../words/texts.js";
import { nameOf } from "../../shell/ui.js";
import { described, nextBlank } from "./blanks.js";
import { isAsBegun, labelOf } from "./main.js";

/** @import { Blank } from "../../slots/types.js" */
/** @import { Prompt } from "../../types.js" */
/** @import { Tried } from "./main.js" */
/** @import { With } from "../types.js" */

const NAMED_MOST = 2;

/** Returns the seats that the table waits for, in words. @param {With<"match">} ctx */
export function waitingWords({ match }) {
  const { view, head } = match;
  if (head.paused_until) return t("is_paused");
  const names = view.to_act.filter((seat) => seat !== view.viewer).map((seat) => nameOf(head, seat));
  if (names.length > NAMED_MOST) return t("waiting_for_n", { n: names.length });
  const [seat] = view.to_act;
  if (names.length === 1 && seat === view.public.turn) return t("is_playing", { name: names[0] });
  if (names.length) return t("waiting_for", { names: listed(names) });
  const answered = view.prompts.some((prompt) => prompt.open && prompt.answer !== undefined);
  return t(answered ? "answered_wait" : "a_moment");
}

/** Returns the lines of the strip while others move, and the seat that they are about: an attack, otherwise the seats that have to move. @param {With<"match">} ctx @param {string} next the second line if there is no attack */
export function othersWords(ctx, next) {
  const { head, layout, view } = ctx.match;
  const attack = head.paused_until ? null : layout.attackWords?.(ctx);
  const waiting = waitingWords(ctx);
  return attack
    ? { line: attack.line, small: attack.small || waiting, seat: attack.by }
    : { line: waiting, small: next, seat: view.to_act[0] };
}

/** Returns the players after the seat in turn, until me. @param {With<"match">} ctx */
export function nextWords({ match: { view, head, me } }) {
  const { turn } = view.public;
  if (typeof turn !== "number" || me === null || turn === me) return "";
  const after = [];
  for (let seat = (turn + 1) % view.seats; seat !== me && after.length < view.seats; seat = (seat + 1) % view.seats)
    after.push(nameOf(head, seat));
  if (after.length > NAMED_MOST) return t("then_you_after", { n: after.length });
  return t("then_names", { names: listed([...after, t("you_object")]) });
}

/** Returns the seat that a question is about: the seat that put the question to me, else my own. @param {With<"match">} ctx @param {Prompt} prompt @returns {number|null} */
export function aboutOf({ match: { game, view, me } }, prompt) {
  const above = view.prompts.find((one) => one.id === prompt.parent);
  for (const { phase, data } of [prompt, ...(above ? [above] : [])])
    for (const [name, { type }] of Object.entries(game?.phases[phase]?.data ?? {}))
      if (type === "seat" && typeof data[name] === "number" && data[name] !== me) return data[name];
  return me;
}

/** Returns the values that a move lacks or has in excess. @param {Blank[]} blanks */
function missingWords(blanks, next) {
  for (const { kind, specs, value, means } of blanks) {
    const sum = kind.sum(specs[0], value);
    if (!sum || sum.unit === "worth") continue;
    const fits = sum.chosen >= sum.low && (sum.high === null || sum.chosen <= sum.high);
    if (fits) continue;
    if (means === "seat") return t("which_seat");
    if (sum.unit === "sum") return t("value_needs", { n: sum.chosen, of: sum.low });
    if (sum.high !== null && sum.chosen > sum.high) return t("n_too_many", { n: sum.chosen - sum.high });
    return t("n_more", { n: sum.low - sum.chosen });
  }
  if (!next) return "";
  return has(`which_${next.means}`) ? t(`which_${next.means}`) : `${next.what} ?`;
}

/** Returns whether it is an ordinary turn of mine with several possible moves. @param {With<"match"|"draft">} ctx */
const isOwnTurn = ({ match: { view, me }, draft: { templates } }, prompt) =>
  view.public.turn === me && prompt.seats.length === 1 && new Set(templates.map((one) => one.verb)).size > 1;

/**
 * @param {With<"match"|"draft">} ctx @param {Prompt} prompt @param {Tried} tried
 * @returns {{line: string, small: string, isFault?: boolean}}
 */
export function linesOf(ctx, prompt, tried) {
  const { match, draft } = ctx;
  const ownWords = match.layout.story?.(ctx, prompt) ?? null;
  const question = ownWords ?? askedBy(match, prompt) ?? help(match.game, "phases", prompt.phase);
  const own = draft.verb === null && isOwnTurn(ctx, prompt);
  if (draft.verb === null)
    return ownWords === null && own
      ? { line: t("your_turn"), small: t("press_a_card") }
      : { line: question, small: own ? t("press_a_card") : "" };
  const name = draft.lifted && draft.lifted.card !== null ? match.text("card", draft.lifted.card) : labelOf(ctx);
  const missing = tried.move ? "" : missingWords(described(ctx), nextBlank(ctx));
  const fault = !tried.legal && !tried.pending && tried.errors[0]?.detail;
  if (isAsBegun(ctx) || prompt.phase === draft.verb || new Set(draft.templates.map((one) => one.verb)).size === 1)
    return { line: question, small: fault || begun(missing), isFault: Boolean(fault) };
  const gain = match.layout.completes?.(ctx);
  const about = help(match.game, "verbs", draft.verb);
  if (missing) return { line: `${name}${t("colon")}${missing}`, small: gain || about };
  const doubt = match.layout.doubts?.(ctx, draft.verb);
  const said = tried.move ? sentence(match, tried.move) : name;
  const isLong = !doubt && tried.move !== null && said.length > LETTERS_MOST;
  return {
    line: doubt || (isLong ? shortOf(ctx, tried.move) : said),
    small: fault || gain || (isLong ? said : about),
    isFault: Boolean(fault),
  };
}

/** The most letters of a line that fit beside the buttons. */
const LETTERS_MOST = 48;

/** Returns a move as its button and the first thing that it names, if both fit. @param {With<"match"|"draft">} ctx @param {import("../../types.js").Move} move */
function shortOf(ctx, move) {
  const label = labelOf(ctx);
  const first = parts(ctx.match, move)[0]?.text ?? "";
  const short = `${label} ${first}`.trim();
  return short.length > LETTERS_MOST ? label : short;
}

/** Returns the name of a phase, for another question that waits. */
export const phaseName = (match, prompt) => title(match.game, "phases", prompt?.phase);
