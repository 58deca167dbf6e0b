// When the pause before the next try of a connection is over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pause } from "../static/live/pause.js";

const events = new EventTarget();
for (const name of ["addEventListener", "removeEventListener"]) globalThis[name] = events[name].bind(events);
globalThis.document = { hidden: false };
Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });

const settle = () => new Promise((resume) => setImmediate(resume));

/** Begins a pause of half a minute against a server that answers so, one probe after another. */
function beginPause(timers, isDown, ...answers) {
  timers.enable({ apis: ["setTimeout"] });
  const stopper = new AbortController();
  const begun = { over: false, probes: 0, stop: () => stopper.abort() };
  const answer = async () => answers[begun.probes++] ?? answers.at(-1);
  pause(30_000, stopper.signal, isDown, answer).then(() => (begun.over = true));
  const pass = async (seconds) => {
    for (let second = 0; second < seconds; second++) {
      timers.tick(1000);
      await settle();
    }
  };
  return { begun, pass };
}

test("a server that answers again ends the pause within five seconds", async ({ mock }) => {
  const { begun, pass } = beginPause(mock.timers, true, false, false, true);
  await pass(5);
  assert.equal(begun.over, false);
  await pass(2);
  assert.deepEqual([begun.over, begun.probes], [true, 3]);
});

test("a server that was never down does not end the pause", async ({ mock }) => {
  const { begun, pass } = beginPause(mock.timers, false, true);
  await pass(29);
  assert.equal(begun.over, false);
  await pass(1);
  assert.equal(begun.over, true);
});

test('an "online" event of the browser ends the pause', async ({ mock }) => {
  const { begun } = beginPause(mock.timers, true, false);
  events.dispatchEvent(new Event("online"));
  await settle();
  assert.equal(begun.over, true);
});

test("stopping the stream ends the pause", async ({ mock }) => {
  const { begun } = beginPause(mock.timers, true, false);
  begun.stop();
  await settle();
  assert.equal(begun.over, true);
});
