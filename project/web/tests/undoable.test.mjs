/** Which moves the client offers to take back: those that showed nobody a card, while they are the last. */

import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { undoable, undoableAlone } from "../static/table/together/undoable.js";

const game = {
  zones: { hand: { sight: "owner" }, drawn: { sight: "owner" }, bank: { sight: "all" }, pile: { sight: "none" } },
};
const zone = (name, seat = 0) => ({ name, seat, number: null });
const moved = (src, dst, draw = null) => ({ kind: "moved", src: zone(src), dst: zone(dst), draw });
const move = (...effects) => ({ seq: 5, type: "move", seat: 0, move: { verb: "pass", args: {} }, effects });
const can = (...effects) => undoable({ game }, [move(...effects)]) !== null;

test("a move can be taken back if it showed no card and drew no chance", () => {
  assert.equal(can({ kind: "changed", to: {} }, { kind: "closed", prompt: 1 }), true);
  assert.equal(can(moved("bank", "bank")), true);
  assert.equal(can(moved("hand", "drawn")), true);
  assert.equal(can(moved("hand", "bank")), false);
  assert.equal(can(moved("bank", "bank", { k: 1 })), false);
  assert.equal(can({ kind: "shuffled" }), false);
  assert.equal(can({ kind: "changed", to: {} }, { kind: "announced" }), false);
});

test("a message does not prevent taking back a move, a move of another seat or the clock does", () => {
  const own = move({ kind: "changed", to: {} });
  assert.equal(undoable({ game }, [own, { type: "message", effects: [] }])?.seq, 5);
  assert.equal(undoable({ game }, [own, { type: "clock", seat: 1, effects: [] }]), null);
  assert.equal(undoable({ game }, []), null);
});

test("only a player alone with bots takes back a move without asking, and only an own move", () => {
  const seat = (number, kind) => ({
    seat: number,
    kind,
    player: kind === "player" ? { name: "Ada" } : null,
    resigned: false,
  });
  const match = (others, me = 0) => ({
    ...{ game, me, head: { status: "running", seats: [seat(0, "player"), seat(1, others)] } },
    table: { log: { value: [{ row: move({ kind: "changed", to: {} }) }] } },
  });

  assert.equal(undoableAlone(match("bot"))?.seq, 5);
  assert.equal(undoableAlone(match("player")), null);
  assert.equal(undoableAlone(match("bot", 1)), null);
});
