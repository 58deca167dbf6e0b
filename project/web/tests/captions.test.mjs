// The sentences of the log: under the name of their seat, and on their own.
import { drawn } from "./browser.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { captions } from "../static/table/log/captions.js";

const game = {
  game: "auctions",
  faces: { tea: { title: "Tea" } },
  zones: {},
  verbs: {},
  announcements: {
    sold: {
      title: "Sold.",
      says: "{seller} {seller|sell|sells} to {buyer}",
      details: { seller: { type: "seat" }, buyer: { type: "seat" } },
    },
    rolled: {
      title: "Die.",
      says: "The die shows {value} for {seat}",
      details: { value: { type: "integer" }, seat: { type: "seat" } },
    },
    over: { title: "The sale is over." },
  },
};
const player = (name) => ({ kind: "person", player: { id: name, name } });
const head = { id: "m", seats: [player("Merle"), player("Zora"), player("Nils")] };
const match = { game, head, me: 0, view: { viewer: 0, seats: 3, faces: {}, zones: [] }, layout: {} };
const zone = (name, seat) => ({ name, seat, number: null });
const row = (effects, move = null, seat = null) => ({ seq: 4, at: "", type: "move", seat, move, effects });
const said = (one, headed) =>
  captions({ match }, { row: one, seen: {} }, headed).map(({ seat, body }) => [seat, drawn(body)]);

const sold = (seller, buyer) => row([{ kind: "announced", what: "sold", details: { seller, buyer } }]);
const given = (seat, to) =>
  row([{ kind: "moved", src: zone("bank", seat), dst: zone("bank", to), cards: [7], to: [7], faces: ["tea"] }]);
const laid = (seat) =>
  row([{ kind: "moved", src: zone("hand", seat), dst: zone("trick", null), cards: [7], to: [7], faces: ["tea"] }]);

test("a sentence under the name of its seat does not begin with that name", () => {
  assert.deepEqual(said(sold(1, 2), true), [[1, "sells to Nils"]]);
  assert.deepEqual(said(sold(0, 2), true), [[0, "sell to Nils"]]);
  assert.deepEqual(said(given(1, 2), true), [[1, "gives Nils Tea"]]);
  assert.deepEqual(said(given(0, 2), true), [[0, "give Nils Tea"]]);
  assert.deepEqual(said(laid(1), true), [[1, "lays Tea"]]);
  assert.deepEqual(said(laid(0), true), [[0, "lay Tea"]]);
});

test("a sentence without the name of its seat begins with that name", () => {
  assert.deepEqual(said(sold(1, 2)), [[1, "Zora sells to Nils"]]);
  assert.deepEqual(said(sold(0, 2)), [[0, "You sell to Nils"]]);
  assert.deepEqual(said(given(1, 0)), [[1, "Zora gives you Tea"]]);
  assert.deepEqual(said(given(0, 2)), [[0, "You give Nils Tea"]]);
  assert.deepEqual(said(laid(0)), [[0, "You lay Tea"]]);
});

test("an announcement that does not begin with a seat is unchanged", () => {
  const rolled = row([{ kind: "announced", what: "rolled", details: { value: 4, seat: 1 } }]);
  const over = row([{ kind: "announced", what: "over", details: {} }]);

  assert.deepEqual(said(rolled, true), [[1, "The die shows 4 for Zora"]]);
  assert.deepEqual(said(over, true), [[null, "The sale is over."]]);
});
