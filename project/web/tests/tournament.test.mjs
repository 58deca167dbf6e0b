/** The form of a tournament: what of it is sent, and what only stands in the form. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, formFor, hasRounds, scoringsOf, tiesOf } from "../static/tournament/form.js";

const form = { ...formFor({ min: 2, max: 6 }), title: " Friday " };

test("a knock-out of two seats has no number of rounds, and one of more seats becomes a Swiss", () => {
  assert.equal("rounds" in bodyOf({ ...form, format: "knock_out" }), false);
  const wider = bodyOf({ ...form, format: "knock_out", seats: 4 });
  assert.deepEqual([wider.format, wider.rounds], ["swiss", 3]);
});

test("a round robin has a number of rounds only at tables of more than two", () => {
  assert.equal(hasRounds({ ...form, format: "round_robin" }), false);
  assert.equal(hasRounds({ ...form, format: "round_robin", seats: 3 }), true);
});

test("results are compared only where deals are shared", () => {
  assert.deepEqual(scoringsOf(form), ["places"]);
  assert.equal(bodyOf({ ...form, scoring: "matchpoints" }).scoring, "places");
  assert.equal(bodyOf({ ...form, scoring: "matchpoints", duplicate: true }).scoring, "matchpoints");
});

test("the usual tie-breaks are left to the server, and shared deals may break ties", () => {
  assert.equal("tie_breaks" in bodyOf(form), false);
  assert.equal(tiesOf(form).includes("matchpoints"), false);
  const tied = { ...form, tie1: "matchpoints", tie2: "wins" };
  assert.deepEqual(bodyOf({ ...tied, duplicate: true }).tie_breaks, ["matchpoints", "wins"]);
  assert.deepEqual(bodyOf(tied).tie_breaks, ["wins"]);
});

test("a tie-break counts once, and a second one requires a first one", () => {
  assert.deepEqual(bodyOf({ ...form, tie1: "wins", tie2: "wins" }).tie_breaks, ["wins"]);
  assert.deepEqual(bodyOf({ ...form, tie1: "", tie2: "wins" }).tie_breaks, []);
});

test("only a private tournament sends its invited players", () => {
  const invited = "Grace, ,Ada ";
  assert.equal("invited" in bodyOf({ ...form, invited }), false);
  assert.deepEqual(bodyOf({ ...form, invited, visibility: "private" }).invited, ["Grace", "Ada"]);
});

test("a time is sent with its offset, a title without surrounding spaces", () => {
  const body = bodyOf({ ...form, starts_at: "2026-03-01T18:00" });
  assert.equal(body.title, "Friday");
  assert.equal(body.starts_at, new Date(2026, 2, 1, 18).toISOString());
});

test("replays belong to a knock-out without shared deals, late entries to a Swiss", () => {
  const replays = (more) => bodyOf({ ...form, replays: 2, late_entry: 9, ...more });
  assert.equal(replays({ format: "knock_out" }).replays, 2);
  assert.equal("replays" in replays({ format: "knock_out", duplicate: true }), false);
  assert.equal("replays" in replays({}), false);
  assert.equal(replays({}).late_entry, 3);
  assert.equal("late_entry" in replays({ format: "round_robin" }), false);
});

test("a team has boards in place of deals, and neither substitutes nor late entries", () => {
  const teams = bodyOf({ ...form, team_size: 3, deals_per_round: 2, substitutes: true, late_entry: 2 });
  assert.deepEqual([teams.team_size, teams.deals_per_round], [3, 1]);
  assert.equal("substitutes" in teams || "late_entry" in teams, false);
  assert.equal("team_size" in bodyOf({ ...form, seats: 3, team_size: 3 }), false);
});
