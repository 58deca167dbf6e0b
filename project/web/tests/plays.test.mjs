/** A finished match for BG Stats: places with ties, scores where there are any, and times as the app reads them. */

import assert from "node:assert/strict";
import test from "node:test";
import { addressOf, playOf } from "../static/table/together/plays.js";

const HEAD = {
  id: "01956a3e",
  game: "tea_trade",
  created_at: "2026-11-27T20:00:00.000Z",
  seats: [
    { seat: 0, player: { id: "1", name: "Ada" } },
    { seat: 1, player: null },
    { seat: 2, player: { id: "2", name: "Eve" } },
  ],
};
const GAME = { title: "The Tea Trade" };
const named = (seat) => ["Ada", "Bot 2", "Eve"][seat];
const play = (standings, scores, ended = "2026-11-27T20:31:00.000Z") =>
  playOf(/** @type {any} */ ({ head: HEAD, game: GAME }), standings, scores, named, Date.parse(ended));

test("places are those of the standings, and tied players share a place", () => {
  const { players } = play([[2], [0, 1]], null);
  assert.deepEqual(
    players.map(({ name, rank, winner }) => [name, rank, winner]),
    [
      ["Ada", 2, false],
      ["Bot 2", 2, false],
      ["Eve", 1, true],
    ],
  );
});

test("scores and minutes are included if the match has scores and was short", () => {
  assert.deepEqual(
    play([[0], [1], [2]], [30, 20, 10]).players.map(({ score }) => score),
    ["30", "20", "10"],
  );
  assert.equal(play([[0], [1], [2]], null).game.noPoints, true);
  assert.equal(play([[0], [1], [2]], null).durationMin, 31);
  assert.equal("durationMin" in play([[0], [1], [2]], null, "2026-11-30T20:00:00.000Z"), false);
});

test("the address contains the whole play in UTC", () => {
  const whole = play([[0], [1], [2]], null);
  const sent = JSON.parse(new URL(addressOf(whole)).searchParams.get("data"));
  assert.deepEqual(sent, JSON.parse(JSON.stringify(whole)));
  assert.equal(sent.playDate, "2026-11-27 20:31:00");
});
