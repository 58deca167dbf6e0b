// In a template a break of lines is no space: between a text and what follows on the next line stands ${" "}.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const STATIC = new URL("../static/", import.meta.url);
const LOST =
  /(?:\$\{(?:t|text|nameOf|titleOf|blank\.lead)\b[^\n]*\}|<\/b>|[\p{L}.,:·])(?<!\$\{" "\}|`\})\n\s*<(?:span|b|em|strong|a|small|time)[\s>]/gu;

/** The places of a script at which a space is lost, as the lines that end there. */
const lost = (text) => [...text.matchAll(LOST)].map(({ 0: place }) => place.split("\n")[0]);

test("a space separates a text from an element on the next line", () => {
  const scripts = readdirSync(STATIC, { recursive: true }).filter(
    (path) => path.endsWith(".js") && !path.startsWith("vendor"),
  );
  const places = scripts.flatMap((path) =>
    lost(readFileSync(new URL(path, STATIC), "utf8")).map((one) => `${path}: ${one}`),
  );
  assert.deepEqual(places, []);
});

test("a missing space is found", () => {
  const text = '<h3>\n  ${t("deals")}\n  <span class="num">3</span>\n</h3>';
  assert.deepEqual(lost(text), ['${t("deals")}']);
  assert.deepEqual(lost(text.replace('")}', '")}${" "}')), []);
});
