// What follows a broken connection; rows that come once and in order; where two views differ.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differs } from "../../static/live/differs.js";
import { afterEnd, FRESH, healed, streamQuery } from "../../static/live/reconnection.js";
import { inboxOf } from "../../static/live/rows.js";

const ends = (connection, ...list) =>
  list.reduce((now, end) => afterEnd(now.connection, end, 0.5), { connection, pause: 0 });

test("the first pause is half a second to three seconds, later pauses double up to thirty", () => {
  assert.deepEqual(
    [0, 1].map((chance) => afterEnd(FRESH, "broken", chance).pause),
    [500, 3000],
  );
  const pauses = [];
  for (let connection = FRESH, round = 0; round < 7; round++) {
    const next = afterEnd(connection, "offline", 0.5);
    pauses.push(next.pause);
    connection = next.connection;
  }
  assert.deepEqual(pauses, [1750, 2000, 4000, 8000, 16000, 30000, 30000]);
});

test("after two streams that never open, the client requests stored events; an unreachable server does not count", () => {
  assert.equal(streamQuery(ends(FRESH, "blind").connection), "");
  assert.equal(streamQuery(ends(FRESH, "blind", "blind").connection), "&follow=0");
  assert.equal(ends(FRESH, "blind", "blind").pause, 0);
  assert.equal(streamQuery(ends(FRESH, "offline", "offline", "offline", "broken", "refused").connection), "");
});

test("stored events are requested every three seconds, and a stream is tried after five minutes", () => {
  let { connection } = ends(FRESH, "blind", "blind");
  let pauses = 0;
  while (streamQuery(connection)) {
    const next = afterEnd(healed(connection), pauses % 2 ? "drained" : "live", 0.5); // a slow network says `bye` late
    pauses += next.pause;
    connection = next.connection;
  }
  assert.equal(pauses, 300_000);
  assert.deepEqual(connection, FRESH);
});

test("a stream that was live resumes after a short pause, and a success resets the failures", () => {
  const { connection, pause } = ends(FRESH, "broken", "offline", "live");
  assert.deepEqual(connection, FRESH);
  assert.ok(pause <= 3000);
  assert.deepEqual(healed(ends(FRESH, "blind", "offline").connection), FRESH);
  assert.equal(streamQuery(healed(ends(FRESH, "blind", "blind").connection)), "&follow=0");
});

test("rows are shown once and in order, together if they arrived while others were shown", async () => {
  const shown = [];
  let go = () => {};
  const inbox = inboxOf(4, (rows) => {
    shown.push(rows.map(({ seq }) => seq));
    return new Promise((resolve) => (go = resolve));
  });
  const row = (seq) => ({ seq });
  inbox.put([row(3), row(4), row(5)]);
  inbox.put([row(5), row(6)]);
  const last = inbox.put([row(7)]);
  assert.equal(inbox.seq(), 7);
  go();
  await new Promise((resolve) => setTimeout(resolve, 0));
  go();
  await last;
  assert.deepEqual(shown, [[5], [6, 7]]);
  inbox.put([row(8)]);
  assert.deepEqual(shown.at(-1), [8]);
});

test("two views differ in their unequal members, except known cards and counters", () => {
  const view = { seq: 1, zones: [{ name: "hand", cards: [1, null] }], known: [], next: 4 };
  assert.deepEqual(differs(view, { ...structuredClone(view), known: [1], next: undefined }), []);
  assert.deepEqual(differs(view, { ...view, zones: [{ name: "hand", cards: [null, 1] }] }), ["zones"]);
  assert.deepEqual(differs(view, { ...view, to_act: [] }), ["to_act"]);
});
