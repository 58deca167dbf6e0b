// Plays random legal moves in all matches of a bot's account: node bot.mjs http://127.0.0.1:8000 TOKEN
//
// `client.botsCreate({ name: "Deep Dalmuti", level: "good" })` creates the account and returns the token.

import { Client } from "comptoir-client";

const [address, token] = process.argv.slice(2);

/** A legal move; null to say nothing for now, where the match does not wait for this seat. */
function choose({ isRequired, legal }) {
  const isSilent = !isRequired && Math.random() < 0.7;
  return isSilent ? null : (legal.moves[Math.floor(Math.random() * legal.moves.length)] ?? null);
}

const client = new Client(address, { token });
for await (const decision of client.decisions()) {
  const move = choose(decision);
  if (await client.answer(decision, move)) console.log(decision.game, decision.match, move.verb);
}
