// Questions that come by the stream or with the reply to a move, so that nobody has to fetch them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asksIn, newer } from "../static/table/state/asks.js";

const legal = { templates: [{ verb: "pass", label: "Pass", slots: {} }], words: { hand: "Hand" }, count: 1, moves: [] };
const openPrompts = (seq, ids = [7, 9]) => ({ seq, seat: 1, prompts: ids.map((id) => ({ id, legal })) });

test("the prompts of the current table and seat are returned with their templates and words", () => {
  assert.deepEqual(asksIn(openPrompts(12), { seq: 12, viewer: 1 }), [
    { prompt: 7, templates: legal.templates, words: legal.words },
    { prompt: 9, templates: legal.templates, words: legal.words },
  ]);
});

test("prompts of another event or another seat, and missing prompts, return null", () => {
  assert.equal(asksIn(openPrompts(12), { seq: 11, viewer: 1 }), null);
  assert.equal(asksIn(openPrompts(12), { seq: 12, viewer: 0 }), null);
  assert.equal(asksIn(openPrompts(12), { seq: 12, viewer: null }), null);
  assert.equal(asksIn(null, { seq: 12, viewer: 1 }), null);
});

test("the newer of two messages about prompts is kept; a message without prompts is always newer", () => {
  assert.equal(newer(null, openPrompts(3)).seq, 3);
  assert.equal(newer(openPrompts(5), openPrompts(4)).seq, 5);
  assert.equal(newer(openPrompts(5), openPrompts(5, [7])).prompts.length, 1);
  assert.equal(newer(openPrompts(5), { seq: null, seat: 1, prompts: [] }).seq, null);
});
