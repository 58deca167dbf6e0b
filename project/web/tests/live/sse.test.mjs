// Server-sent events out of pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readerOf } from "../../static/live/sse.js";

const TEXT =
  'retry: 2000\nid: 4\n\nid: 5\nevent: event\ndata: {"seq":5}\n\n:\n\nevent: bye\ndata: {"reason":"life"}\n\n';

/** What comes of some pieces. */
function heard(pieces) {
  const found = [];
  const read = readerOf(({ name, data, id }) => found.push([name, data, id]));
  pieces.forEach(read);
  return found;
}

const WHOLE = [
  ["event", '{"seq":5}', "5"],
  ["bye", '{"reason":"life"}', "5"],
];

test("an event has its name, its data and the last id; heartbeats and openings are not events", () => {
  assert.deepEqual(heard([TEXT]), WHOLE);
});

test("the events do not depend on where a response is cut", () => {
  for (let at = 0; at <= TEXT.length; at++) assert.deepEqual(heard([TEXT.slice(0, at), TEXT.slice(at)]), WHOLE);
  assert.deepEqual(heard([...TEXT.replaceAll("\n", "\r\n")]), WHOLE);
});

test("the first id of a stream is reported before its first event", () => {
  const heard = [];
  const read = readerOf(
    ({ id }) => heard.push(["event", id]),
    (id) => heard.push(["place", id]),
  );

  read("retry: 2000\nid: 4\n\n");
  assert.deepEqual(heard, [["place", "4"]]);
  read('id: 5\nevent: event\ndata: {"seq":5}\n\n');
  assert.deepEqual(heard, [
    ["place", "4"],
    ["event", "5"],
  ]);
});
