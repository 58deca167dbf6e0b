// A game like Great Dalmuti for boardgame.io, and the legal moves of a seat.
const JESTER = 13;
const BOX = [...Array.from({ length: 12 }, (_, rank) => Array(rank + 1).fill(rank + 1)).flat(), JESTER, JESTER];

export function legalMoves(G, seat) {
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
  const seats = G.hands.length;
  for (let step = 1; step <= seats; step++) {
    const other = (seat + step) % seats;
    if (G.trick && other === G.trick.seat) { G.trick = null; if (size(G.hands[other])) return other; }
    else if (size(G.hands[other])) return other;
  }
  return seat;
}

const isOver = (G) => G.out.length >= G.hands.length - 1;

export const Dalmuti = {
  setup: ({ ctx, random }) => {
    const hands = Array.from({ length: ctx.numPlayers }, () => Array(14).fill(0));
    random.Shuffle(BOX).forEach((rank, place) => hands[place % hands.length][rank]++);
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
      if (isOver(G)) return;
      G.turn = next(G, seat);
      events.endTurn({ next: String(G.turn) });
    },
  },
  endIf: ({ G }) => (isOver(G) ? { out: G.out } : undefined),
};
