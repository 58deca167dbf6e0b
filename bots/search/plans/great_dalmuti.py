"""The Great Dalmuti is searched until the seat is out, or the hand is over: its points are known then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from bots.policies.greedy import great_dalmuti as greedy
from bots.search.dalmuti_evidence import evidence
from bots.search.plan import Effort, Plan, Ranked, distinct
from games.great_dalmuti.board import held
from games.kernel.rng import Draws
from games.kernel.state import Move, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.registry import get

MOST = 5
MOST_GIFTS = 200


def candidates(view: View, moves: LegalMoves, draws: Draws) -> Sequence[Ranked]:
    """Returns greedy's move and others, scored by the negative cost of the hand that they leave."""
    first = greedy.choose(view, moves, draws)
    scored = [item for item in _scored(view, moves) if item[1] in moves]
    score = next((score for score, move in scored if move == first), 0.0)
    return distinct([(score, first), *scored], MOST)


def _scored(view: View, moves: LegalMoves) -> Iterator[tuple[float, Move]]:
    hand, outlook = Counter(held(view, view.me)), greedy.Outlook(view)
    for template in moves.templates:
        if template.verb == "play":
            yield from ((-outlook.after(hand, move.args["cards"]), move) for move in template)
        elif template.verb == "pass":
            yield -outlook.cost(hand), Move("pass")
        elif template.verb == "give":
            for gift in islice(greedy.gifts(hand, moves), MOST_GIFTS):
                yield -outlook.cost(hand - Counter(gift)), Move("give", {"cards": dict(gift)})
        elif template.verb in ("revolution", "accept", "keep", "refuse"):
            yield -9.0, Move(template.verb)


def begins(state: State, seat: Seat) -> tuple[int, int]:
    """Returns the number of the hand, and the seat's points before it."""
    return state.public.hand_number, state.public.points[seat]


def is_far_enough(state: State, seat: Seat, begun: tuple[int, int]) -> bool:
    """Returns whether the seat's points of this hand are known."""
    return bool(state.public.hand_number > begun[0] or seat in state.public.finished)


def value(state: State, seat: Seat, begun: tuple[int, int]) -> float:
    """Returns the points of this hand as a share of the maximum; in a playout cut off, the points of the last place."""
    number, before = begun
    public, most = state.public, state.seats - 1
    if public.hand_number > number or state.is_over:
        return float(public.points[seat] - before) / most
    if seat in public.finished:
        return float(most - public.finished.index(seat)) / most
    return 0.0


PLAN = Plan(
    game=get("great_dalmuti"),
    candidates=candidates,
    rollout=greedy.choose,
    begins=begins,
    is_far_enough=is_far_enough,
    value=value,
    most_steps=400,
    scale=0.5,
    good=Effort(100),
    strong=Effort(300),
    coach=120,
    evidence=evidence,
)
