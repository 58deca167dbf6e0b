/** The pace at which others' moves are drawn: who waits, who does not, and what ends a wait. */

import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { prefer } from "../static/shell/session.js";
import { hurry, isAsked, isOthers, isTogether, isUrgent, pause } from "../static/table/state/pace.js";

const ME = 0;
const LAID = { kind: "moved", cards: [1], to: [2], src: {}, dst: {}, faces: ["gold"] };
const row = (seat, verb, effects = [LAID]) => ({ type: "move", seat, move: { verb, args: {} }, effects });
const prompt = (more = {}) => ({ id: 1, open: true, beside: false, seats: [ME], ...more });
const view = (...prompts) => ({ viewer: ME, prompts });

/** A store whose last move was drawn just now. */
const store = (seen = view(), drawn = row(1, "bank")) => ({
  view: { value: seen },
  flow: { undrawn: { value: 1 }, hurries: false, wake: () => {}, drawn, drawnAt: performance.now() },
});

/** Whether the row waits, after all that happens at once. */
async function waits(table, next) {
  let isOver = false;
  pause(table, next).then(() => (isOver = true));
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  return !isOver;
}

test("a move of another player waits for the move before, an own move does not", async () => {
  prefer({ pace: "slow" });
  assert.equal(await waits(store(), row(2, "bank")), true);
  assert.equal(await waits(store(), row(ME, "bank")), false);
});

test('moves do not wait at the pace "at once"', async () => {
  prefer({ pace: "once" });
  assert.equal(await waits(store(), row(2, "bank")), false);
  prefer({ pace: "slow" });
});

test("moves do not wait while the player is prompted, except beside the game or after an answer", async () => {
  assert.equal(await waits(store(view(prompt())), row(2, "bank")), false);
  for (const one of [
    prompt({ beside: true }),
    prompt({ answer: null }),
    prompt({ open: false }),
    prompt({ seats: [1] }),
  ])
    assert.equal(await waits(store(view(one)), row(2, "bank")), true);
  assert.equal(isAsked({ viewer: null, prompts: [prompt()] }), false);
});

test("hurry() ends the wait and lasts until all moves are drawn", async () => {
  const table = store();
  const waiting = pause(table, row(2, "bank"));
  hurry(table);
  await waiting;
  assert.equal(table.flow.hurries, true);
  assert.equal(await waits(table, row(3, "bank")), false);
});

test("hurry() without undrawn moves has no effect on later moves", () => {
  const table = store();
  table.flow.undrawn.value = 0;
  hurry(table);
  assert.equal(table.flow.hurries, false);
});

test("a repeated move or a move without visible effects is drawn with the move before", () => {
  assert.equal(isTogether(row(1, "recolour"), row(1, "recolour")), true);
  assert.equal(isTogether(row(1, "bank"), row(1, "end_turn", [{ kind: "changed", to: {} }])), true);
  assert.equal(isTogether(row(1, "bank"), row(1, "rent")), false);
  assert.equal(isTogether(row(1, "bank"), row(2, "bank")), false);
});

test("a deadline of the player within a minute is urgent, a deadline of others is not", () => {
  const at = (seats) => ({ deadlines: [{ prompt: 1, seats, at: "2026-01-01T00:00:30Z" }] });
  const now = Date.parse("2026-01-01T00:00:00Z");
  assert.equal(isUrgent(at([ME]), view(), now), true);
  assert.equal(isUrgent(at([1]), view(), now), false);
  assert.equal(isUrgent(at([ME]), view(), now - 3_600_000), false);
});

test("rows without an act of a seat are not watched", () => {
  assert.equal(isOthers({ type: "match.started", seat: null, effects: [LAID] }, view()), false);
  assert.equal(isOthers({ type: "message", seat: 1, effects: [] }, view()), false);
});
