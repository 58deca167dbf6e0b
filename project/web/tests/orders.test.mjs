/** Standing orders: conditions from a form, the shapes of arguments, proposals that lapse, losses of the coach. */

import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { conditionOf, partOf, partsOf, subjects } from "../static/orders/conditions.js";
import { choicesOf, held, isWhole, shapesOf } from "../static/orders/shapes.js";
import { explained } from "../static/replay/explained.js";
import { bySeq, isMistake, percent, summary } from "../static/replay/judged.js";
import { proposals, voters } from "../static/table/together/agreed.js";

const GAME = {
  phases: {
    debt: { data: { owed: { type: "integer" }, by: { type: "seat" }, secret: { type: "integer", hidden: true } } },
    claim: { data: { by: { type: "seat" }, cards: { type: "list", of: "face" } } },
    joker: { data: { by: { type: "seat" } } },
  },
  public: { plays_left: { type: "integer" }, ending: { type: "boolean" }, order: { type: "seats" } },
  zones: { hand: { per: "seat" }, draw: { per: "table" } },
  verbs: {
    pay: { slots: { cards: { means: "card" } } },
    lay: { slots: { cards: { means: "face" } } },
    aim: { slots: { target: { means: "seat" }, doubles: { means: "number" } } },
    pass: { slots: {} },
  },
  faces: { silk: {}, gold: {}, wine: {} },
};
const VIEW = {
  viewer: 0,
  seats: 3,
  zones: [
    { name: "hand", seat: 0, number: null, cards: [4, 7, 9] },
    { name: "hand", seat: 1, number: null, cards: [null] },
  ],
  faces: { 4: { face: "gold" }, 7: { face: "gold" }, 9: { face: "silk" } },
};

test("a condition can refer to the prompt, its parent, public numbers, own cards and possible verbs", () => {
  assert.deepEqual(
    subjects(GAME, "debt").map(({ path }) => path),
    [
      "prompt.data.owed",
      "prompt.data.by",
      "parent.phase",
      "parent.data.owed",
      "parent.data.by",
      "parent.data.cards",
      "public.plays_left",
      "public.ending",
      "count.hand",
      "can pay",
      "can lay",
      "can aim",
      "can pass",
    ],
  );
});

test("several lines of a form become a conjunction, a single line its condition", () => {
  const all = subjects(GAME, "debt").map((subject) => partOf(GAME, subject));
  const [owed, ending] = ["prompt.data.owed", "public.ending"].map((path) => all.find((one) => one.subject === path));
  assert.equal(conditionOf([]), null);
  assert.deepEqual(conditionOf([{ ...owed, is: "lt", to: 3 }]), { value: "prompt.data.owed", is: "lt", to: 3 });
  assert.deepEqual(
    conditionOf([
      { ...ending, is: "no" },
      { subject: "can pay", is: "no", to: null },
    ]),
    { all: [{ value: "public.ending", is: "eq", to: false }, { not: { can: "pay" } }] },
  );
  assert.deepEqual(conditionOf([{ subject: "can pass", is: "only", to: null }]), { only: "pass" });
});

test("the condition of a prompt names its seat and its card, or else its parent phase", () => {
  const asked = (cards) => {
    const behind = { id: 4, parent: null, phase: "claim", data: { by: 2, cards } };
    const prompt = { id: 5, parent: 4, phase: "joker", data: { by: 2 } };
    return conditionOf(partsOf(GAME, { ...VIEW, prompts: [behind, prompt] }, prompt)).all;
  };
  const by = { value: "prompt.data.by", is: "eq", to: 2 };
  assert.deepEqual(asked(["gold"]), [by, { value: "parent.data.cards", is: "has", to: "gold" }]);
  assert.deepEqual(asked(["gold", "silk"]), [by, { value: "parent.phase", is: "eq", to: "claim" }]);
});

