/** The form of a clock: what it sends, and how a span is written. */

import assert from "node:assert/strict";
import test from "node:test";
import { allowedSteps, clockBody, inUnits, NO_CLOCK } from "../static/setup/clock.js";

test("a table without a clock sends no bank, no vacation and no ladder", () => {
  assert.deepEqual(clockBody({ ...NO_CLOCK, vacation_days: 3, play_window: true }), { per_move: null });
});

test("a bank sends its increment and no limit for each move", () => {
  assert.deepEqual(clockBody({ ...NO_CLOCK, kind: "bank", bank: 600, increment: 60, ladder: ["bot"] }), {
    bank: 600,
    increment: 60,
    ladder: ["bot"],
  });
});

test("a limit for each move sends hours and vacation where they are chosen", () => {
  assert.deepEqual(clockBody({ ...NO_CLOCK, kind: "per_move", per_move: 3600, play_window: true, vacation_days: 7 }), {
    per_move: 3600,
    play_window: true,
    vacation_days: 7,
    ladder: ["default_move"],
  });
});

test("a span is written in the largest unit that is exact", () => {
  assert.deepEqual(
    [60, 5400, 7200, 86400, 90000].map(inUnits).map(({ amount, unit }) => `${amount} ${unit}`),
    ["1 minutes", "90 minutes", "2 hours", "1 days", "25 hours"],
  );
});

test("without substitutes a step that needs them becomes a bot", () => {
  assert.deepEqual(allowedSteps(["default_move", "substitute"], false), ["default_move", "bot"]);
  assert.deepEqual(allowedSteps(["substitute"], true), ["substitute"]);
});
