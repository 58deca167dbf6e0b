/** The log by turns, and what has happened since one's own. */

import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { happened } from "../static/table/log/happened.js";
import { passesMerged, turnsIn } from "../static/table/log/turns.js";

const line = (seq, seat, verb, about = "") => ({ seq, seat, time: "", named: true, verb, about });
const linesByTurn = (lines) =>
  turnsIn(lines).map(({ seat, entries }) => [seat, entries.map(({ line, same }) => [line.seq, same.length])]);

test("consecutive lines of a seat form one turn", () => {
  const lines = [line(1, 1, "bank", "M1"), line(2, 1, "end_turn"), line(3, 2, "bank", "M1"), line(4, 1, "bank", "M1")];
  assert.deepEqual(linesByTurn(lines), [
    [
      1,
      [
        [1, 1],
        [2, 1],
      ],
    ],
    [2, [[3, 1]]],
    [1, [[4, 1]]],
  ]);
});

test("repeated moves of a wild are one line, that of the last move", () => {
  const lines = [1, 2, 3, 4].map((seq) => line(seq, 1, "recolour", seq % 2 ? "wild_a" : "wild_b"));
  assert.deepEqual(linesByTurn([...lines, line(5, 1, "end_turn")]), [
    [
      1,
      [
        [3, 2],
        [4, 2],
        [5, 1],
      ],
    ],
  ]);
});

test("repetitions after another verb, and moves without cards, are separate lines", () => {
  const lines = [line(1, 1, "bank", "M1"), line(2, 1, "lay", "green"), line(3, 1, "bank", "M1")];
  assert.deepEqual(linesByTurn(lines)[0][1].length, 3);
  assert.deepEqual(linesByTurn([line(1, 1, "offer"), line(2, 1, "offer")])[0][1].length, 2);
});

test("events without a seat are turns of their own", () => {
  assert.deepEqual(linesByTurn([line(1, null, ""), line(2, null, "")]).length, 2);
});

test("consecutive passes of several seats are merged, in their order", () => {
  const lines = [line(1, 1, "play", "5"), line(2, 2, "pass"), line(3, 0, "pass"), line(4, 1, "play", "4")];
  const merged = passesMerged(turnsIn([...lines, line(5, 2, "pass"), line(6, 0, "play", "3")]));
  const passes = merged.map((turn) => turn.passes?.map(({ seq, seat }) => [seq, seat]));
  assert.deepEqual(passes, [
    undefined,
    [
      [2, 2],
      [3, 0],
    ],
    undefined,
    [[5, 2]],
    undefined,
  ]);
});

test("a pass with another event of its seat is not merged", () => {
  const lines = [line(1, 2, "pass"), line(2, 1, "pass"), line(3, 1, ""), line(4, 0, "pass")];
  assert.deepEqual(
    passesMerged(turnsIn(lines)).map((turn) => turn.passes?.length),
    [1, undefined, 1],
  );
});

const ME = 0;
const zone = (name, seat) => ({ name, seat, number: null });
const moved = (src, dst, ...faces) => ({
  kind: "moved",
  cards: faces.map(() => 1),
  to: faces.map(() => 2),
  src,
  dst,
  faces,
});
const turnTo = (seat) => ({ kind: "changed", to: { turn: seat } });
const row = (seq, seat, verb, ...effects) => ({
  row: { seq, type: "move", seat, move: { verb, args: {} }, effects },
  seen: {},
});

test("the events since the own turn list lost cards and the most important moves of other seats", () => {
  const found = happened(
    [
      row(1, 2, "end_turn", turnTo(ME)),
      row(2, ME, "end_turn", turnTo(1)),
      row(3, 1, "bank", moved(zone("hand", 1), zone("bank", 1), "M1")),
      row(4, 1, "lay", moved(zone("hand", 1), zone("green", 1), "green")),
      row(5, 1, "sly_deal", moved(zone("yellow", ME), zone("yellow", 1), "yellow")),
      row(6, ME, "pay", moved(zone("bank", ME), zone("bank", 1), "M2")),
      row(7, 1, "end_turn", turnTo(ME)),
    ],
    ME,
  );

  assert.equal(found.from, 2);
  assert.deepEqual(found.lost, [{ to: 1, faces: ["yellow", "M2"] }]);
  assert.deepEqual(
    found.seats.map(({ seat, lines, more }) => [seat, lines.map(({ row }) => row.seq), more]),
    [[1, [3, 5], 1]],
  );
});

test("cards that the player played, or that lie in the centre, are not listed as lost", () => {
  const found = happened(
    [row(1, ME, "play", turnTo(1)), row(2, 1, "play", moved(zone("hand", ME), zone("centre", null), "gold"))],
    ME,
  );
  assert.deepEqual(found.lost, []);
});

test("there are no events to list after an own move, before the first one, or for spectators", () => {
  assert.equal(happened([row(1, 1, "bank"), row(2, ME, "bank")], ME), null);
  assert.equal(happened([row(1, ME, "bank"), row(2, 1, "bank")], null), null);
  assert.equal(happened([row(1, 1, "bank")], ME), null);
});
