// Helps follow the options of a match, as the server's do (games/kernel/words/helps.py).
import assert from "node:assert/strict";
import { test } from "node:test";
import { withHelps } from "../static/words/helps.js";

const game = {
  options: {
    properties: {
      hand_limit: { type: "integer", default: 7 },
      discard_to: {
        enum: ["bottom", "pile"],
        default: "bottom",
        titles: { bottom: "under the deck", pile: "to the pile" },
      },
      costs: { type: "boolean", default: false },
    },
  },
  verbs: {
    end_turn: {
      title: "End",
      help: "Cards beyond 7 go under the deck.",
      help_pattern:
        "Cards beyond {hand_limit} {hand_limit|card|cards} go {discard_to}{discard_to|| in any order}[{costs|, for a play}].",
    },
    pass: { title: "Pass", help: "Do nothing." },
  },
};
const formOf = (number) => (number === 1 ? 0 : 1);
const helpOf = (options) => withHelps(game, options, formOf).verbs.end_turn.help;

test("a help with default options equals the text of the game", () =>
  assert.equal(helpOf({}), "Cards beyond 7 cards go under the deck."));

test("a number, a word and a flag each change a help", () =>
  assert.equal(
    helpOf({ hand_limit: 1, discard_to: "pile", costs: true }),
    "Cards beyond 1 card go to the pile in any order, for a play.",
  ));

test("a help without a pattern stays as it is", () =>
  assert.deepEqual(withHelps(game, { costs: true }, formOf).verbs.pass, game.verbs.pass));
