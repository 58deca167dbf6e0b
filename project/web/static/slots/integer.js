/** A whole number; its − and + are beside the button that plays it. */

import { plain } from "./plain.js";

const NUMBERS = new Set(["number", "coins", "integer"]);

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
};
