/** Slots that come to a sum: cards that pay, goods that pay, cards used with a meaning. Pure. */

import { several, withCount } from "./choices.js";

const worthOf = (spec, value) => (value ?? []).reduce((sum, card) => sum + (spec.worth[card] ?? 0), 0);
const all = (spec) => Object.values(spec.worth).reduce((sum, worth) => sum + worth, 0);

export const payment = {
  things: (spec) => Object.keys(spec.worth).map(Number),
  press: (spec, value = [], card) =>
    value.includes(card) ? value.filter((other) => other !== card) : [...value, card],
  fits: (spec, value) => value.every((card) => card in spec.worth),
  /** Enough, or everything; what the slot demands beyond that the server says. */
  done: (spec, value = []) =>
    payment.fits(spec, value) && worthOf(spec, value) >= Math.min(spec.owed, spec.short ? all(spec) : Infinity),
  sum(spec, value) {
    const owed = Math.min(spec.owed, spec.short ? all(spec) : spec.owed);
    return { chosen: worthOf(spec, value), low: owed, high: null, unit: "worth" };
  },
  only: (spec) =>
    spec.short && all(spec) <= spec.owed && !Object.keys(spec.needs).length ? payment.things(spec) : undefined,
};

/**
 * The cards that pay with the least too much, and of those the fewest. The server has the last word on it.
 * @param {{worth: Record<string, number>, owed: number, short: boolean, must?: number[]}} spec @returns {number[]}
 */
export function justEnough(spec) {
  const owed = Math.min(spec.owed, all(spec));
  let best = new Map([[0, []]]);
  for (const card of payment.things(spec)) {
    const next = new Map(best);
    for (const [sum, cards] of best) {
      const more = sum + spec.worth[card];
      const there = next.get(more);
      if (sum < owed && spec.worth[card] > 0 && (!there || there.length > cards.length + 1))
        next.set(more, [...cards, card]);
    }
    best = next;
  }
  const enough = [...best].filter(([sum]) => sum >= owed).sort(([a, x], [b, y]) => a - b || x.length - y.length);
  return enough.length ? enough[0][1] : payment.things(spec);
}

const priceKey = (price) => JSON.stringify(Object.entries(price).sort());

/** Goods that pay one of some prices; a price itself is the usual way to pay. */
export const goodsPayment = {
  things: (spec) => Object.keys(spec.of),
  press(spec, value = {}, good) {
    const now = value[good] ?? 0;
    return withCount(value, good, now >= (spec.of[good]?.[1] ?? 0) ? 0 : now + 1);
  },
  fits: (spec, value) => Object.entries(value).every(([good, number]) => number <= (spec.of[good]?.[1] ?? 0)),
  /** A price paid as printed; a payment with other goods only the server can judge. */
  done: (spec, value = {}) => goodsPayment.fits(spec, value) && Object.keys(value).length > 0,
  only: (spec) => goodsPayment.affordable(spec)[0],
  affordable: (spec) =>
    spec.prices.filter((price) => goodsPayment.fits(spec, price)).sort((a, b) => total(a) - total(b)),
  same: (a, b) => priceKey(a ?? {}) === priceKey(b ?? {}),
};

const total = (value) => Object.values(value).reduce((sum, number) => sum + number, 0);

/** Cards used with a meaning: [{card, as}]. */
export const pick = {
  things: (spec) => [...new Set(spec.of.map((choice) => choice.card))],
  meanings: (spec, card) => spec.of.filter((choice) => choice.card === card),
  press(spec, value = [], card) {
    if (value.some((item) => item.card === card)) return value.filter((item) => item.card !== card);
    const [first] = pick.meanings(spec, card);
    return first ? [...value, { card, as: first.as }] : value;
  },
  turn: (spec, value, card, as) => value.map((item) => (item.card === card ? { card, as } : item)),
  fits: (spec, value) => value.every((item) => pick.choice(spec, item)),
  choice: (spec, item) => spec.of.find((choice) => choice.card === item.card && choice.as === item.as),
  done(spec, value = []) {
    const { low, high, low_sum, high_sum } = pick.reach(spec, value);
    return (
      (value.length > 0 || low === 0) && pick.fits(spec, value) && high_sum >= low && (high === null || low_sum <= high)
    );
  },
  /** The sum as it may be read, with what is fixed. */
  reach(spec, value = []) {
    const chosen = [...value.map((item) => pick.choice(spec, item)).filter(Boolean), ...spec.fixed];
    const sum = chosen.reduce((all, choice) => all + choice.value, 0);
    const slack = chosen.reduce((all, choice) => all + (choice.slack ?? 0), 0);
    return { low: spec.total[0], high: spec.total[1], low_sum: sum - slack, high_sum: sum + slack, sum };
  },
  sum(spec, value) {
    const { sum, low, high } = pick.reach(spec, value);
    return { chosen: sum, low, high, unit: "sum" };
  },
  only: () => undefined,
};

export { several };
