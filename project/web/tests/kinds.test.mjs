/**
 * Kinds of slots: each of the server's document has an object with all members, and a tenth one needs nothing else.
 * tests/web/test_fold.py writes the document's examples and names the file.
 */

import { drawn } from "./browser.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { shapesOf } from "../static/orders/shapes.js";
import { sentence, valueText } from "../static/words/sentence.js";
import { blanks, filled, isTried, moveOf, press } from "../static/slots/draft.js";
import { plain } from "../static/slots/plain.js";
import { kindOf, KINDS } from "../static/slots/kinds.js";
import { meaning } from "../static/slots/meaning.js";
import { isOnTable, described } from "../static/table/strip/blanks.js";
import { Editors } from "../static/table/strip/editors.js";
import { chosenCount, usesOf } from "../static/table/state/things.js";
import { html } from "../static/vendor/preact.js";

const { COMPTOIR_SLOTS } = process.env;
/** A slot of each kind, and a value that fills it. @type {Record<string, {spec: any, answer: any}>} */
const documented = COMPTOIR_SLOTS ? JSON.parse(readFileSync(COMPTOIR_SLOTS, "utf8")) : {};
const MEMBERS = [...new Set(KINDS.flatMap(Object.keys))];

const lacking = (kind) => MEMBERS.filter((member) => kind[member] === undefined);

test("every kind of slot has all members", () => {
  assert.deepEqual(KINDS.flatMap(lacking), []);
  assert.deepEqual(lacking({ ...KINDS[0], press: undefined, Editor: undefined }), ["press", "Editor"]);
});

test("the client has the kinds of the server's document, and no other", { skip: !COMPTOIR_SLOTS }, () => {
  assert.deepEqual(KINDS.map(({ name }) => name).sort(), Object.keys(documented).sort());
});

for (const [name, { spec, answer }] of Object.entries(documented))
  test(`the document's example of ${name} is whole, and made of things that can be pressed`, () => {
    const kind = kindOf(spec);
    const things = kind.items(answer).map(([thing]) => thing);

    const pressed = things.reduce((value, thing) => kind.press(spec, value, thing), undefined);

    assert.ok(kind.fits(spec, answer) && kind.done(spec, answer));
    assert.deepEqual(
      kind.items(pressed).map(([thing]) => thing),
      things,
    );
  });

/** A kind that no server has: seats next to each other, from one to another. */
const range = {
  ...plain,
  name: "range",
  things: ({ low, high }) => Array.from({ length: high - low + 1 }, (_, at) => low + at),
  press: (spec, value, thing) => ({
    from: Math.min(value?.from ?? thing, thing),
    to: Math.max(value?.to ?? thing, thing),
  }),
  fits: ({ low, high }, { from, to }) => low <= from && from <= to && to <= high,
  done: (spec, value) => value !== undefined && range.fits(spec, value),
  isTried: true,
  items: (value) => (value ? range.things({ low: value.from, high: value.to }).map((seat) => [seat, 1]) : []),
  reads: (value) => value?.from !== undefined,
  words: ({ from, to }, name) => `${name(from)} to ${name(to)}`,
  ahead: "several",
  Editor: ({ spec, value, text, blank }) =>
    html`<p>
      ${range.things(spec).map((seat) => text(blank.means, seat) + (range.items(value).some(([one]) => one === seat) ? "*" : ""))}
    </p>`,
};

const GAME = { game: "sixth", verbs: { toll: { title: "Toll", slots: { seats: { title: "seats", means: "seat" } } } } };
const VIEW = { viewer: 0, seats: 5, zones: [], faces: {}, public: {} };
const HEAD = { seats: ["Ada", "Bob", "Cy", "Dee", "Eve"].map((name) => ({ player: { id: name, name } })) };
const TEMPLATES = [{ verb: "toll", label: "Toll", slots: { seats: { slot: "range", low: 1, high: 4 } } }];
const context = { game: GAME, head: HEAD, view: VIEW };

describe("a tenth kind", () => {
  before(() => KINDS.push(range));
  after(() => KINDS.pop());

  test("fills by presses and makes a move", () => {
    const begun = { verb: "toll", args: {} };

    const once = press(TEMPLATES, begun, "seats", 3);
    const twice = press(TEMPLATES, once, "seats", 1);

    assert.equal(filled(TEMPLATES, begun), null);
    assert.deepEqual(moveOf(filled(TEMPLATES, twice), twice), { verb: "toll", args: { seats: { from: 1, to: 3 } } });
    assert.ok(isTried(TEMPLATES[0]));
    assert.deepEqual(
      blanks(TEMPLATES, twice).map(({ value, required, only }) => [value, required, only]),
      [[{ from: 1, to: 3 }, true, false]],
    );
  });

  test("highlights its things on the table and counts the chosen ones", () => {
    const uses = usesOf(TEMPLATES, GAME, VIEW);
    const draft = { verb: "toll", args: { seats: { from: 2, to: 3 } } };

    assert.deepEqual([...uses.keys()], ["seat:1", "seat:2", "seat:3", "seat:4"]);
    assert.deepEqual(
      [1, 2, 3, 4].map((seat) => chosenCount([`seat:${seat}`], uses, draft) > 0),
      [false, true, true, false],
    );
  });

  test("has words in the log, and a form for a move chosen ahead", () => {
    const move = { verb: "toll", args: { seats: { from: 1, to: 3 } } };

    assert.equal(sentence(context, move), "Toll seats Bob to Dee");
    assert.equal(meaning({ ...GAME, verbs: {} }, VIEW, "toll", "seats", TEMPLATES[0].slots.seats), "seat");
    assert.deepEqual(shapesOf(GAME, "toll", TEMPLATES, []), { seats: "several" });
    assert.deepEqual(shapesOf(GAME, "toll", [], [move]), { seats: "several" });
  });

  const contextOf = (game) => ({
    match: { game, head: HEAD, view: VIEW, text: (means, value) => valueText({ ...context, game }, means, value) },
    draft: {
      ...{ ask: { prompt: 1 }, templates: TEMPLATES, verb: "toll", uses: usesOf(TEMPLATES, game, VIEW) },
      now: { verb: "toll", args: { seats: { from: 1, to: 2 } } },
    },
  });

  test("takes presses on seats and opens no editor beside the table", () => {
    const ctx = contextOf(GAME);

    assert.ok(isOnTable(ctx, described(ctx)[0]));
    assert.equal(drawn(Editors({ ctx })), "");
  });

  test("has an editor beside the table if its things are not on the table", () => {
    const slots = { seats: { title: "numbers", means: "number" } };
    const ctx = contextOf({ ...GAME, verbs: { toll: { title: "Toll", slots } } });

    assert.match(drawn(Editors({ ctx })), /1\*2\*34/);
  });
});
