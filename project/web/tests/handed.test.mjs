// What a row without a move shows of cards that change hands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { handed } from "../static/table/log/handed.js";

const zone = (name, seat) => ({ name, seat, number: null });
const moved = (src, dst, ...faces) => ({ kind: "moved", src, dst, faces });
const row = (...effects) => ({ type: "move", move: null, effects });

test("payments sealed together are listed by seat", () => {
  const paid = row(
    moved(zone("bank", 1), zone("bank", 0), "m3"),
    moved(zone("pink", 2), zone("pink", 0), "pink"),
    moved(zone("bank", 1), zone("bank", 0), "m1"),
  );

  assert.deepEqual(handed(paid), [
    { seat: 1, to: 0, faces: ["m3", "m1"] },
    { seat: 2, to: 0, faces: ["pink"] },
  ]);
});

test("a card laid from the hand as an answer is listed", () => {
  assert.deepEqual(handed(row(moved(zone("hand", 3), zone("centre", null), "just_say_no"))), [
    { seat: 3, to: null, faces: ["just_say_no"] },
  ]);
});

test("cards that are not seen are not listed", () => {
  assert.deepEqual(handed(row(moved(zone("hand", 1), zone("hand", 2), null, null))), []);
});

test("a seat whose answer is listed by the log is not listed", () => {
  const answered = { kind: "answered", seat: 0, move: { verb: "pay", args: {} } };

  assert.deepEqual(handed(row(answered, moved(zone("bank", 0), zone("bank", 1), "m1"))), []);
});

test("a row with a move lists nothing", () => {
  assert.deepEqual(
    handed({ ...row(moved(zone("bank", 0), zone("bank", 1), "m1")), move: { verb: "pay", args: {} } }),
    [],
  );
});

test("cards drawn or discarded are not listed", () => {
  assert.deepEqual(
    handed(
      row(moved(zone("draw_pile", null), zone("hand", 0), "m1"), moved(zone("bank", 0), zone("discard", null), "m2")),
    ),
    [],
  );
});
