// The pure modules of slots: what fits, what is done, what a press does.
import "./browser.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { counts } from "../static/slots/counts.js";
import { blanks, completed, filled, stillFitting, matching, moveOf, press } from "../static/slots/draft.js";
import { affordable } from "../static/slots/goods_payment.js";
import { payment } from "../static/slots/payment.js";
import { pick } from "../static/slots/pick.js";
import { sequence } from "../static/slots/sequence.js";

const pay = (worth, owed, more = {}) => ({
  slot: "payment",
  worth,
  owed,
  needs: {},
  minimal: false,
  freeing: [],
  must: [],
  short: true,
  ordered: false,
  ...more,
});

test("a payment begins with the cards whose sum exceeds the price least", () => {
  assert.deepEqual(payment.begins(pay({ 1: 1, 2: 2, 3: 5 }, 3)), [1, 2]);
  assert.deepEqual(payment.begins(pay({ 1: 2, 2: 2, 3: 5 }, 5)), [3]);
  assert.deepEqual(payment.begins(pay({ 1: 1, 2: 1 }, 5)), [1, 2]);
});

test("among equal sums a payment begins with the least costly cards, then with the fewest", () => {
  assert.deepEqual(
    payment.begins(pay({ 1: 2, 2: 1, 3: 1 }, 2), (card) => (card === 1 ? 1 : 0)),
    [2, 3],
  );
  assert.deepEqual(payment.begins(pay({ 1: 2, 2: 1, 3: 1 }, 2)), [1]);
});

test("a pick with a minimum begins with the cards that reach it, a pick of an exact sum with none", () => {
  const of = [1, 2, 3].map((card) => ({ card, as: "junk", value: card }));
  const spec = { slot: "pick", of, total: [3, null], requires: [], fixed: [] };

  assert.deepEqual(pick.begins(spec), [{ card: 3, as: "junk" }]);
  assert.equal(pick.begins({ ...spec, total: [3, 3] }), undefined);
});

test("the beginning of a payment equals brute force over all subsets", () => {
  for (let round = 0; round < 200; round++) {
    const worth = Object.fromEntries(Array.from({ length: 7 }, (_, card) => [card, (round * 7 + card * 13) % 6]));
    const spec = pay(worth, (round % 14) + 1);
    const sum = (cards) => cards.reduce((all, card) => all + worth[card], 0);
    const owed = Math.min(spec.owed, sum(Object.keys(worth)));
    const sums = Array.from({ length: 128 }, (_, mask) =>
      sum([0, 1, 2, 3, 4, 5, 6].filter((card) => mask & (1 << card))),
    ).filter((one) => one >= owed);
    assert.equal(sum(payment.begins(spec)), Math.min(...sums), JSON.stringify(spec));
  }
});

test("a payment is done when its sum is reached or all cards are chosen", () => {
  assert.ok(!payment.done(pay({ 1: 1, 2: 2 }, 3), [1]));
  assert.ok(payment.done(pay({ 1: 1, 2: 2 }, 3), [1, 2]));
  assert.ok(payment.done(pay({ 1: 1 }, 3), [1]));
  assert.ok(!payment.done(pay({ 1: 1 }, 3, { short: false }), [1]));
});

test("the first press on a face takes the number needed, the second one more, the third none", () => {
  const spec = { slot: "counts", of: { 5: [0, 3], jester: [0, 1] }, total: [2, 3] };
  const once = counts.press(spec, undefined, "5");
  assert.deepEqual(once, { 5: 2 });
  assert.deepEqual(counts.press(spec, once, "5"), { 5: 3 });
  assert.deepEqual(counts.press(spec, { 5: 3 }, "5"), {});
});

test("a press on another face of a full value replaces one of the first", () => {
  const spec = { slot: "counts", of: { 5: [0, 3], 7: [0, 1] }, total: [2, 2] };
  assert.deepEqual(counts.press(spec, { 5: 2 }, "7"), { 5: 1, 7: 1 });
});

test("a sequence keeps the order of presses, and a press replaces a single choice", () => {
  const spec = { slot: "sequence", of: [4, 7, 9], size: [0, 3] };
  assert.deepEqual(sequence.press(spec, [7], 4), [7, 4]);
  assert.deepEqual(sequence.press(spec, [7, 4], 7), [4]);
  assert.deepEqual(sequence.press({ ...spec, size: [1, 1] }, [7], 4), [4]);
});

test("the sum of picked cards includes slack and fixed cards", () => {
  const spec = {
    slot: "pick",
    of: [
      { card: 1, as: "a", value: 2, slack: 1 },
      { card: 2, as: "b", value: 3 },
    ],
    total: [6, 6],
    fixed: [{ card: 9, as: "c", value: 1 }],
    minimal: false,
    requires: [],
    ordered: false,
  };
  assert.ok(
    pick.done(spec, [
      { card: 1, as: "a" },
      { card: 2, as: "b" },
    ]),
  );
  assert.ok(!pick.done(spec, [{ card: 2, as: "b" }]));
});

test("affordable prices are offered, those of the fewest goods first", () => {
  const spec = {
    slot: "goods_payment",
    of: { gold: [0, 1], peanuts: [0, 6] },
    order: [],
    prices: [{ peanuts: 6 }, { gold: 1, peanuts: 2 }, { gold: 2 }],
    higher: null,
    triples: null,
  };
  assert.deepEqual(affordable(spec), [{ gold: 1, peanuts: 2 }, { peanuts: 6 }]);
});

const TEMPLATES = [
  {
    verb: "buy",
    label: "Buy",
    slots: { place: { slot: "one_of", options: [0] }, card: { slot: "one_of", options: [5, 6] } },
  },
  {
    verb: "buy",
    label: "Buy",
    slots: { place: { slot: "one_of", options: [1] }, card: { slot: "one_of", options: [6] } },
  },
  { verb: "offer", label: "Offer", slots: { coins: { slot: "integer", low: 1, high: 4 } } },
  {
    verb: "offer",
    label: "Offer",
    slots: { card: { slot: "one_of", options: [5] }, coins: { slot: "integer", low: 0, high: 4 } },
  },
  { verb: "end", label: "End", slots: {} },
];

test("a choice narrows the templates, and slots with a single option are filled", () => {
  const draft = completed(TEMPLATES, { verb: "buy", args: { place: 1 } });
  assert.deepEqual(draft.args, { place: 1, card: 6 });
  assert.deepEqual(moveOf(filled(TEMPLATES, draft), draft), { verb: "buy", args: { place: 1, card: 6 } });
});

test("a blank that only some templates have is not required", () => {
  const found = blanks(TEMPLATES, { verb: "offer", args: {} });
  assert.deepEqual(
    found.map(({ slot, required }) => [slot, required]),
    [
      ["coins", true],
      ["card", false],
    ],
  );
});

test("a press that contradicts an earlier choice drops that choice", () => {
  assert.deepEqual(press(TEMPLATES, { verb: "buy", args: { place: 0, card: 5 } }, "place", 1), {
    verb: "buy",
    args: { place: 1 },
  });
  assert.deepEqual(press(TEMPLATES, { verb: "buy", args: { place: 0, card: 6 } }, "place", 1), {
    verb: "buy",
    args: { place: 1, card: 6 },
  });
});

test("choices that no longer fit are dropped after another move", () => {
  const later = [TEMPLATES[0], TEMPLATES[4]];
  assert.deepEqual(stillFitting(later, { verb: "offer", args: { coins: 2 } }), { verb: null, args: {} });
  assert.deepEqual(stillFitting(later, { verb: "buy", args: { card: 5, place: 1 } }).args, { card: 5 });
});
