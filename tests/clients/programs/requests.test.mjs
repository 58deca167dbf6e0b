// How the client of the tarball sends, repeats and resumes, against a server that is played by a function.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Client, Draft, Move, NoLongerAllowed, Problem } from "comptoir-client";

const MATCH = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55";
const MOVE = new Move(1, "pass", {});
const LONG_MS = 10_000;
const real = { fetch: globalThis.fetch, setTimeout: globalThis.setTimeout };
let [answers, requests, pauses] = [[], [], []];

beforeEach(() => {
  [answers, requests, pauses] = [[], [], []];
  globalThis.fetch = async (address, options = {}) => {
    if (address.endsWith("/livez")) return new Response("ok");
    requests.push({ address, ...options });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  // What waits for a while goes on at once; the limits of time stay.
  globalThis.setTimeout = (act, ms, ...rest) => {
    if (ms < LONG_MS) pauses.push(ms);
    return real.setTimeout(act, ms < LONG_MS ? 0 : ms, ...rest);
  };
});
afterEach(() => Object.assign(globalThis, real));

const client = (options) => new Client("http://test", { token: "token", ...options });
const ok = (body, headers = {}) => Response.json(body, { headers });
const refused = (status, code, headers = {}) => Response.json({ code, detail: "No." }, { status, headers });
const events = (...parts) => new Response(parts.join(""), { headers: { "Content-Type": "text/event-stream" } });
const row = (seq) => `id: ${seq}\nevent: event\ndata: {"seq":${seq}}\n\n`;
const lost = () => new TypeError("fetch failed");

async function first(stream, count) {
  const found = [];
  for await (const one of stream) {
    found.push(one);
    if (found.length === count) break;
  }
  return found;
}

test("a move whose answer is lost is sent again with the same key", async () => {
  answers = [lost(), refused(503, "busy", { "Retry-After": "7" }), ok({ seq: 4 })];

  assert.deepEqual(await client().play(MATCH, MOVE), { seq: 4 });

  assert.equal(new Set(requests.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  assert.deepEqual(JSON.parse(requests[2].body), { prompt: 1, verb: "pass", args: {} });
  assert.deepEqual(pauses, [1000, 7000]);
});

test("a slow read may outlive the response whose tag it has sent", async () => {
  const caller = client();
  let release;
  const others = Array.from({ length: 70 }, () => ok({}, { ETag: '"other"' }));
  answers = [ok({ items: [1] }, { ETag: '"a"' }), new Promise((resolve) => (release = resolve)), ...others];
  await caller.meDecisionsList();

  const waiting = caller.meDecisionsList();
  for (const number of others.keys()) await caller.matchesRetrieve(`match-${number}`);
  release(new Response(null, { status: 304 }));

  assert.deepEqual(await waiting, { items: [1] });
});

test("what has no key is sent again only if the server has said that it did nothing", async () => {
  answers = [refused(429, "rate_limited"), lost(), ok({})];

  await assert.rejects(client().signUp("Ada"), { status: 0, code: "network" });

  assert.equal(requests.length, 2);
  assert.equal(requests[0].headers["Idempotency-Key"], undefined);
});

test("patience ends", async () => {
  answers = [lost(), ok({})];

  await assert.rejects(client({ patience: 0 }).gamesList(), Problem);

  assert.equal(requests.length, 1);
});

test("a refusal says whether a move came too late", async () => {
  answers = [refused(409, "stale_prompt"), refused(403, "forbidden")];
  const failures = [];

  for (const _ of [1, 2])
    await client()
      .play(MATCH, MOVE)
      .catch((error) => failures.push(error));

  assert.deepEqual(failures.map(Client.isOvertaken), [true, false]);
  assert.equal(failures[0].code, "stale_prompt");
});

test("what has not changed is not sent again", async () => {
  answers = [
    ok({ items: [1] }, { ETag: '"a"' }),
    new Response(null, { status: 304 }),
    ok({ items: [] }, { ETag: '"b"' }),
  ];
  const mine = client();

  (await mine.meDecisionsList()).items.push("the caller's own");
  const [second, third] = [await mine.meDecisionsList(), await mine.meDecisionsList()];

  assert.deepEqual([second, third], [{ items: [1] }, { items: [] }]);
  assert.deepEqual(
    requests.map(({ headers }) => headers["If-None-Match"]),
    [undefined, '"a"', '"a"'],
  );
});

test("a stream that breaks within an event resumes after the one before", async () => {
  answers = [events("id: 3\n\n", row(4), row(5).slice(0, -9)), lost(), events(row(5), row(6))];

  const seen = await first(client().matchesStream(MATCH, { after: 3 }), 3);

  assert.deepEqual(
    seen.map(({ name, id, data }) => [name, id, data.seq]),
    [4, 5, 6].map((seq) => ["event", seq, seq]),
  );
  assert.deepEqual(
    requests.map(({ address }) => new URL(address).searchParams.get("after")),
    ["3", "4", "4"],
  );
});

test("lines are read as they come, and refused as anything else", async () => {
  const text = '{"match":1,"game":"\u2028é"}\n{"match":2}\n';
  const bytes = new TextEncoder().encode(text);
  const pieces = new ReadableStream({
    start(controller) {
      for (const [from, to] of [[0, 21], [21, 24], [24]]) controller.enqueue(bytes.slice(from, to));
      controller.close();
    },
  });
  answers = [new Response(pieces), refused(403, "forbidden")];

  assert.deepEqual(await first(client().meExportMatchesList()), [{ match: 1, game: "\u2028é" }, { match: 2 }]);
  await assert.rejects(first(client().meExportMatchesList()), { code: "forbidden" });

  assert.equal(requests[0].headers.Accept, "application/x-ndjson");
});

test("a stream of notices resumes where it began though nothing came", async () => {
  answers = [events("id: 7\n\n"), events('id: 8\nevent: your_turn\ndata: {"id":8}\n\n')];

  const [told] = await first(client().meStream(), 1);

  assert.equal(told.id, 8);
  assert.equal(new URL(requests[1].address).searchParams.get("after"), "7");
});

test("a stream that may not be seen any more is not resumed", async () => {
  answers = [events(row(4), 'event: bye\ndata: {"reason":"rights"}\n\n')];

  await assert.rejects(first(client().matchesStream(MATCH), 2), NoLongerAllowed);

  assert.equal(requests.length, 1);
});

test("where no stream stays open, rows and prompts are asked for", async () => {
  const prompt = {
    id: 7,
    parent: null,
    phase: "play",
    mode: "once",
    seats: [0],
    beside: false,
    arrived: [],
    open: true,
  };
  const view = { seq: 3, viewer: 0, zones: [], faces: {}, prompts: [prompt], public: {}, to_act: [0], may_act: [] };
  const turn = { seq: 4, type: "move", effects: [], to_act: [0], may_act: [], deadlines: [] };
  const legal = { prompt: 7, templates: [], moves: [{ verb: "pass", args: {} }], count: 1, complete: true, words: {} };
  const opening = [ok({ items: [{ sets: [] }] }), ok(view), ok({ seq: 3, status: "running" }), ok(view)];
  const said = { seq: 4, prompts: [{ ...prompt, legal }] };
  const stored = [`id: 4\nevent: event\ndata: ${JSON.stringify(turn)}\n\n`, `event: prompt\ndata: ${JSON.stringify(said)}\n\n`];
  answers = [...opening, lost(), lost(), events(...stored, 'event: bye\ndata: {"reason":"life"}\n\n')];

  const news = await first(client().follow(MATCH, { legal: 1 }), 3);

  assert.deepEqual(
    news.map(({ view, row, legal }) => [view.seq, row?.seq, legal.flatMap(({ moves }) => moves)]),
    [
      [3, undefined, []],
      [4, 4, []],
      [4, undefined, [new Move(7, "pass", {})]],
    ],
  );
  assert.deepEqual(
    requests.slice(4).map(({ address }) => new URL(address).searchParams.get("follow")),
    [null, null, "0"],
  );
});

test("a bot that says nothing passes its lease, and one that cannot be passed is left", async () => {
  const legal = { templates: [], words: {}, count: 0, moves: [], complete: true };
  const leased = { match: MATCH, prompt: 7, required: false, lease: "a lease", view: {}, legal_moves: legal };
  const decision = `event: decision\ndata: ${JSON.stringify(leased)}\n\n`;
  answers = [events(decision, decision), ok({ items: [] }), refused(409, "stale_prompt"), lost()];
  const bot = client();

  const [one, other] = await first(bot.decisions({ most: 2 }), 2);
  assert.equal(await bot.answer(one, null), false);
  assert.equal(await bot.answer(other, MOVE), false);

  assert.equal(requests[0].address, "http://test/api/v1/bots/decisions/stream?max=2&seconds=30");
  const bodies = requests.slice(1).map(({ body }) => JSON.parse(body));
  assert.deepEqual([bodies[0], bodies[2]], [0, 2].map(() => ({ max: 0, passed: ["a lease"] })));
  assert.equal(bodies[1].lease, "a lease");
});

test("an addition is joined to what was chosen", () => {
  const chosen = { cards: [17], of: { 7: 1 }, colour: "brown" };
  const template = { verb: "act", label: "Act", slots: {} };

  const move = new Draft(1, template, chosen).choose({ cards: [40], of: { 7: 1, jester: 1 }, colour: "green" });

  assert.deepEqual(move, new Move(1, "act", { cards: [17, 40], of: { 7: 2, jester: 1 }, colour: "green" }));
});
