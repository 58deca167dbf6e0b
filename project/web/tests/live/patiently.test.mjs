/** Requests that are repeated: how often, how long apart, and when no more. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { patiently } from "../../static/table/state/patiently.js";

const failure = (status, retryAfter = 0) => Object.assign(new Error("refused"), { status, retryAfter });

/** Something that fails in each of these ways, one after another, and then is done. */
function failing(...failures) {
  const pauses = [];
  const act = async () => {
    if (failures.length) throw failures.shift();
    return "done";
  };
  return {
    pauses,
    act,
    pause: async (ms) => {
      pauses.push(ms);
    },
  };
}

test("a request without a response is repeated after increasing pauses", async () => {
  const { act, pause, pauses } = failing(...Array.from({ length: 5 }, () => failure(0)));

  assert.equal(await patiently(act, () => false, pause), "done");
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 8000]);
});

test("a request is repeated after the time in Retry-After", async () => {
  const { act, pause, pauses } = failing(failure(429, 3), failure(503));

  assert.equal(await patiently(act, () => false, pause), "done");
  assert.deepEqual(pauses, [3000, 2000]);
});

test("a refused request is not repeated", async () => {
  const { act, pause, pauses } = failing(failure(403));

  await assert.rejects(
    patiently(act, () => false, pause),
    { status: 403 },
  );
  assert.deepEqual(pauses, []);
});

test("a request that has become unnecessary is not repeated", async () => {
  const { act, pause, pauses } = failing(failure(0), failure(0));

  assert.equal(await patiently(act, () => true, pause), undefined);
  assert.equal(pauses.length, 1);
});
