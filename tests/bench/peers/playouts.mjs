// One hand of a game like Great Dalmuti in boardgame.io's headless client, six seats, random legal moves:
// `node playouts.mjs SECONDS` prints hands and moves for each second of CPU time, as JSON. boardgame.io is installed beside it.
import { createRequire } from "node:module";
import { Dalmuti, legalMoves } from "./dalmuti.mjs";

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const SEATS = 6;

function hand(seed) {
  const client = Client({ game: { ...Dalmuti, seed }, numPlayers: SEATS, debug: false });
  client.start();
  let moves = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const seat = state.G.turn, legal = legalMoves(state.G, seat);
    client.updatePlayerID(String(seat));
    client.moves.play(legal[Math.floor(Math.random() * legal.length)]);
    moves++;
    if (moves > 5000) throw new Error("the hand does not end");
  }
  client.stop();
  return moves;
}

const seconds = Number(process.argv[2] ?? 2), started = process.cpuUsage();
const spent = () => { const used = process.cpuUsage(started); return (used.user + used.system) / 1e6; };
let hands = 0, moves = 0;
while (spent() < seconds) { moves += hand(hands + 1); hands++; }
console.log(JSON.stringify({ matches: hands / spent(), moves: moves / spent() }));
