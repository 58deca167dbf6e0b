// Plays a match by its stream, with random legal moves, and prints how it ended.
//
// node play.mjs http://127.0.0.1:8000 monopoly_deal --bots 2         a new match against bots of the server
// node play.mjs http://127.0.0.1:8000 monopoly_deal --match ID       a seat of a match that is open

import { parseArgs } from "node:util";
import { Client, differs } from "comptoir-client";

const described = { bots: { type: "string", default: "1" }, match: { type: "string" } };
const { values, positionals } = parseArgs({ options: described, allowPositionals: true });
const [address, game] = positionals;
const anyOf = (items) => items[Math.floor(Math.random() * items.length)];

/** Sits down; the id of the match. */
async function seated(client) {
  if (values.match) await client.matchesSeatsCreate(values.match);
  const bots = Array.from({ length: Number(values.bots) }, () => ({ kind: "bot" }));
  return values.match ?? (await client.matchesCreate({ game, seats: [{ kind: "me" }, ...bots] })).id;
}

/** Plays a legal move. Whether it was played: there may be none, or another seat may have been faster. */
async function answered(client, match, legal) {
  const playable = await client.ready(match, legal);
  if (!playable) return false;
  try {
    await client.play(match, anyOf(playable.moves));
  } catch (error) {
    if (!Client.isOvertaken(error)) throw error;
    return false;
  }
  return true;
}

const client = new Client(address, { patience: 120_000 });
await client.signUp(`Random ${Math.random().toString(36).slice(2)}`);
const match = await seated(client);
let [moves, last] = [0, null];
for await (const news of client.follow(match, { legal: 40 })) {
  last = news;
  for (const legal of news.legal)
    if (await answered(client, match, legal)) {
      moves += 1;
      break; // the table has changed: what may be done now is on its way
    }
}
console.log(`${moves} moves, ${last.view.seq} rows, standings ${JSON.stringify(last.view.standings)}`);
const differing = differs(last.view, await client.matchesView(match, { at: last.view.seq }));
console.log(differing.length ? `the folded table differs in ${differing}` : "the folded table is the server's");
