/** Cards that pay a debt. What the slot demands beyond enough, the server says. */

import { t } from "../words/texts.js";
import { html } from "../vendor/preact.js";
import { Frame, Things } from "./frame.js";
import { plain } from "./plain.js";
import { Meter } from "./meter.js";

const worthOf = (spec, value) => (value ?? []).reduce((sum, card) => sum + (spec.worth[card] ?? 0), 0);
const all = (spec) => Object.values(spec.worth).reduce((sum, worth) => sum + worth, 0);

/**
 * The cards that pay with the least too much, and of those the fewest. The server has the last word on it.
 * @param {{worth: Record<string, number>, owed: number, short: boolean, must?: number[]}} spec @returns {number[]}
 */
export function justEnough(spec) {
  const cards = Object.keys(spec.worth).map(Number);
  const owed = Math.min(spec.owed, all(spec));
  let best = new Map([[0, []]]);
  for (const card of cards) {
    const next = new Map(best);
    for (const [sum, chosen] of best) {
      const more = sum + spec.worth[card];
      const there = next.get(more);
      if (sum < owed && spec.worth[card] > 0 && (!there || there.length > chosen.length + 1))
        next.set(more, [...chosen, card]);
    }
    best = next;
  }
  const enough = [...best].filter(([sum]) => sum >= owed).sort(([a, x], [b, y]) => a - b || x.length - y.length);
  return enough.length ? enough[0][1] : cards;
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
    ><${Meter} sum=${payment.sum(spec, value)} />
    <${Things}
      things=${payment.things(spec)}
      isChosen=${(card) => value.includes(card)}
      onPress=${onPress}
      label=${label}
    />
    <div class="row">
      <button type="button" class="dense" data-just-enough onClick=${() => set(justEnough(spec))}>
        ${t("just_enough")}</button
      ><span class="small soft">${t("change_hint")}</span>
    </div><//
  >`;
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
  begins: (spec) =>
    spec.short && all(spec) <= spec.owed && !Object.keys(spec.needs).length ? payment.things(spec) : undefined,
  sum(spec, value) {
    const owed = Math.min(spec.owed, spec.short ? all(spec) : spec.owed);
    return { chosen: worthOf(spec, value), low: owed, high: null, unit: "worth" };
  },
  isTried: true,
  items: (value = []) => value.map((card) => [card, 1]),
  Editor,
};
