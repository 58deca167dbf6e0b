/** Standing orders as plain sentences. */

import { title } from "../server/catalog.js";
import { sentence, valueText } from "../words/sentence.js";
import { settings } from "../shell/session.js";
import { has, listed, t } from "../words/texts.js";

/** @typedef {import("../words/sentence.js").Context} Context */
/** @typedef {import("../types.js").Api["StandingOrder"]} Order */

/** Returns the title of a condition's path. @param {any} game @param {string} path */
export function subjectText(game, path) {
  if (path.startsWith("can ")) return t("order_can", { verb: title(game, "verbs", path.slice(4)) });
  const name = path.split(".").at(-1);
  if (path === "parent.phase") return t("order_what_about");
  if (path.startsWith("count.")) return t("order_count", { zone: title(game, "zones", name) });
  if (path.startsWith("public.")) return t("order_public", { title: title(game, "public", name) });
  return has(`datum.${name}`) ? t(`datum.${name}`) : name.replaceAll("_", " ");
}

/** Returns the type of the value at a path, as the game declares it. */
function typeOf(game, phase, path) {
  const [root, ...names] = path.split(".");
  const name = names.at(-1);
  const within = root === "parent" ? Object.values(game?.phases ?? {}) : [game?.phases?.[phase]];
  const found = within.map((one) => one?.data?.[name]).find(Boolean) ?? game?.public?.[name];
  return found?.of ?? found?.type;
}

const spoken = (type) => (type === "seat" || type === "face" ? type : "word");

/** Returns the words for a value with which a condition compares. */
function compared(context, phase, path, to) {
  const type = path.startsWith("count.") ? "integer" : typeOf(context.game, phase, path);
  return Array.isArray(to)
    ? disjunction(to.map((value) => valueText(context, spoken(type), value)))
    : valueText(context, spoken(type), to);
}

const disjunction = (names) => new Intl.ListFormat(settings.value.language, { type: "disjunction" }).format(names);

const ABOUT = { eq: "order_about", ne: "order_not_about" };

/** Returns a condition in words; empty if there is no condition. @param {Context} context @param {string} phase @param {any} condition @returns {string} */
export function conditionText(context, phase, condition) {
  if (!condition) return "";
  const inner = (one) => conditionText(context, phase, one);
  if (condition.all) return listed(condition.all.map(inner));
  if (condition.any) return disjunction(condition.any.map(inner));
  if (condition.not?.can) return t("order_cannot", { verb: title(context.game, "verbs", condition.not.can) });
  if (condition.not) return t("order_not", { what: inner(condition.not) });
  if (condition.only) return t("order_only", { verb: title(context.game, "verbs", condition.only) });
  if (condition.can) return t("order_can", { verb: title(context.game, "verbs", condition.can) });
  if (condition.value === "parent.phase" && condition.is in ABOUT)
    return t(ABOUT[condition.is], { what: title(context.game, "phases", condition.to) });
  const what = subjectText(context.game, condition.value);
  if (typeof condition.to === "boolean")
    return t((condition.is === "eq") === condition.to ? "order_yes" : "order_no", { what });
  return t(`order_${condition.is}`, { what, to: compared(context, phase, condition.value, condition.to) });
}

/** Returns a whole order as one sentence. @param {Context} context @param {Order} order */
export function orderText(context, order) {
  const { phase, move } = order;
  const condition = conditionText(context, phase, order.if);
  const moveText = move.args
    ? sentence(context, { verb: move.verb, args: move.args })
    : title(context.game, "verbs", move.verb);
  return t(condition ? "order_if" : "order_always", {
    phase: title(context.game, "phases", phase),
    condition,
    move: moveText,
  });
}
