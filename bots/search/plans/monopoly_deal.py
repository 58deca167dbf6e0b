"""Monopoly Deal is searched until the seat's next turn, then valued by sets, the best part-sets, money and hand.

A view shows no earlier turns, but a card in hand after a turn is one that its player could not use or did not spend.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, prod

from bots.policies.greedy import monopoly_deal as greedy
from bots.search.inference import Weigh
from bots.search.plan import Effort, Plan, Ranked, distinct, share_by_lead
from games.kernel.deck import Face
from games.kernel.rng import Draws
from games.kernel.state import Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.monopoly_deal.board import Board
from games.monopoly_deal.deck import MAY_BE, RENT_COLOURS, STREETS, VALUES
from games.registry import get

MOST = 8
SET, PART = 1.6, 0.9
"""What a set is worth, and a part-set that is all but complete. The best three count, as three sets win."""
MONEY, ENOUGH = 0.9, 8.0
"""What much money is worth, and how many millions are much."""
IN_HAND = {"deal_breaker": 0.6, "just_say_no": 0.5, "sly_deal": 0.3, "forced_deal": 0.2, "pass_go": 0.2}
PROPERTY, OTHER_CARD = 0.2, 0.1
ON_TURN = 0.3
KEPT = {"hotel": 6.0, "double_the_rent": 4.0, "deal_breaker": 3.5, "house": 1.7, "its_my_birthday": 1.7,
        "debt_collector": 1.2, "just_say_no": 1.0, "sly_deal": 0.5, "wild_any": 0.2, "pass_go": 0.1}  # fmt: skip
KEPT_PROPERTY, KEPT_RENT, KEPT_MONEY = 0.3, 5.0, 0.5
"""How much likelier a hand holds a card after a turn than a random one does, fitted to 381 decisions of `greedy`."""


def candidates(view: View, moves: LegalMoves, draws: Draws) -> Sequence[Ranked]:
    """Greedy's move, and the moves that it scores highest."""
    table = greedy.Judgement(view)
    scored = [item for t in moves.templates for item in greedy.RULES.get(t.verb, greedy.use)(table, t)]
    first = greedy.choose(view, moves, draws)
    score = next(score for score, move in scored if move == first)
    return distinct([(float(score), first), *((float(score), move) for score, move in scored)], MOST)


def begins(state: State, seat: Seat) -> int:
    """The number of the turn in which the search began."""
    turns: int = state.public.turns
    return turns


def is_far_enough(state: State, seat: Seat, begun: int) -> bool:
    """Whether the seat's next turn has begun."""
    return bool(state.public.turns > begun and state.public.turn == seat)


def strength(state: State, board: Board, seat: Seat) -> float:
    """How near a seat is to three sets, and what it can do to get there."""
    best: dict[str, float] = {}
    for group in board.groups[seat]:
        size = STREETS[group.colour].size
        share = min(len(group.cards), size) / size
        worth = SET if group.is_complete else PART * share * share
        best[group.colour] = max(best.get(group.colour, 0.0), worth)
    score = sum(sorted(best.values(), reverse=True)[:3])
    money = sum(VALUES[state.face(card)] for card in state.cards("bank", seat))
    score += MONEY * (1 - exp(-money / ENOUGH))
    for card in state.cards("hand", seat):
        face = state.face(card)
        score += PROPERTY if face in MAY_BE else IN_HAND.get(face, OTHER_CARD)
    return score + ON_TURN * (state.public.turn == seat)


def value(state: State, seat: Seat, begun: int) -> float:
    """The chance to win by the lead over the strongest other seat."""
    board = Board(state)
    others = (other for other in range(state.seats) if other != seat)
    return share_by_lead(state, seat, lambda each: strength(state, board, each), others)


def evidence(view: View) -> Weigh | None:
    """The weight of a world by the cards that seats kept through their last turn; none before everybody has had one."""
    public = view.public
    seats = [s for s in range(view.seats) if s not in (view.me, public.turn) and view.size("hand", s)]
    if public.turns <= view.seats or not seats:
        return None

    def weigh(world: State) -> float:
        return prod(kept(world.face(card)) for seat in seats for card in world.cards("hand", seat))

    return weigh


def kept(face: Face) -> float:
    """How much likelier a seat holds a card because it may not be able to use it, or may save it."""
    if face in KEPT:
        return KEPT[face]
    if face in MAY_BE:
        return KEPT_PROPERTY
    if face in RENT_COLOURS:
        return KEPT_RENT
    return KEPT_MONEY if face in greedy.NOTES else 1.0


PLAN = Plan(
    game=get("monopoly_deal"),
    candidates=candidates,
    rollout=greedy.choose,
    begins=begins,
    is_far_enough=is_far_enough,
    value=value,
    most_steps=300,
    scale=15.0,
    good=Effort(16, noise=0.03),
    strong=Effort(48),
    evidence=evidence,
)
