import assert from "node:assert/strict";
import { test } from "node:test";
import { canPay } from "../static/layouts/payable.js";

const RANKS = { diamond: 6, gold: 5, carpet: 4, flowers: 3, vinegar: 2, peanuts: 1 };
const pays = (cost, held, substitution) => canPay(cost, held, RANKS, substitution);

test("the goods themselves pay, and too few of them do not", () => {
  assert.ok(pays({ carpet: 2 }, { carpet: 2 }));
  assert.ok(!pays({ carpet: 2 }, { carpet: 1, peanuts: 2 }));
});

test("a more valuable good replaces a less valuable one, never the other way round", () => {
  assert.ok(pays({ carpet: 2 }, { carpet: 1, gold: 1 }));
  assert.ok(!pays({ gold: 1 }, { carpet: 2 }));
});

test("three equal goods replace a more valuable one", () => {
  assert.ok(pays({ gold: 2 }, { gold: 1, peanuts: 3 }));
  assert.ok(pays({ gold: 2 }, { peanuts: 6 }));
});

test("the option limits the substitutions", () => {
  assert.ok(pays({ carpet: 2 }, { gold: 2 }, "unlimited"));
  assert.ok(!pays({ carpet: 2 }, { gold: 2 }, "one_higher"));
  assert.ok(!pays({ gold: 1 }, { peanuts: 3 }, "one_higher"));
  assert.ok(pays({ carpet: 2 }, { gold: 1, peanuts: 3 }, "one_each"));
});
