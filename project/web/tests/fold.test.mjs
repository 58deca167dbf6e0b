// The fold against the server's own views: tests/web/test_fold.py writes them and names the file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { counting, fold } from "../static/fold.js";
import { createFilm } from "../static/replay/film.js";

const matches = process.env.COMPTOIR_FOLDS ? JSON.parse(readFileSync(process.env.COMPTOIR_FOLDS, "utf8")) : [];
const MEMBERS = ["seq", "zones", "faces", "standings", "scores"];

/** What every prompt has on both sides; deadlines are told by rows only where the server says so. */
const prompts = (view) => view.prompts.map(({ id, phase, seats, arrived, open }) => ({ id, phase, seats, arrived, open }));

/** Numbers that this server blanks in views, where it names no `display`. */
const plainly = (view) => Object.fromEntries(Object.entries(view.public).filter(([name]) => name !== "hidden_coins"));

for (const { game, as, views, rows, faces, sets } of matches)
  test(`${game} seen by ${as}: folding each row gives the server's view`, () => {
    let view = counting(views[0]);
    rows.forEach((row, at) => {
      view = fold(view, row, faces, sets);
      const served = views[at + 1];
      for (const member of MEMBERS) assert.deepEqual(view[member], served[member], `${member} after row ${row.seq}`);
      assert.deepEqual(plainly(view), plainly(served), `public after row ${row.seq}`);
      assert.deepEqual(prompts(view), prompts(served), `prompts after row ${row.seq}`);
      if (row.to_act) assert.deepEqual([view.to_act, view.may_act], [served.to_act, served.may_act], `to_act after row ${row.seq}`);
    });
  });

for (const { game, as, views, rows, faces, sets } of matches)
  test(`${game} seen by ${as}: the film at any row is the server's view at it`, () => {
    const film = createFilm(views[0], rows, faces, sets);
    for (const at of [rows.length, 0, Math.floor(rows.length / 2), 51, 50, 1].filter((seq) => seq <= rows.length)) {
      assert.deepEqual(film.at(at).zones, views[at].zones, `zones at ${at}`);
      assert.deepEqual(film.at(at).faces, views[at].faces, `faces at ${at}`);
    }
  });

test("ten thousand rows are scrubbed without a stall", () => {
  const zone = (name, cards) => ({ name, seat: null, number: null, cards });
  const cards = Array.from({ length: 110 }, (_, card) => card);
  const start = { seq: 0, viewer: null, zones: [zone("a", cards), zone("b", [])], faces: Object.fromEntries(cards.map((card) => [card, { face: "x", name: "x" }])), public: { turn: 0 }, prompts: [], to_act: [], may_act: [], standings: null, scores: null };
  let [here, next, side] = [cards, 110, 0];
  const rows = Array.from({ length: 10000 }, (_, at) => {
    const to = here.slice(0, 5).map(() => next++);
    const [src, dst] = side === 0 ? ["a", "b"] : ["b", "a"];
    const moved = { kind: "moved", cards: here.slice(0, 5), to, faces: to.map(() => "x"), src: zone(src), dst: zone(dst), at: null, index: null, draw: null };
    here = here.slice(5);
    if (!here.length) { here = Array.from({ length: 110 }, (_, card) => next - 110 + card); side = 1 - side; }
    return { seq: at + 1, type: "move", effects: [moved, { kind: "changed", to: { turn: at % 4 } }] };
  });
  const film = createFilm(start, rows, {});
  const began = performance.now();
  film.at(10000);
  const whole = performance.now() - began;
  const steps = Array.from({ length: 200 }, (_, step) => { const from = performance.now(); film.at((step * 7919) % 10001); return performance.now() - from; });
  steps.sort((a, b) => a - b);
  const [usual, worst] = [steps[100], steps[199]];
  console.log(`10,000 rows folded once in ${whole.toFixed(0)} ms; a step then ${usual.toFixed(1)} ms, at most ${worst.toFixed(1)} ms`);
  assert.ok(usual < 16, `a usual step took ${usual} ms`);
});
