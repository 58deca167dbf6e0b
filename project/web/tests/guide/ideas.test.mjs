/** The guide of a first match: which idea is shown, and what a game without a guide shows. */

import "../browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { guideOf, ideaNow } from "../../static/guide/ideas.js";

const VIEW = { prompts: [{ id: 1, phase: "follow" }] };
const ASKS = [{ prompt: 1, templates: [{ verb: "play" }, { verb: "pass" }] }];
const now = (rows = []) => ({ view: VIEW, asks: ASKS, rows });
const row = (verb, what) => ({ move: { verb }, effects: [{ kind: "announced", what }] });
const IDEAS = [
  { name: "lead", phase: "lead" },
  { name: "pass", phase: "follow", verb: "pass" },
  { name: "hand", phase: "follow" },
  { name: "won", happened: "won" },
];
const ideaName = (...args) => ideaNow(...args)?.name ?? null;

test("the first idea that is new and whose conditions hold is shown, each idea once", () => {
  assert.equal(ideaName(IDEAS, [], now()), "pass");
  assert.equal(ideaName(IDEAS, ["pass"], now()), "hand");
  assert.equal(ideaName(IDEAS, ["pass", "hand"], now()), null);
});

test("an idea waits for an event: a verb that was played or an announcement", () => {
  const seen = ["pass", "hand"];

  assert.equal(ideaName(IDEAS, seen, now([row("play", "tied")])), null);
  assert.equal(ideaName(IDEAS, seen, now([row("play", "won")])), "won");
  assert.equal(ideaName([{ name: "played", happened: "play" }], [], now([row("play", "tied")])), "played");
});

test("a game without a guide is explained by its phases, against two bots or as many as it needs", () => {
  const phases = { trick: { title: "Trick", help: "Lay a card." }, match: { title: "Match", help: "" } };
  const game = (min, max) => ({ guide: null, phases, seats: { min, max }, length: null });
  const { bots, seed, ideas } = guideOf(game(2, 6));

  assert.deepEqual([bots, guideOf(game(4, 4)).bots, guideOf(game(2, 2)).bots], [2, 3, 1]);
  assert.match(seed, /^[0-9a-f]{64}$/);
  assert.deepEqual(ideas, [{ name: "trick", title: "Trick", help: "Lay a card.", phase: "trick", at: "question" }]);
  assert.equal(guideOf({ ...game(2, 6), guide: { bots: 3 } }).bots, 3);
});
