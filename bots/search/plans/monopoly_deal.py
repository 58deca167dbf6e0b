"""Monopoly Deal is searched until the seat's next turn but one, then valued by sets, part-sets, money and hand.

A move may gain something only a round later: a card kept for a set, or a rent that an opponent pays with cards of a
set.

A view shows no earlier turns. A card that is still in the hand after a turn is one that its player could not use or did
not spend.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, prod

from bots.policies.greedy import monopoly_deal as greedy
from bots.search.inference import Weigh
from bots.search.plan import Effort, Plan, Ranked, distinct, number_of_turn, own_turns, share_by_lead
from games.kernel.deck import Face
from games.kernel.rng import Draws
from games.kernel.state import Move, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.monopoly_deal.board import Board
from games.monopoly_deal.deck import MAY_BE, RENT_COLOURS, STREETS, VALUES
from games.registry import get

MOST = 8
TURNS = 2
SET, SECOND_SET = 1.15, 0.4
MISSING = {1: 0.4, 2: 0.2, 3: 0.15}
"""The worth of a set, and of a part-set by the number of its missing cards. The best three sets count."""
MONEY, ENOUGH = 0.65, 8.0
"""The worth of much money, and the amount in millions that counts as much."""
IN_HAND = {
    "deal_breaker": 1.5,
    "just_say_no": 0.7,
    "sly_deal": 0.4,
    "debt_collector": 0.35,
    "wild_any": 0.3,
    "rent_any": 0.25,
    "forced_deal": 0.15,
    "pass_go": 0.15,
    "its_my_birthday": 0.1,
}
COMPLETES, PROPERTY = 0.65, 0.1
"""The worth of a property in hand, if it completes a set and if not."""
ON_TURN = 0.15
"""The weights of a logistic regression on the turns of 4,200 duels between `greedy`, rounded, as the weights above."""
KEPT = {
    "hotel": 6.0,
    "double_the_rent": 4.0,
    "deal_breaker": 3.5,
    "house": 1.7,
    "its_my_birthday": 1.7,
    "debt_collector": 1.2,
    "just_say_no": 1.0,
    "sly_deal": 0.5,
    "wild_any": 0.2,
    "pass_go": 0.1,
}
KEPT_PROPERTY, KEPT_RENT, KEPT_MONEY = 0.3, 5.0, 0.5
"""The likelihood, relative to a random hand, that a hand holds a card after a turn; from 381 decisions of `greedy`."""
REARRANGING = frozenset({"recolour", "trade_places", "move_building", "swap_wild"})


def candidates(view: View, moves: LegalMoves, draws: Draws) -> Sequence[Ranked]:
    """Returns greedy's move, and the moves that it scores highest."""
    table = greedy.BoardJudgement(view)
    scored = [item for t in moves.templates for item in greedy.RULES.get(t.verb, greedy.use)(table, t)]
    first = greedy.choose(view, moves, draws)
    score = next(score for score, move in scored if move == first)
    return distinct([(float(score), first), *((float(score), move) for score, move in scored)], MOST)


def strength(state: State, board: Board, seat: Seat) -> float:
    """Returns the logarithm of the odds of a win, from the nearness of three sets and the means to complete them."""
    missing: dict[str, int] = {}
    for group in board.groups[seat]:
        number = 0 if group.is_complete else min(max(1, STREETS[group.colour].size - len(group.cards)), max(MISSING))
        missing[group.colour] = min(number, missing.get(group.colour, number))
    best = sorted(missing.values())[:3]
    score: float = sum(MISSING[number] if number else SET for number in best) + SECOND_SET * (best.count(0) >= 2)
    money = sum(VALUES[state.face(card)] for card in state.cards("bank", seat))
    score += MONEY * (1 - exp(-money / ENOUGH))
    for card in state.cards("hand", seat):
        face = state.face(card)
        score += IN_HAND.get(face, 0.0)
        if face in MAY_BE:
            score += COMPLETES if any(missing.get(colour) == 1 for colour in MAY_BE[face]) else PROPERTY
    return score + ON_TURN * bool(state.public.turn == seat)


def value(state: State, seat: Seat, begun: int) -> float:
    """Returns the chance of a win by the lead over the strongest other seat."""
    board = Board(state)
    others = (other for other in range(state.seats) if other != seat)
    return share_by_lead(state, seat, lambda each: strength(state, board, each), others)


def evidence(view: View) -> Weigh | None:
    """Returns the weight of a world by the cards that seats kept through their last turn; None in the first round."""
    public = view.public
    seats = [s for s in range(view.seats) if s not in (view.me, public.turn) and view.size("hand", s)]
    if public.turns <= view.seats or not seats:
        return None

    def weigh(world: State) -> float:
        return prod(kept(world.face(card)) for seat in seats for card in world.cards("hand", seat))

    return weigh


def kept(face: Face) -> float:
    """Returns the likelihood, relative to chance, that a seat still holds a card that it could not use, or saves."""
    if face in KEPT:
        return KEPT[face]
    if face in MAY_BE:
        return KEPT_PROPERTY
    if face in RENT_COLOURS:
        return KEPT_RENT
    return KEPT_MONEY if face in greedy.NOTES else 1.0


def is_idle(score: float, move: Move | None) -> bool:
    """Returns whether a move only turns a wild card to and fro, which is free and unlimited."""
    return move is not None and move.verb in REARRANGING and score < greedy.REST


PLAN = Plan(
    game=get("monopoly_deal"),
    candidates=candidates,
    rollout=greedy.choose,
    begins=number_of_turn,
    is_far_enough=own_turns(TURNS),
    value=value,
    most_steps=600,
    scale=60.0,
    good=Effort(48),
    strong=Effort(128),
    coach=48,
    evidence=evidence,
    is_idle=is_idle,
)
