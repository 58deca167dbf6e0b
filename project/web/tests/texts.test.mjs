/** Texts: blanks, and the singular of each language. */

import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { settings } from "../static/shell/session.js";
import { t } from "../static/words/texts.js";

const inLanguage = (language, key, values) => {
  settings.value = { ...settings.value, language };
  return t(key, values);
};

test("none is plural in English and singular in French", () => {
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
  assert.equal(inLanguage("fr", "deals"), "Affaires");
});
