/** Checks where the blanks of a move are filled, by a press on the table or by words on the card, and which choice ends the move. */
import "./browser.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { wordBlank } from "../static/table/strip/blanks.js";
import { actsOf } from "../static/table/state/presses.js";
import { pressed, usesOf } from "../static/table/state/things.js";

const GAME = {
  faces: { blue: {}, green: {}, wild: {} },
  zones: { hand: {}, blue: {}, green: {} },
  verbs: {
    lay: { slots: { face: { means: "face" }, colour: { means: "colour" } } },
    swap: { slots: { wild: { means: "card" }, to: { means: "zone" } } },
    copy: { slots: { face: { means: "face" } } },
  },
};
const FACES = { 1: { face: "blue" }, 2: { face: "green" }, 3: { face: "wild" } };
const HAND = { name: "hand", seat: 0, number: null, cards: [1, 2, 3] };
const oneOf = (...options) => ({ slot: "one_of", options });
const LAY_WILD = { verb: "lay", slots: { face: oneOf("wild"), colour: oneOf("blue", "green") } };
const LAY_OTHERS = { verb: "lay", slots: { face: oneOf("blue", "green") } };

/** Returns the slot of the blank that is filled by words. */
function slotOfWords(zones, templates, now, layout = { groups: true }, game = GAME) {
  const view = { viewer: 0, faces: FACES, zones };
  const uses = usesOf(templates, game, view);
  return wordBlank({ match: { game, view, layout }, draft: { templates, uses, now, verb: now.verb } })?.slot;
}

test("a colour is offered in words although the hand holds cards of the same names", () => {
  const now = { verb: "lay", args: { face: "wild" } };

  assert.equal(slotOfWords([HAND], [LAY_OTHERS, LAY_WILD], now), "colour");
});

test("a face is pressed in the hand, but not where cards are laid", () => {
  const now = { verb: "copy", args: {} };
  const templates = [{ verb: "copy", slots: { face: oneOf("blue", "green") } }];
  const laid = { name: "blue", seat: 0, number: 1, cards: [1, 2] };

  assert.equal(slotOfWords([HAND], templates, now), undefined);
  assert.equal(slotOfWords([laid], templates, now), "face");
});

test("a choice is offered in words if a press could fill another blank", () => {
  const templates = [{ verb: "copy", slots: { face: oneOf("blue", "green"), other: oneOf("blue", "green") } }];
  const game = { ...GAME, verbs: { copy: { slots: { face: { means: "face" }, other: { means: "face" } } } } };

  assert.equal(slotOfWords([HAND], templates, { verb: "copy", args: {} }, {}, game), "face");
  assert.equal(slotOfWords([HAND], templates, { verb: "copy", args: { face: "blue" } }, {}, game), undefined);
});

test("a group that exists is pressed; the hand, and a colour without a group, are offered in words", () => {
  const now = { verb: "swap", args: { wild: 3 } };
  const swap = (...places) => [{ verb: "swap", slots: { wild: oneOf(3), to: oneOf(...places) } }];
  const group = { name: "green", seat: 0, number: 1, cards: [2] };
  const other = { name: "blue", seat: 0, number: 1, cards: [1] };

  assert.equal(slotOfWords([HAND, group, other], swap("green_1", "blue_1"), now), undefined);
  assert.equal(slotOfWords([HAND, group, other], swap("green_1", "blue_1"), now, {}), "to");
  assert.equal(slotOfWords([HAND, group], swap("hand", "green"), now), "to");
  assert.equal(slotOfWords([HAND, group], swap("green_1", "green_2"), now), "to");
});

test("a press on a card that could be played or given begins by playing it, and a second card is given", () => {
  const play = (card, given) => ({ verb: "swap", slots: { wild: oneOf(card), given: oneOf(given) } });
  const templates = [play(1, 2), play(2, 1)];
  const game = { ...GAME, verbs: { swap: { slots: { wild: { means: "card" }, given: { means: "card" } } } } };
  const uses = usesOf(templates, game, { viewer: 0, faces: FACES, zones: [HAND] });

  const begun = pressed(["card:2"], uses, templates, { verb: null, args: {} }).draft;

  assert.deepEqual(begun, { verb: "swap", args: { wild: 2 } });
  assert.deepEqual(pressed(["card:1"], uses, templates, begun, ["card:2"]).draft.args, { wild: 2, given: 1 });
});

test("the last choice plays a move, but not while a number could still be changed", () => {
  const coins = { slot: "integer", low: 0, high: 15 };
  const face = oneOf("up", "down");
  const view = { viewer: 0, faces: FACES, zones: [HAND] };
  const playedBy = (template) => {
    const played = [];
    const table = { draft: {}, refusal: {} };
    const state = { ask: { prompt: 1 }, templates: [template], uses: new Map(), now: {}, lifted: null };
    const acts = actsOf({ table, view, game: GAME, layout: {} }, {}, { play: (move) => played.push(move) }, state);
    acts.choose({ verb: "offer", args: { card: "blue", face: "up", ...("coins" in template.slots && { coins: 0 }) } });
    return played.length;
  };

  assert.equal(playedBy({ verb: "offer", slots: { card: oneOf("blue"), face } }), 1);
  assert.equal(playedBy({ verb: "offer", slots: { card: oneOf("blue"), face, coins } }), 0);
});
