/** Goods that pay one of several prices. The usual payment is the price as printed. */

import { html } from "../vendor/preact.js";
import { Frame } from "./frame.js";
import { amountOf, numbers, Steppers, withCount } from "./steppers.js";

const PRICES_SHOWN = 6;

/** Returns the prices that can be paid exactly as printed, the cheapest first. */
export const affordable = (spec) =>
  spec.prices.filter((price) => goodsPayment.fits(spec, price)).sort((a, b) => amountOf(a) - amountOf(b));

const keyOf = (price) => JSON.stringify(Object.entries(price ?? {}).sort());

function Editor(props) {
  const { blank, spec, value, set, text } = props;
  const prices = affordable(spec).slice(0, PRICES_SHOWN);
  return html`<${Frame} blank=${blank}
    >${
      prices.length > 0 &&
      html`<div class="options" role="radiogroup">
        ${prices.map(
          (price) =>
            html`<button
              type="button"
              class="choice dense"
              role="radio"
              aria-checked=${String(keyOf(price) === keyOf(value))}
              onClick=${() => set(price)}
            >
              ${text("word", price)}
            </button>`,
        )}
      </div>`
    }<${Steppers} ...${props}
  /><//>`;
}

/** @type {import("./types.js").Kind} */
export const goodsPayment = {
  ...numbers,
  name: "goods_payment",
  press(spec, value = {}, good) {
    const now = value[good] ?? 0;
    return withCount(value, good, now >= numbers.most(spec, good) ? 0 : now + 1);
  },
  fits: (spec, value) => Object.entries(value).every(([good, number]) => number <= numbers.most(spec, good)),
  /** Returns whether a price is paid as printed. Only the server can judge a payment with other goods. */
  done: (spec, value = {}) => goodsPayment.fits(spec, value) && Object.keys(value).length > 0,
  begins: (spec) => affordable(spec)[0],
  isTried: true,
  opens: () => true,
  Editor,
};
