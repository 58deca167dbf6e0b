/** Several things as words. */

import { unnumbered } from "../words/pattern.js";
import { listed, t } from "../words/texts.js";

/** Returns several equal things in words: 2 × Tea, or 2 cards if the cards have no name. */
function times(number, name) {
  if (number === 1) return name;
  return name === t("a_card") ? t("n_cards", { n: number }) : `${number} × ${unnumbered(name)}`;
}

/** Returns names in words; equal names appear once with their number. @param {string[]} names */
export const grouped = (names) => inWords(names.map((name) => [name, 1]));

/** Returns things with their numbers in words: 2 × silk and gold. @param {[any, number][]} items @param {(thing: any) => string} [name] */
export function inWords(items, name = String) {
  const found = new Map();
  for (const [thing, number] of items) found.set(name(thing), (found.get(name(thing)) ?? 0) + number);
  return found.size ? listed([...found].map(([text, number]) => times(number, text))) : t("nothing");
}
