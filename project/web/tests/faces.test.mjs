/** Faces: the same character for a bot's seat always, no two alike, and tempers that hang on the policy alone. */

import { textsIn } from "./browser.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { prefer } from "../static/shell/session.js";
import { CHARACTERS, characterOf, faceOfPlayer, FACES } from "../static/cards/faces.js";

prefer({ language: "en" });
const CARDS = new URL("../static/cards/", import.meta.url);
const SHARED = JSON.parse(readFileSync(new URL("characters.json", import.meta.url), "utf8"));
const MATCHES = Array.from({ length: 500 }, (_, at) => `0190a5c2-${at.toString(16).padStart(4, "0")}-7000-8000-5c2e`);

/** A table of bots. @param {string} id @param {string} policy @param {number} number */
const table = (id, policy = "good", number = 10) => ({
  id,
  seats: Array.from({ length: number }, () => ({ kind: "bot", policy })),
});
const seats = (match) => match.seats.map((_, seat) => characterOf(seat, match));
/** The texts of tempers by their key. */
const TEMPERS = Object.fromEntries(Object.entries(textsIn("en.json")).filter(([key]) => key.startsWith("temper_")));
/** The tempers that are said of a policy. @param {string} policy */
const tempersOf = (policy) => new Set(MATCHES.flatMap((id) => seats(table(id, policy)).map((one) => one.temper)));
/** Those that may be said of it. @param {string} policy */
const trueOf = (policy) =>
  new Set(
    Object.keys(TEMPERS)
      .filter((key) => key.startsWith(`temper_${policy}_`))
      .map((key) => TEMPERS[key]),
  );

test("no two bots of a table have the same character", () => {
  for (const id of MATCHES) assert.equal(new Set(seats(table(id)).map((one) => one.id)).size, 10);
});

test("the bots of a match have the names that the server gives them", () => {
  for (const [id, names] of Object.entries(SHARED))
    assert.deepEqual(
      seats(table(id)).map((one) => one.name),
      names,
    );
});

test("every character is assigned to every seat in some match", () => {
  for (let seat = 0; seat < 10; seat++)
    assert.equal(new Set(MATCHES.map((id) => characterOf(seat, table(id)).id)).size, CHARACTERS.length);
});

test("the character of a bot depends neither on other seats nor on its policy", () => {
  const alone = characterOf(3, table(MATCHES[7], "strong", 4));
  const among = table(MATCHES[7], "beginner", 10);
  among.seats[2] = { kind: "player", policy: null, player: { id: "1", name: "Ada" } };

  assert.equal(characterOf(3, among).id, alone.id);
});

test("the tempers of a bot are those of its policy; a bot of an unknown policy has none", () => {
  for (const policy of ["beginner", "casual", "good", "strong", "uniform", "learnt"])
    assert.deepEqual(tempersOf(policy), trueOf(policy));
  assert.deepEqual(tempersOf("greedy"), trueOf("casual"));
  assert.deepEqual(tempersOf("mine"), new Set([""]));
});

test("a person has their chosen face, or else always the same one", () => {
  assert.equal(faceOfPlayer({ id: "a", face: "p4" }), "p4");
  assert.equal(faceOfPlayer({ id: "a", face: "no face" }), faceOfPlayer({ id: "a" }));
  assert.ok(FACES.includes(faceOfPlayer({ id: "0190a5c2-0000-7000-8000-5c2e" })));
});

test("a free seat has no character", () => {
  assert.equal(characterOf(0, { id: "x", seats: [{ kind: "open" }] }), null);
  assert.equal(characterOf(4, { id: "x", seats: [] }), null);
  assert.equal(characterOf(0, null), null);
});

test("the art of a game weighs at most 14 kB, the faces at most 6 kB", () => {
  const weight = (...names) => gzipSync(names.map((name) => readFileSync(new URL(name, CARDS))).join("\n")).length;

  for (const art of [
    ["monopoly.js"],
    ["dalmuti.js", "court.js"],
    ["dale.js", "animals.js"],
    ["goods.js"],
    ["cargo.js"],
  ])
    assert.ok(weight(...art, "paint.js", "colours.js") <= 14_000, art[0]);
  assert.ok(weight("faces.js") <= 6000);
});
