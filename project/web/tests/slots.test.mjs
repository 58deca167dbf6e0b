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

test("a payment begins with the cards that pay with the least too much", () => {
  assert.deepEqual(payment.begins(pay({ 1: 1, 2: 2, 3: 5 }, 3)), [1, 2]);
  assert.deepEqual(payment.begins(pay({ 1: 2, 2: 2, 3: 5 }, 5)), [3]);
  assert.deepEqual(payment.begins(pay({ 1: 1, 2: 1 }, 5)), [1, 2]);
});

test("of payments of one sum, it begins with the one that costs its owner least, then the one of fewest cards", () => {
  assert.deepEqual(
    payment.begins(pay({ 1: 2, 2: 1, 3: 1 }, 2), (card) => (card === 1 ? 1 : 0)),
    [2, 3],
  );
  assert.deepEqual(payment.begins(pay({ 1: 2, 2: 1, 3: 1 }, 2)), [1]);
});

test("a price that may be exceeded begins with the cards that pay it, and an exact sum with none", () => {
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

test("a payment is done when it is enough, or everything", () => {
  assert.ok(!payment.done(pay({ 1: 1, 2: 2 }, 3), [1]));
  assert.ok(payment.done(pay({ 1: 1, 2: 2 }, 3), [1, 2]));
  assert.ok(payment.done(pay({ 1: 1 }, 3), [1]));
  assert.ok(!payment.done(pay({ 1: 1 }, 3, { short: false }), [1]));
});

test("a first press on a face takes as many as are needed, the next one more, then none", () => {
  const spec = { slot: "counts", of: { 5: [0, 3], jester: [0, 1] }, total: [2, 3] };
  const once = counts.press(spec, undefined, "5");
  assert.deepEqual(once, { 5: 2 });
  assert.deepEqual(counts.press(spec, once, "5"), { 5: 3 });
  assert.deepEqual(counts.press(spec, { 5: 3 }, "5"), {});
});

test("a sequence keeps the order of the presses, and a single choice is replaced", () => {
  const spec = { slot: "sequence", of: [4, 7, 9], size: [0, 3] };
  assert.deepEqual(sequence.press(spec, [7], 4), [7, 4]);
  assert.deepEqual(sequence.press(spec, [7, 4], 7), [4]);
  assert.deepEqual(sequence.press({ ...spec, size: [1, 1] }, [7], 4), [4]);
});

test("the sum of picked cards counts slack and what is fixed", () => {
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

test("an affordable price is offered, the cheapest by number first", () => {
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

test("a choice narrows the templates, and what is left with one way is filled", () => {
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

test("a press that contradicts what is chosen drops the other choice", () => {
  assert.deepEqual(press(TEMPLATES, { verb: "buy", args: { place: 0, card: 5 } }, "place", 1), {
    verb: "buy",
    args: { place: 1 },
  });
  assert.deepEqual(press(TEMPLATES, { verb: "buy", args: { place: 0, card: 6 } }, "place", 1), {
    verb: "buy",
    args: { place: 1, card: 6 },
  });
});

test("what no longer fits is dropped when the table moves on", () => {
  const later = [TEMPLATES[0], TEMPLATES[4]];
  assert.deepEqual(stillFitting(later, { verb: "offer", args: { coins: 2 } }), { verb: null, args: {} });
  assert.deepEqual(stillFitting(later, { verb: "buy", args: { card: 5, place: 1 } }).args, { card: 5 });
});
