/** Cards that pay a debt. The server checks requirements beyond the sufficient amount. */

import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";
import { Frame, Things } from "./frame.js";
import { plain } from "./plain.js";

const worthOf = (spec, value) => (value ?? []).reduce((sum, card) => sum + (spec.worth[card] ?? 0), 0);
const all = (spec) => Object.values(spec.worth).reduce((sum, worth) => sum + worth, 0);

/**
 * Returns the things that reach a sum with the smallest excess; among these, the things with the least cost for the owner, then the fewest.
 * @template T @param {{thing: T, worth: number, cost?: number}[]} all @param {number} owed @returns {T[]}
 */
export function justEnough(all, owed) {
  /** @typedef {{sum: number, cost: number, things: T[]}} Way */
  const isBetter = (/** @type {Way} */ one, /** @type {Way|undefined} */ other) =>
    !other || one.cost < other.cost || (one.cost === other.cost && one.things.length < other.things.length);
  let best = new Map([[0, /** @type {Way} */ ({ sum: 0, cost: 0, things: [] })]]);
  for (const { thing, worth, cost = 0 } of all.filter((one) => one.worth > 0)) {
    const next = new Map(best);
    for (const way of best.values()) {
      const more = { sum: way.sum + worth, cost: way.cost + cost, things: [...way.things, thing] };
      if (way.sum < owed && isBetter(more, next.get(more.sum))) next.set(more.sum, more);
    }
    best = next;
  }
  const [least] = [...best.values()].filter(({ sum }) => sum >= owed).sort((a, b) => a.sum - b.sum);
  return least?.things ?? all.map(({ thing }) => thing);
}

function Editor({ blank, spec, value = [], set, text, swatch }) {
  const onPress = (card) => {
    const next = payment.press(spec, value, card);
    set(next.length ? next : undefined);
  };
  const label = (card) =>
    html`${swatch("card", card)}${text("card", card)}${" "}
      <span class="soft num">${t("amount_worth", { n: spec.worth[card] })}</span>`;
  return html`<${Frame} blank=${blank}
    ><${Things}
      things=${payment.things(spec)}
      isChosen=${(card) => value.includes(card)}
      onPress=${onPress}
      label=${label}
  /><//>`;
}

/** @type {import("./types.js").Kind} */
export const payment = {
  ...plain,
  name: "payment",
  things: (spec) => Object.keys(spec.worth).map(Number),
  press: (spec, value = [], card) =>
    value.includes(card) ? value.filter((other) => other !== card) : [...value, card],
  fits: (spec, value) => value.every((card) => card in spec.worth),
  done: (spec, value = []) =>
    payment.fits(spec, value) && worthOf(spec, value) >= Math.min(spec.owed, spec.short ? all(spec) : Infinity),
  begins: (spec, cost) =>
    justEnough(
      payment.things(spec).map((thing) => ({ thing, worth: spec.worth[thing], cost: cost?.(thing) })),
      Math.min(spec.owed, all(spec)),
    ),
  sum(spec, value) {
    const owed = Math.min(spec.owed, spec.short ? all(spec) : spec.owed);
    return { chosen: worthOf(spec, value), low: owed, high: null, unit: "worth" };
  },
  isTried: true,
  items: (value = []) => value.map((card) => [card, 1]),
  Editor,
};
