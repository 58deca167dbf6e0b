// Patterns are filled as the server fills them: tests/kernel/test_sentence.py reads the same file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { blanksOf, filled, pieces } from "../static/words/pattern.js";

const cases = JSON.parse(readFileSync(new URL("patterns.json", import.meta.url), "utf8"));
const termsOf = (given) =>
  Object.fromEntries(Object.entries(given).map(([name, [text, form, none]]) => [name, { text, form, none }]));

for (const [pattern, given, sentence] of cases)
  test(`${pattern} becomes ${sentence}`, () => assert.equal(filled(pattern, termsOf(given)), sentence));

test("a pattern names its blanks once", () =>
  assert.deepEqual(blanksOf("{seat} {seat|pay|pays} {owed}M[ to {to}]"), ["seat", "owed", "to"]));

test("the pieces of a pattern separate blanks from words", () =>
  assert.deepEqual(pieces("{seat} {seat|pay|pays} {owed}M", termsOf({ seat: ["Ada", 1], owed: ["5", 1] })), [
    { name: "seat", text: "Ada" },
    " ",
    "pays",
    " ",
    { name: "owed", text: "5" },
    "M",
  ]));
