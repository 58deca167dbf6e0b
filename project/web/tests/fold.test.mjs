// The fold against the server's own views: tests/web/test_fold.py writes them and names the file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { counting, fold, printedIn } from "../static/live/fold.js";
import { createRecording } from "../static/replay/recording.js";

const matches = process.env.COMPTOIR_FOLDS ? JSON.parse(readFileSync(process.env.COMPTOIR_FOLDS, "utf8")) : [];
/** All members but the inferred one; `next` is the client's own. */
const folded = ({ known, next, ...members }) => members;

for (const { game, as, views, rows, sets } of matches)
  test(`${game} seen by ${as}: folding each row gives the server's view`, () => {
    let view = counting(views[0]);
    rows.forEach((row, at) => {
      view = fold(view, row, printedIn(views[0]), sets);
      const served = views[at + 1];
      assert.deepEqual(folded(view), folded(served), `after row ${row.seq}`);
    });
  });

for (const { game, as, views, rows, sets } of matches)
  test(`${game} seen by ${as}: an effect that is left out is found`, () => {
    const at = rows.findLastIndex((row) => row.effects.some((effect) => effect.kind === "moved"));
    const view = fold(
      views[at],
      { ...rows[at], effects: rows[at].effects.filter((effect) => effect.kind !== "moved") },
      printedIn(views[0]),
      sets,
    );
    assert.throws(() => assert.deepEqual(folded(view), folded(views[at + 1])), assert.AssertionError);
  });

for (const { game, as, views, rows, sets } of matches)
  test(`${game} seen by ${as}: the recording at any row is the server's view at it`, () => {
    const recording = createRecording(views[0], rows, sets);
    for (const at of [rows.length, 0, Math.floor(rows.length / 2), 51, 50, 1].filter((seq) => seq <= rows.length)) {
      assert.deepEqual(recording.at(at).zones, views[at].zones, `zones at ${at}`);
      assert.deepEqual(recording.at(at).faces, views[at].faces, `faces at ${at}`);
    }
  });

const STALL_MS = 16;

if (process.env.COMPTOIR_FILM)
  test("a match of ten thousand rows is scrubbed without a stall, and ends as the kernel's does", () => {
    const { start, rows, sets, end } = JSON.parse(readFileSync(process.env.COMPTOIR_FILM, "utf8"));
    const recording = createRecording(start, rows, sets);
    const began = performance.now();
    const last = recording.at(rows.length);
    const whole = performance.now() - began;
    assert.deepEqual(
      [last.zones, last.public, Object.keys(last.faces)],
      [end.zones, end.public, Object.keys(end.faces)],
    );
    const steps = Array.from({ length: 400 }, (_, step) => {
      const from = performance.now();
      recording.at((step * 7919) % (rows.length + 1));
      return performance.now() - from;
    });
    steps.sort((a, b) => a - b);
    console.log(
      `${rows.length} rows folded once in ${whole.toFixed(0)} ms; a step then ${steps[200].toFixed(1)} ms, 99 of 100 within ${steps[395].toFixed(1)} ms`,
    );
    assert.ok(steps[200] < STALL_MS, `a usual step took ${steps[200]} ms`);
  });
