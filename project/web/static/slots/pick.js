/** Cards, each used with a meaning: [{card, as}]. */

import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";
import { Frame } from "./frame.js";
import { justEnough } from "./payment.js";
import { plain } from "./plain.js";

const meanings = (spec, card) => spec.of.filter((choice) => choice.card === card);
const choiceOf = (spec, item) => spec.of.find((choice) => choice.card === item.card && choice.as === item.as);

/** Returns the range of the sum, including fixed choices. */
function reach(spec, value = []) {
  const chosen = [...value.map((item) => choiceOf(spec, item)).filter(Boolean), ...spec.fixed];
  const sum = chosen.reduce((all, choice) => all + choice.value, 0);
  const slack = chosen.reduce((all, choice) => all + (choice.slack ?? 0), 0);
  return { low: spec.total[0], high: spec.total[1], low_sum: sum - slack, high_sum: sum + slack, sum };
}

function Editor(props) {
  const { blank, spec, value = [] } = props;
  const cards = pick.things(spec);
  return html`<${Frame} blank=${blank}
    ><div class="options" role="group">
      ${cards.map((card) => html`<${Card} key=${card} ...${props} value=${value} card=${card} />`)}
    </div>
    ${spec.ordered && html`<p class="small soft">${t("order_hint")}</p>`}<//
  >`;
}

/** A card, and after it is chosen, its meanings if it has several. */
function Card({ spec, value, set, text, swatch, faceOf, card }) {
  const at = value.findIndex((item) => item.card === card);
  const all = meanings(spec, card);
  const shown = at >= 0 ? choiceOf(spec, value[at]) : all[0];
  const onPress = () => {
    const next = pick.press(spec, value, card);
    set(next.length ? next : undefined);
  };
  return html`<span class="pickitem"
    ><button
      type="button"
      class="choice dense"
      role="checkbox"
      aria-checked=${String(at >= 0)}
      data-option=${card}
      onClick=${onPress}
    >
      ${swatch("card", card)}${spec.ordered && at >= 0 ? html`<b class="num">${at + 1}.</b>` : ""}${text("card", card)}${" "}
      <span class="soft num">${shown?.value}${shown?.slack ? ` ± ${shown.slack}` : ""}</span>
    </button>
    ${
      at >= 0 &&
      all.length > 1 &&
      html`<${Meanings}
        all=${all}
        as=${value[at].as}
        own=${faceOf(card)}
        text=${text}
        onChange=${(as) => set(value.map((item) => (item.card === card ? { card, as } : item)))}
      />`
    }</span
  >`;
}

const Meanings = ({ all, as, own, text, onChange }) =>
  html`<select aria-label=${t("used_as")} value=${as} onChange=${(event) => onChange(event.target.value)}>
    ${all.map(
      (choice) =>
        html`<option value=${choice.as} selected=${choice.as === as}>
          ${choice.as === own ? text("card", choice.card) : text("word", choice.as)} · ${choice.value}
        </option>`,
    )}
  </select>`;

/** @type {import("./types.js").Kind} */
export const pick = {
  ...plain,
  name: "pick",
  things: ({ of }) => [
    ...new Set(/** @type {import("../types.js").Api["SlotPick"]["of"]} */ (of).map((choice) => choice.card)),
  ],
  press(spec, value = [], card) {
    if (value.some((item) => item.card === card)) return value.filter((item) => item.card !== card);
    const [first] = meanings(spec, card);
    return first ? [...value, { card, as: first.as }] : value;
  },
  fits: (spec, value) => value.every((item) => choiceOf(spec, item)),
  /** Returns the initial value: for a price that may be exceeded, the cards that pay it with the smallest excess. */
  begins(spec) {
    const [low, high] = spec.total;
    const first = pick.things(spec).map((card) => meanings(spec, card)[0]);
    const fixed = spec.fixed.reduce((sum, choice) => sum + choice.value, 0);
    if (high !== null || spec.requires?.length || low - fixed <= 0) return undefined;
    const chosen = justEnough(
      first.map((choice) => ({ thing: choice, worth: choice.value })),
      low - fixed,
    );
    return chosen.map(({ card, as }) => ({ card, as }));
  },
  done(spec, value = []) {
    const { low, high, low_sum, high_sum } = reach(spec, value);
    return (
      (value.length > 0 || low === 0) && pick.fits(spec, value) && high_sum >= low && (high === null || low_sum <= high)
    );
  },
  sum(spec, value) {
    const { sum, low, high } = reach(spec, value);
    return { chosen: sum, low, high, unit: "sum" };
  },
  isTried: true,
  items: (value = []) => value.map((item) => [item.card, 1]),
  /** Returns whether the choice opens beside the table, because a pressed card has several meanings. */
  opens: ({ blank: { specs, value = [] }, onTable }) =>
    !onTable || value.some((item) => meanings(specs[0], item.card).length > 1),
  reads: (value) => Array.isArray(value) && value.length > 0 && value.every((item) => item?.card !== undefined),
  Editor,
};
