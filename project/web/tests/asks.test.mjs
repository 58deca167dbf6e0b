// Questions that come by the stream or with the reply to a move, so that nobody has to fetch them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asksIn, newer } from "../static/table/state/asks.js";

const legal = { templates: [{ verb: "pass", label: "Pass", slots: {} }], words: { hand: "Hand" }, count: 1, moves: [] };
const openPrompts = (seq, ids = [7, 9]) => ({ seq, seat: 1, prompts: ids.map((id) => ({ id, legal })) });

test("what is said of the table that is seen has my questions, each with its moves and their words", () => {
  assert.deepEqual(asksIn(openPrompts(12), { seq: 12, viewer: 1 }), [
    { prompt: 7, templates: legal.templates, words: legal.words },
    { prompt: 9, templates: legal.templates, words: legal.words },
  ]);
});

test("what is said of another table, to another seat, or not at all says nothing", () => {
  assert.equal(asksIn(openPrompts(12), { seq: 11, viewer: 1 }), null);
  assert.equal(asksIn(openPrompts(12), { seq: 12, viewer: 0 }), null);
  assert.equal(asksIn(openPrompts(12), { seq: 12, viewer: null }), null);
  assert.equal(asksIn(null, { seq: 12, viewer: 1 }), null);
});

test("of what the stream says and what a reply says the newer holds; that nothing is open is always news", () => {
  assert.equal(newer(null, openPrompts(3)).seq, 3);
  assert.equal(newer(openPrompts(5), openPrompts(4)).seq, 5);
  assert.equal(newer(openPrompts(5), openPrompts(5, [7])).prompts.length, 1);
  assert.equal(newer(openPrompts(5), { seq: null, seat: 1, prompts: [] }).seq, null);
});
