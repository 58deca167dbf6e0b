// Players of boardgame.io's server: `node players.mjs PORT MATCHES SECONDS`, four seats a match, a connection a seat.
// Once all have sat down, it prints a line and waits for one. Each match is played at random, a move after the other: the
// next one begins when the seat that moved and the next seat have the new state. Prints the milliseconds of each move
// until its seat had the state, and the seconds, as JSON.
import { createRequire } from "node:module";
import { Dalmuti, legalMoves } from "./dalmuti.mjs";

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const SEATS = 4, server = `http://127.0.0.1:${port}`;
const game = { name: "dalmuti", ...Dalmuti, moves: { play: { move: Dalmuti.moves.play, client: false } } };
const multiplayer = () => SocketIO({ server, socketOpts: { transports: ["websocket"] } });
const taken = [];

async function seated() {
  const body = JSON.stringify({ numPlayers: SEATS });
  const created = await fetch(`${server}/games/dalmuti/create`, { method: "POST", body, headers: { "content-type": "application/json" } });
  const { matchID } = await created.json();
  const seats = Array.from({ length: SEATS }, (_, seat) =>
    Client({ game, numPlayers: SEATS, debug: false, multiplayer: multiplayer(), matchID, playerID: String(seat) }));
  for (const seat of seats) seat.start();
  await Promise.all(seats.map((seat) => until(seat, () => true)));
  return seats;
}

// Resolves once a seat has a state of which `is` holds.
function until(seat, is) {
  return new Promise((resolve) => {
    let stop = null, isDone = false;
    const look = () => {
      const state = seat.getState();
      if (isDone || !state || !is(state)) return;
      isDone = true;
      stop?.();
      resolve(state);
    };
    stop = seat.subscribe(look);
    look();
  });
}

async function play(seats, end) {
  let state = seats[0].getState();
  while (performance.now() < end) {
    if (state.ctx.gameover) {
      for (const seat of seats) seat.stop();
      seats = await seated();
      state = seats[0].getState();
    }
    const mover = seats[state.G.turn], legal = legalMoves(state.G, state.G.turn), before = state._stateID;
    const begun = performance.now();
    mover.moves.play(legal[Math.floor(Math.random() * legal.length)]);
    state = await until(mover, (now) => now._stateID > before);
    taken.push(performance.now() - begun);
    if (!state.ctx.gameover) await until(seats[state.G.turn], (now) => now._stateID >= state._stateID);
  }
}

const tables = await Promise.all(Array.from({ length: matches }, seated));
console.log(JSON.stringify({ seated: tables.length }));
await new Promise((resolve) => process.stdin.once("data", resolve));
const begun = performance.now();
await Promise.all(tables.map((seats) => play(seats, begun + seconds * 1000)));
console.log(JSON.stringify({ taken, seconds: (performance.now() - begun) / 1000 }));
process.exit(0);