test("arguments have the form of earlier moves or of the prompt; an unknown slot has no form", () => {
  const played = [
    { verb: "lay", args: { cards: { gold: 2 } } },
    { verb: "aim", args: { target: 1, doubles: 0 } },
  ];
  assert.deepEqual(shapesOf(GAME, "lay", [], played), { cards: "counts" });
  assert.deepEqual(shapesOf(GAME, "aim", [], played), { target: "one", doubles: "number" });
  assert.equal(shapesOf(GAME, "pay", [], played), null);
  assert.deepEqual(shapesOf(GAME, "pay", [{ verb: "pay", label: "", slots: { cards: { slot: "subset" } } }], []), {
    cards: "several",
  });
});

test("own cards and other seats can be chosen ahead", () => {
  assert.deepEqual(
    [choicesOf(GAME, VIEW, "card"), choicesOf(GAME, VIEW, "face"), choicesOf(GAME, VIEW, "seat"), held(VIEW, "gold")],
    [[4, 7, 9], ["silk", "gold"], [1, 2], 2],
  );
  assert.equal(isWhole({ cards: "counts" }, {}), false);
  assert.equal(isWhole({ cards: "counts" }, { cards: { gold: 1 } }), true);
});

const seat = (number, name, more = {}) => ({
  seat: number,
  kind: "player",
  player: { id: name, name },
  invited: null,
  policy: null,
  resigned: false,
  ...more,
});
const HEAD = {
  id: "m",
  status: "running",
  seq: 10,
  agreements: { undo: [0], pause: [], abort: [] },
  seats: [
    seat(0, "Ada"),
    seat(1, "Bob"),
    seat(2, "Cy", { resigned: true }),
    { ...seat(3, ""), kind: "bot", player: null },
  ],
};

test("a proposal waits for people who have not resigned, and lapses with a move but not with a message", () => {
  const row = (seq, type) => ({ seq, type });
  assert.deepEqual(voters(HEAD), [0, 1]);
  assert.deepEqual(proposals(HEAD, [row(10, "move"), row(11, "message")]), [{ kind: "undo", agreed: [0], late: [1] }]);
  assert.deepEqual(proposals(HEAD, [row(11, "move")]), []);
});

test("a decision is a mistake if another move was clearly better", () => {
  const [played, best] = [
    { verb: "pass", args: {} },
    { verb: "lay", args: {} },
  ];
  const one = (seq, loss, better = best) => ({
    seq,
    prompt: seq,
    played,
    best: better,
    loss,
    error: 0.01,
    playouts: 9,
  });
  const decisions = [one(3, 0.124), one(3, 0.01), one(5, 0, played), one(7, 0.5, null)];
  assert.deepEqual(decisions.map(isMistake), [true, false, false, false]);
  assert.deepEqual(summary(decisions), { best: 3, of: 4 });
  assert.equal(percent(0.124), 12);
  assert.deepEqual(
    [...bySeq({ stage: "done", seat: 0, progress: { done: 4, total: 4 }, decisions, turning_points: [] })].map(
      ([seq, all]) => [seq, all.length],
    ),
    [
      [3, 2],
      [5, 1],
      [7, 1],
    ],
  );
});

test("the named moves are explained, other moves and older analyses are not", () => {
  const [offer, better] = [
    { verb: "offer", args: { coins: 3 } },
    { verb: "offer", args: { coins: 1 } },
  ];
  const says = (sentence) => ({ code: "trade", params: {}, sentence });
  const older = { seq: 3, prompt: 1, played: offer, best: better, loss: 0.1, error: 0.01, playouts: 9 };
  const judged = { ...older, played_explained: says("It gives 3 coins."), best_explained: says("It gives 1 coin.") };

  assert.deepEqual(explained(judged), { played: "It gives 3 coins.", best: "It gives 1 coin." });
  assert.deepEqual(explained({ ...judged, loss: 0 }), { played: "It gives 3 coins.", best: "" });
  assert.deepEqual(explained({ ...judged, played_explained: null }), { played: "", best: "It gives 1 coin." });
  assert.deepEqual(explained(older), { played: "", best: "" });
});
