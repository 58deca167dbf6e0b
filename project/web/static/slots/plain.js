/** Defaults shared by most kinds of slots; each kind overrides what differs. */

import { inWords } from "./words.js";

export const plain = {
  things: () => [],
  most: () => 1,
  press: (spec, value, thing) => thing,
  begins: () => undefined,
  isSettled: () => false,
  nothing: () => undefined,
  sum: () => null,
  isTried: false,
  /** @returns {[any, number][]} */
  items: (value) => (value === undefined ? [] : [[value, 1]]),
  reads: () => false,
  words(value, name) {
    return inWords(this.items(value), name);
  },
  means: "number",
  ahead: null,
  opens: ({ onTable }) => !onTable,
  Editor: () => null,
};

/** Returns whether a number lies between two bounds. @param {number[]} bounds @param {number} number */
export const within = ([low, high], number) => number >= low && (high === null || number <= high);
