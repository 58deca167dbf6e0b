/** Several things in words. */

import { listed, t } from "../words/texts.js";

const times = (number, name) => (number === 1 ? name : `${number} × ${name}`);

/** Equal names once with their number. @param {string[]} names */
export const grouped = (names) => inWords(names.map((name) => [name, 1]));

/** Things with their numbers: 2 × silk and gold. @param {[any, number][]} items @param {(thing: any) => string} [name] */
export function inWords(items, name = String) {
  const found = new Map();
  for (const [thing, number] of items) found.set(name(thing), (found.get(name(thing)) ?? 0) + number);
  return found.size ? listed([...found].map(([text, number]) => times(number, text))) : t("nothing");
}
