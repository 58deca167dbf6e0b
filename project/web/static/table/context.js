/** What every part of the table receives: the state now, and what a press does. Built again for each drawing. */

import { title } from "../catalog.js";
import { shown } from "../fold.js";
import { layoutOf } from "../layouts/all.js";
import { sentence, valueText, whatOf } from "../sentence.js";
import { settings } from "../session.js";
import { completed, EMPTY } from "../slots/draft.js";
import { kindOf } from "../slots/kinds.js";
import { thingOf } from "../slots/meaning.js";
import { t } from "../texts.js";
import { begin } from "./store.js";
import { chosenCount, pressed, standing, usesOf } from "./things.js";

const NOTHING = new Map();

/**
 * @param {any} table a store @param {any} local what the page keeps: open, setOpen, pending, setPending, inspect, showZone, explain, after
 */
export function contextOf(table, local) {
  const [view, game, head] = [shown(table.view.value), table.game.value, table.head.value];
  const ask = local.replay ? null : table.ask.value;
  const own = table.draft.value.prompt === ask?.prompt ? table.draft.value : EMPTY;
  const draft = { verb: own.verb, args: own.args };
  const templates = ask?.templates ?? [];
  const uses = ask ? usesOf(templates, game, view) : NOTHING;
  const layout = layoutOf(game?.game);
  const context = { game, head, view, words: ask?.words ?? {} };
  const setDraft = (next) => {
    table.refusal.value = null;
    table.draft.value = { ...next, prompt: ask.prompt };
    local.setPending(null);
  };
  const pending =
    local.pending?.prompt === ask?.prompt && templates.some((template) => local.pending?.verbs.includes(template.verb))
      ? local.pending
      : null;
  const ctx = {
    ...local,
    pending,
    touched: /** @type {number|null} */ (null),
    table,
    view,
    game,
    head,
    ask,
    draft,
    templates,
    uses,
    layout,
    context,
    setDraft,
    me: view.viewer,
    text: (means, value) => valueText(context, means, value),
    say: (move, seat) => sentence(context, move, seat),
    isChosen: (keys) => ask !== null && chosenCount(keys, uses, draft) > 0,
    isLit: (keys) => ask !== null && standing(keys, uses, templates, draft) === "lit",
    onTable: (means, option) => shownOnTable(game, view, uses, means, option),
    inHand: (option) =>
      view.zones.some(
        (zone) =>
          zone.seat === view.viewer && zone.cards.includes(option) && ["hand", "shown", "drawn"].includes(zone.name),
      ),
    past: () => table.log.value.filter(({ row }) => row.seq <= view.seq), // the log of a replay also has what comes
    clear: () => {
      setDraft({ ...EMPTY });
      local.touch(null);
      local.setOpen("");
      begin(table);
    },
    press: (keys, card = null) => {
      local.touch({ card, keys, prompt: ask.prompt });
      press(ctx, keys);
    },
    why: (card) => import("./touched.js").then(({ why }) => why(ctx, card)),
    missing: (blanks) => missing(ctx, blanks),
    toMissing: () =>
      /** @type {HTMLElement|null} */ (
        document.querySelector("[data-blank].open, .segments.open button, [data-editor] button")
      )?.focus(),
    atOnce: (seconds) =>
      settings.value.confirm === "never" ||
      (settings.value.confirm === "clock" && (head?.clock?.per_move ?? 0) <= seconds),
  };
  ctx.touched = inSentence(ctx, local.touched) ? local.touched.card : null;
  return ctx;
}

/** Whether a card that was pressed is part of the sentence under way, or of the choice that begins one. */
const inSentence = (ctx, touched) =>
  Boolean(touched) && touched.prompt === ctx.ask?.prompt && (ctx.pending !== null || ctx.isChosen(touched.keys));

function shownOnTable(game, view, uses, means, option) {
  if (typeof option === "string" && uses.has(`face:${option}`)) return true;
  if (means === "card")
    return view.zones.some(
      (zone) => zone.cards.includes(option) && !/^(box|discard|market_discard|centre)/.test(zone.name),
    );
  return ["seat", "place", "zone"].includes(means) && thingOf(means, option, game) !== null;
}

function press(ctx, keys) {
  const result = pressed(keys, ctx.uses, ctx.templates, ctx.draft);
  if (result.draft) {
    ctx.setDraft(
      completed(
        ctx.templates.filter((template) => template.verb === result.draft.verb),
        result.draft,
      ),
    );
    if (
      !Object.keys(result.draft.args).length &&
      !ctx.templates.some((template) => template.verb === result.draft.verb)
    )
      ctx.clear();
  } else if (result.verbs)
    ctx.setPending({ prompt: ctx.ask.prompt, verbs: result.verbs, uses: result.uses, name: nameOfThing(ctx, keys) });
}

function nameOfThing(ctx, keys) {
  const [means, value] = keys[0].split(":");
  return means === "seat" || means === "card" || means === "place"
    ? ctx.text(means, Number(value))
    : title(ctx.game, "faces", value);
}

function missing(ctx, blanks) {
  const empty = blanks.find((blank) => blank.required && blank.value === undefined);
  if (empty) {
    return t("choose_what", { what: whatOf(ctx.game, ctx.draft.verb, empty.slot) });
  }
  for (const blank of blanks) {
    const sum = kindOf(blank.specs[0]).sum(blank.specs[0], blank.value);
    if (sum && sum.chosen < sum.low) return t("short_of", { n: t(`amount_${sum.unit}`, { n: sum.low - sum.chosen }) });
    if (sum && sum.high !== null && sum.chosen > sum.high)
      return t("too_many", { n: t(`amount_${sum.unit}`, { n: sum.chosen - sum.high }) });
  }
  return t("not_this_way");
}
