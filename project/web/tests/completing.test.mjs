/** Which sets of mine the move under way would complete, in Monopoly Deal. */

import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { completions } from "../static/layouts/completing.js";

const ME = 0;
const faces = {
  1: { face: "orange" },
  2: { face: "orange" },
  3: { face: "orange" },
  4: { face: "brown" },
  5: { face: "wild_brown_light_blue", colours: ["brown", "light_blue"] },
  6: { face: "brown" },
  7: { face: "wild_any", colours: ["brown", "orange"] },
};
const zone = (name, seat, ...cards) => ({ name, seat, number: 1, cards });
const view = (...zones) => ({ viewer: ME, seats: 3, faces, zones });
const lay = { verb: "lay", slots: { face: { slot: "one_of", options: ["orange", "brown"] } } };
const layWild = (face, ...colours) => ({
  verb: "lay",
  slots: { face: { slot: "one_of", options: [face] }, colour: { slot: "one_of", options: colours } },
});
const slyDeal = (target, ...cards) => ({
  verb: "sly_deal",
  slots: { target: { slot: "one_of", options: [target] }, card: { slot: "one_of", options: cards } },
});
const forcedDeal = (target, card, ...given) => ({
  verb: "forced_deal",
  slots: {
    target: { slot: "one_of", options: [target] },
    card: { slot: "one_of", options: [card] },
    given: { slot: "one_of", options: given },
  },
});
const found = (table, templates, verb, args) =>
  completions(table, { templates, verb, now: { verb, args } }).found.map(({ card, sets }) => [card, sets]);

test("a property in hand completes a set that lacks one card", () => {
  const hand = zone("hand", ME, 3);
  assert.deepEqual(found(view(hand, zone("orange", ME, 1, 2)), [lay], "lay", { face: "orange" }), [[3, ["orange"]]]);
  assert.deepEqual(found(view(hand, zone("orange", ME, 1)), [lay], "lay", { face: "orange" }), []);
  assert.deepEqual(found(view(hand, zone("orange", 1, 1, 2)), [lay], "lay", { face: "orange" }), []);
});

test("a wild completes a set only as its colour", () => {
  const table = view(zone("hand", ME, 5), zone("brown", ME, 4));
  const templates = [layWild("wild_brown_light_blue", "brown", "light_blue")];
  assert.deepEqual(found(table, templates, "lay", { face: "wild_brown_light_blue" }), [[5, ["brown"]]]);
  assert.deepEqual(found(table, templates, "lay", { face: "wild_brown_light_blue", colour: "light_blue" }), []);
});

test("before a target is chosen, all targets that complete a set are found", () => {
  const table = view(zone("orange", ME, 1, 2), zone("brown", ME, 4), zone("orange", 1, 3), zone("brown", 2, 6));
  const templates = [slyDeal(1, 3), slyDeal(2, 6)];
  assert.deepEqual(found(table, templates, "sly_deal", {}), [
    [3, ["orange"]],
    [6, ["brown"]],
  ]);
  assert.deepEqual(found(table, templates, "sly_deal", { target: 2, card: 6 }), [[6, ["brown"]]]);
});

test("a card that is given away completes nothing", () => {
  const table = view(zone("brown", ME, 4), zone("orange", ME, 1), zone("brown", 1, 6));
  const templates = [forcedDeal(1, 6, 4, 1)];
  assert.deepEqual(found(table, templates, "forced_deal", { card: 6, given: 1 }), [[6, ["brown"]]]);
  assert.deepEqual(found(table, templates, "forced_deal", { card: 6, given: 4 }), []);
});

test("wilds alone are no set, and other verbs bring no property", () => {
  const hand = zone("hand", ME, 7);
  const table = view(hand, zone("brown", ME, 4), zone("orange", ME, 1));
  assert.deepEqual(found(table, [layWild("wild_any", "brown", "orange")], "lay", { face: "wild_any" }), [
    [7, ["brown"]],
  ]);
  const wilds = { ...view(hand, zone("brown", ME, 8)), faces: { ...faces, 8: faces[7] } };
  assert.deepEqual(found(wilds, [layWild("wild_any", "brown")], "lay", { face: "wild_any" }), []);
  assert.deepEqual(found(table, [], "bank", { face: "wild_any" }), []);
});
