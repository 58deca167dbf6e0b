/** The button that plays the move under way: it shows the verb, the values, and the missing values. */

import { completed, filled, isTried, matching, moveOf } from "../../slots/draft.js";
import { kindOf } from "../../slots/kinds.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../../words/texts.js";
import { described } from "./blanks.js";
import { keyOf } from "../state/moves.js";

/** @import { Props, With } from "../types.js" */
/** @typedef {Pick<import("../../types.js").Api["LegalMovesTrialResult"], "legal"|"errors"|"outcome"> & {pending: boolean, move: import("../../types.js").Move|null}} Tried */

/** A stepper passes through many values. The client queries the server only about the value at which the stepper rests. */
const REST_MS = 120;
const UNTRIED = { key: "", legal: false, errors: [], outcome: [] };

/**
 * Returns the server's answer about a complete move before it is played: whether the move is legal, and its certain consequences. Queries the server again when the table changes.
 * @param {With<"match"|"draft"|"sends">} ctx @returns {Tried}
 */
export function useTried({ match: { table, view }, draft, sends }) {
  const { ask, templates, now, verb } = draft;
  const whole = verb ? filled(templates, now) : null;
  const move = whole && moveOf(whole, now);
  const unsure = whole !== null && isTried(whole) && !ask.then;
  const [tried, setTried] = useState(table.tried ?? UNTRIED);
  const key = move ? keyOf(ask, move) : "";
  useEffect(() => {
    if (!key || ask.then) return;
    let gone = false;
    const answered = ({ legal, errors, outcome = [] }) => gone || setTried({ key, legal, errors, outcome });
    const timer = setTimeout(
      () => sends.attempt(move).then(answered, () => answered({ legal: true, errors: [] })),
      unsure ? 0 : REST_MS,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, view.seq]);
  const known = tried.key === key ? tried : null;
  const pending = unsure && known === null && key !== "";
  return {
    legal: whole !== null && (!unsure || (known?.legal ?? false)),
    pending,
    errors: known?.errors ?? [],
    outcome: known?.outcome ?? [],
    move,
  };
}

/** Returns the text of a verb's button about the values: a sum, or a number of equal cards. @param {With<"match"|"draft">} ctx */
export function amountOf({ match, draft }) {
  const blanks = described({ match, draft });
  const isTrade = blanks.filter((blank) => blank.kind.name === "counts").length > 1;
  for (const { specs, value, slot, means } of blanks) {
    if (means === "seat") continue;
    const kind = kindOf(specs[0]);
    const sum = kind.sum(specs[0], value);
    if (sum?.unit === "worth")
      return sum.chosen < sum.low
        ? `${sum.chosen}/${t("amount_worth", { n: sum.low })}`
        : t("amount_worth", { n: sum.chosen });
    if (sum?.unit === "sum" && sum.chosen) return String(sum.chosen);
    if (sum && kind.name !== "counts" && sum.high === 1) return "";
    if (sum && kind.name !== "counts")
      return sum.chosen < sum.low ? `${sum.chosen}/${sum.low}` : String(sum.chosen || "");
    if (kind.name === "integer" && value !== undefined) return match.text(slot === "coins" ? "coins" : "number", value);
    if (kind.name === "counts" && kind.items(value).length && !isTrade) return match.text("face", value);
  }
  return "";
}

/** Returns the label of the verb's button. @param {With<"draft">} ctx */
export const labelOf = ({ draft }) =>
  matching(draft.templates, { verb: draft.verb, args: {} })[0]?.label ?? draft.verb ?? "";

/** @param {Props<"match"|"draft"|"sends"> & {tried: Tried, waits?: any}} props */
export function Main({ ctx, tried, label = labelOf(ctx), amount = amountOf(ctx), onPress }) {
  const { sends } = ctx;
  const { legal } = tried;
  const isReady = legal && (!sends.isCut || sends.isForLater);
  const words =
    sends.isCut && legal ? t(sends.isForLater ? "play_later" : "no_connection") : sends.isBusy ? t("sending") : label;
  return html`<button
    class=${`main ${isReady ? "act" : "unready"}`}
    data-main
    disabled=${sends.isBusy || (sends.isCut && !sends.isForLater)}
    aria-disabled=${isReady ? undefined : "true"}
    onClick=${() => isReady && onPress()}
  >
    ${words}${amount && !sends.isBusy && html` <small class="num">${amount}</small>`}
  </button>`;
}

/** Returns whether the move under way contains only the values with which its question began. @param {With<"draft">} ctx */
export function isAsBegun({ draft: { ask, templates, verb, now, lifted } }) {
  if (!verb || lifted) return false;
  const verbs = new Set(ask?.begins ? [ask.begins] : templates.map((template) => template.verb));
  return (
    verbs.has(verb) &&
    verbs.size === 1 &&
    (ask?.begins !== undefined ||
      JSON.stringify(completed(templates, { verb, args: {} }).args) === JSON.stringify(now.args))
  );
}
