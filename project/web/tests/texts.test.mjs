/** Texts: blanks, and the singular of each language. */

import assert from "node:assert/strict";
import test from "node:test";

globalThis.navigator ??= { languages: ["en"] };
globalThis.localStorage ??= { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const words = (code) =>
  [`${code}.js`, `${code}.more.js`].map((file) => new URL(`../static/texts/${file}`, import.meta.url));
const languages = ["en", "fr"].map((code) => ({ code, name: code, texts: words(code) }));
globalThis.document ??= {
  documentElement: { dataset: { languages: JSON.stringify(languages) }, style: { setProperty: () => {} } },
  addEventListener: () => {},
};
globalThis.addEventListener ??= () => {};
const { settings } = await import("../static/session.js");
const { loadTexts, t } = await import("../static/texts.js");
await Promise.all(["en", "fr"].map(loadTexts));

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
