import { heardIn } from "../static/spoken/blocks.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { lineOf, openMove, placeKey } from "../static/words/lines.js";

const zone = (name, number = null, seat = null) => ({ name, number, seat });
const moved = (src, dst, face) => ({ kind: "moved", src, dst, cards: [7], to: [8], faces: [face] });
const row = (...effects) => ({ seq: 9, move: { verb: "buy", args: { place: 2 } }, effects });

test("a line names the card that lay at a place when it was taken, and not what lies there later", () => {
  const { seen } = lineOf(
    row(
      moved(zone("market", 2), zone("hand", null, 0), "nuisance"),
      moved(zone("market_deck"), zone("market", 2), "gamble"),
    ),
    {},
  );

  assert.equal(seen[placeKey(2)], "nuisance");
});

test("cards that slide along the market are not taken", () => {
  const { seen } = lineOf(row(moved(zone("market", 3), zone("market", 2), "gamble")), {});

  assert.equal(placeKey(3) in seen, false);
});

const played = (face) => ({
  kind: "moved",
  src: zone("hand", null, 0),
  dst: zone("played"),
  cards: [null],
  to: [31],
  faces: [face],
});

test("a card that a hidden argument lays open is named, and one that stays unseen is not", () => {
  const hidden = { verb: "play", args: { card: null, target: 1 } };

  assert.deepEqual(openMove({ seat: 0, move: hidden, effects: [played("sabotage")] }).args, { card: 31, target: 1 });
  assert.equal(lineOf({ seat: 0, move: hidden, effects: [played("sabotage")] }, {}).seen[31], "sabotage");
  assert.equal(openMove({ seat: 0, move: hidden, effects: [played(null)] }), hidden);
  assert.equal(openMove({ seat: 1, move: hidden, effects: [played("sabotage")] }), hidden);
});

test("a game that names cards by their face has the face in the move", () => {
  const game = { verbs: { offer: { slots: { card: { means: "face" } } } } };
  const offer = { verb: "offer", args: { card: null, coins: 2 } };

  assert.equal(openMove({ seat: 0, move: offer, effects: [played("jade")] }, game).args.card, "jade");
});

const told = (at, ...blocks) => ({
  at,
  text: [...blocks, "The table\nYou.", "What is asked\nWhat?"].join("\n\n"),
  choices: [],
});

test("of the reply to an answer only what was not heard before is new", () => {
  const reply = told("9", "Your answer\nIt is played.", "What happened\nBo passes.\nYou lay 8.");

  assert.deepEqual(heardIn(reply, 7, 7), { lines: ["It is played.", "Bo passes.", "You lay 8."], seq: 9 });
  assert.deepEqual(heardIn(reply, 7, 8), { lines: ["It is played."], seq: 8 });
  assert.deepEqual(heardIn(told("9", "What happened\nYou lay 8."), 8, 8), { lines: ["You lay 8."], seq: 9 });
  assert.deepEqual(heardIn(told("9", "What happened\nYou lay 8."), null, null), { lines: ["You lay 8."], seq: 9 });
});
