/** How a match went: the steps of the race, its rounds, and what it turned on. */

import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { courseOf, roundOf } from "../static/table/together/course.js";
import { storyOf } from "../static/table/together/story.js";

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

test("a course has a step for each change after the deal", () => {
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

test("a round begins with each turn of the seat that began the match", () => {
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

/** The last round of each has a goal of three. @param {...number[]} values of the seats, one list for each row */
const raced = (...values) =>
  course(...values.map((points, at) => row(at + 1, { points, turn: at % 2 }, at ? "move" : "match.started")));

test("the turning point is the move at which a rival lost most", () => {
  const found = raced([0, 0], [1, 1], [1, 2], [2, 1], [3, 1]);

  assert.deepEqual(storyOf(found, 0, 3), { seq: 4, victim: 1, waited: 0 });
});

test("without losses the turning point is the move after which a rival's chance fell most", () => {
  const found = raced([0, 0], [0, 1], [2, 1], [3, 1]);

  assert.deepEqual(storyOf(found, 0, 3), { seq: 3, victim: null, waited: 0 });
});

test("a winner who lacked one step for four rounds has waited four rounds", () => {
  const found = raced([0, 0], [2, 0], [2, 1], [2, 1], [2, 1], [2, 1], [2, 1], [2, 2], [3, 2]);

  assert.equal(storyOf(found, 0, 3)?.waited, 4);
  assert.equal(storyOf(found, 0, null)?.waited, 0);
});

test("a match in which nothing changed has no story", () => {
  assert.equal(storyOf(raced([0, 0], [0, 0]), 0, 3), null);
});
