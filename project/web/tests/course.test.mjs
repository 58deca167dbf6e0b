/** How a match went: the steps of the race, its rounds, and when the winner took the lead for good. */

import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { courseOf, leadTaken, roundOf } from "../static/table/together/course.js";

const START = {
  seq: 0,
  seats: 2,
  viewer: null,
  zones: [],
  faces: {},
  public: { points: [0, 0] },
  prompts: [],
  to_act: [],
  may_act: [],
};
const row = (seq, to, type = "move") => ({
  seq,
  type,
  effects: [{ kind: "changed", to }],
  to_act: [],
  may_act: [],
  deadlines: [],
});
const race = (view, seat) => view.public.points[seat];
const course = (...rows) => courseOf({ start: START, rows, sets: [] }, race);

test("a step for each change, from the deal on", () => {
  const found = course(
    row(1, { points: [9, 9] }, "seat.joined"),
    row(2, { points: [0, 0] }, "match.started"),
    row(3, { points: [1, 0] }),
    row(4, { turn: 1 }),
    row(5, { points: [1, 2] }),
  );

  assert.deepEqual([found.first, found.last], [2, 5]);
  assert.deepEqual(
    found.steps.map(({ seq, values }) => [seq, ...values]),
    [
      [2, 0, 0],
      [3, 1, 0],
      [5, 1, 2],
    ],
  );
});

test("a round begins when the seat that began has its turn again", () => {
  const found = course(
    row(1, { turn: 1 }, "match.started"),
    row(2, { turn: 0 }),
    row(3, { turn: 1 }),
    row(4, { turn: 1 }),
    row(5, { turn: 0 }),
  );

  assert.deepEqual(found.turns, [1, 3]);
  assert.deepEqual(
    [0, 2, 3, 5].map((seq) => roundOf(found, seq)),
    [0, 1, 2, 2],
  );
});

test("the lead is taken for good after the last moment without it; a tie is no lead", () => {
  const found = course(
    row(1, { points: [2, 0] }, "match.started"),
    row(2, { points: [2, 3] }),
    row(3, { points: [3, 3] }),
    row(4, { points: [4, 3] }),
    row(5, { points: [5, 3] }),
  );

  assert.equal(leadTaken(found, 0), 4);
  assert.equal(leadTaken(found, 1), null);
});

test("who led from the first step on took the lead in no move", () => {
  assert.equal(leadTaken(course(row(1, { points: [1, 0] }, "match.started"), row(2, { points: [2, 0] })), 0), null);
});
