/** Texts: the same in each language, blanks, and the singular of each. */

import { CODES, textsIn } from "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { settings } from "../static/shell/session.js";
import { t } from "../static/words/texts.js";

const inLanguage = (language, key, values) => {
  settings.value = { ...settings.value, language };
  return t(key, values);
};

/** The keys that only one of two languages has, singulars apart. */
const differing = (one, other) =>
  [...Object.keys(one), ...Object.keys(other)].filter((key) => !key.endsWith(".one") && !(key in one && key in other));

for (const file of [".json", ".more.json"])
  test(`all languages have the same texts in their ${file}`, () => {
    const [english, ...others] = CODES.map((code) => textsIn(`${code}${file}`)).reverse();

    assert.ok(others.length && Object.keys(english).length > 300);
    for (const other of others) assert.deepEqual(differing(english, other), []);
  });

test("a text that one language lacks is found, a missing singular is accepted", () => {
  assert.deepEqual(differing({ card: "card", "card.one": "card" }, { coin: "pièce" }), ["card", "coin"]);
});

test("zero is plural in English and singular in French", () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => inLanguage("en", "n_cards", { n })),
    ["0 cards", "1 card", "2 cards"],
  );
  assert.deepEqual(
    [0, 1, 2].map((n) => inLanguage("fr", "n_cards", { n })),
    ["0 carte", "1 carte", "2 cartes"],
  );
});

test("a text without a number has one form", () => {
  assert.equal(inLanguage("fr", "deals"), "Deals");
});

/** The keys whose texts put a word in the plural after `n` and have no singular. */
const withoutSingular = (texts) =>
  Object.keys(texts).filter(
    (key) =>
      !key.endsWith(".one") &&
      !(`${key}.one` in texts) &&
      /\{n\} (?!(?:is|begins|gathers|fois)\b)\p{L}+s\b/u.test(texts[key]),
  );

for (const code of CODES)
  test(`a word after a number has its singular in ${code}`, () => {
    for (const file of [".json", ".more.json"]) assert.deepEqual(withoutSingular(textsIn(`${code}${file}`)), []);
  });

test("a word after a number that has no singular is found", () => {
  assert.deepEqual(withoutSingular({ cards: "{n} cards", coins: "{n} coins", "coins.one": "1 coin" }), ["cards"]);
});
