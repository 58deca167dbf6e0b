// One hand of a game like Great Dalmuti in boardgame.io's headless client, six seats, random legal moves:
// `node dalmuti.mjs SECONDS` prints hands and moves for each second of CPU time, as JSON. boardgame.io is installed beside it.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");

const SEATS = 6, JESTER = 13;
const BOX = [...Array.from({ length: 12 }, (_, rank) => Array(rank + 1).fill(rank + 1)).flat(), JESTER, JESTER];

function legalMoves(G, seat) {
  const held = G.hands[seat], jesters = held[JESTER], moves = G.trick ? [null] : [];
  for (let rank = 1; rank <= 12; rank++) {
    if (!held[rank] || (G.trick && rank >= G.trick.rank)) continue;
    for (let cards = 1; cards <= held[rank] + jesters; cards++)
      if (!G.trick || cards === G.trick.cards) moves.push({ rank, cards, jesters: Math.max(0, cards - held[rank]) });
  }
  if (!G.trick && jesters && !moves.length) moves.push({ rank: JESTER, cards: jesters, jesters });
  return moves;
}

const size = (hand) => hand.reduce((sum, cards) => sum + cards, 0);

function next(G, seat) {
  for (let step = 1; step <= SEATS; step++) {
    const other = (seat + step) % SEATS;
    if (G.trick && other === G.trick.seat) { G.trick = null; if (size(G.hands[other])) return other; }
    else if (size(G.hands[other])) return other;
  }
  return seat;
}

const Dalmuti = {
  setup: ({ random }) => {
    const hands = Array.from({ length: SEATS }, () => Array(14).fill(0));
    random.Shuffle(BOX).forEach((rank, place) => hands[place % SEATS][rank]++);
    return { hands, trick: null, turn: 0, out: [] };
  },
  moves: {
    play: ({ G, playerID, events }, move) => {
      const seat = Number(playerID), hand = G.hands[seat];
      if (seat !== G.turn || (move === null && !G.trick)) return "INVALID_MOVE";
      if (move) {
        if (G.trick && (move.cards !== G.trick.cards || move.rank >= G.trick.rank)) return "INVALID_MOVE";
        if (hand[move.rank] + (move.rank === JESTER ? 0 : hand[JESTER]) < move.cards) return "INVALID_MOVE";
        hand[move.rank] -= move.rank === JESTER ? move.cards : move.cards - move.jesters;
        if (move.rank !== JESTER) hand[JESTER] -= move.jesters;
        G.trick = { rank: move.rank, cards: move.cards, seat };
        if (!size(hand)) G.out.push(seat);
      }
      if (G.out.length >= SEATS - 1) return;
      G.turn = next(G, seat);
      events.endTurn({ next: String(G.turn) });
    },
  },
  endIf: ({ G }) => (G.out.length >= SEATS - 1 ? { out: G.out } : undefined),
};

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
