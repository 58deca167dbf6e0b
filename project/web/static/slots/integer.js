/** A whole number, with a stepper in the sentence. */

import { t } from "../words/texts.js";
import { Stepper } from "../shell/ui.js";
import { html } from "../vendor/preact.js";
import { plain } from "./plain.js";

const NUMBERS = new Set(["number", "coins", "integer"]);

function Blank({ blank, set }) {
  const { specs, lead, what, slot, means } = blank;
  const [low, high] = [Math.min(...specs.map((spec) => spec.low)), Math.max(...specs.map((spec) => spec.high))];
  const value = blank.value ?? low;
  return html`<span class="blankwrap"
    >${lead}
    <${Stepper}
      value=${value}
      low=${low}
      high=${high}
      label=${lead || what || slot}
      onChange=${set}
    />${means === "coins" && html` ${t("unit_coins", { n: value })}`}</span
  >`;
}

/** @type {import("./types.js").Kind} */
export const integer = {
  ...plain,
  name: "integer",
  fits: (spec, value) => Number.isInteger(value) && value >= spec.low && value <= spec.high,
  done: (spec, value) => integer.fits(spec, value),
  begins: (spec) => spec.low,
  reads: (value, means) => typeof value === "number" && NUMBERS.has(means),
  ahead: "number",
  opens: () => false,
  Blank,
  Editor: () => null,
};
