import { heardIn } from "../static/spoken/blocks.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { lineOf, openMove, placeKey } from "../static/words/lines.js";

const zone = (name, number = null, seat = null) => ({ name, number, seat });
const moved = (src, dst, face) => ({ kind: "moved", src, dst, cards: [7], to: [8], faces: [face] });
const row = (...effects) => ({ seq: 9, move: { verb: "buy", args: { place: 2 } }, effects });

test("a line names the card that was taken from a place and not the card that lies there later", () => {
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

const fromHand = (face) => ({
  kind: "moved",
  src: zone("hand", null, 0),
  dst: zone("played"),
  cards: [null],
  to: [31],
  faces: [face],
});

test("a card of a hidden argument is named if the effects show it", () => {
  const hidden = { verb: "play", args: { card: null, target: 1 } };

  assert.deepEqual(openMove({ seat: 0, move: hidden, effects: [fromHand("sabotage")] }).args, { card: 31, target: 1 });
  assert.equal(lineOf({ seat: 0, move: hidden, effects: [fromHand("sabotage")] }, {}).seen[31], "sabotage");
  assert.equal(openMove({ seat: 0, move: hidden, effects: [fromHand(null)] }), hidden);
  assert.equal(openMove({ seat: 1, move: hidden, effects: [fromHand("sabotage")] }), hidden);
});

test("a move of a game that names cards by face contains the face", () => {
  const game = { verbs: { offer: { slots: { card: { means: "face" } } } } };
  const offer = { verb: "offer", args: { card: null, coins: 2 } };

  assert.equal(openMove({ seat: 0, move: offer, effects: [fromHand("jade")] }, game).args.card, "jade");
});

const messageOf = (at, ...blocks) => ({
  at,
  text: [...blocks, "The table\nYou.", "What is asked\nWhat?"].join("\n\n"),
  choices: [],
});

test("only lines of a reply that were not spoken before are new", () => {
  const reply = messageOf("9", "Your answer\nIt is played.", "What happened\nBo passes.\nYou lay 8.");

  assert.deepEqual(heardIn(reply, 7, 7), { lines: ["It is played.", "Bo passes.", "You lay 8."], seq: 9 });
  assert.deepEqual(heardIn(reply, 7, 8), { lines: ["It is played."], seq: 8 });
  assert.deepEqual(heardIn(messageOf("9", "What happened\nYou lay 8."), 8, 8), { lines: ["You lay 8."], seq: 9 });
  assert.deepEqual(heardIn(messageOf("9", "What happened\nYou lay 8."), null, null), { lines: ["You lay 8."], seq: 9 });
});
