"""Plans: the facts about a game that search needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, NamedTuple

from bots.policy import Policy
from bots.search.inference import Evidence
from games.kernel.game import Game
from games.kernel.rng import Draws
from games.kernel.state import Move, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View

Ranked = tuple[float, Move | None]
"""A score by rules of thumb and a move; None means no move now."""

Candidates = Callable[[View, LegalMoves, Draws], Sequence[Ranked]]


class Effort(NamedTuple):
    """The effort of a search. playouts: the maximum number of playouts; seconds: the safety limit of CPU time."""

    playouts: int
    seconds: float = 4.0


class ExplainedTrade(NamedTuple):
    """A trade as data. code: a pattern of the game's sentences (`explained`); params: the values of its blanks."""

    code: str
    params: Mapping[str, Any]


@dataclass(frozen=True)
class Plan:
    """A plan of one game for search.

    candidates: the moves to compare, the rollout policy's move first, then others, best first. begins: returns the
    facts of the state before the move that the horizon needs. is_far_enough: returns whether a playout may stop, given
    those facts. value: returns the likelihood that a seat wins at the end of a playout, from 0 to 1. scale: the
    difference of scores that a beginner hardly notices. good, strong: the efforts of these levels, or their policies if
    search gains nothing. evidence: the evidence of the other seats' acts, if they tell much about their cards. bluffs:
    returns whether two moves differ only in what they reveal to the others. explains: returns the trade of a move, from
    the seat's view. is_idle: returns whether a move only rearranges cards.
    """

    game: Game
    candidates: Candidates
    rollout: Policy
    begins: Callable[[State, Seat], Any]
    is_far_enough: Callable[[State, Seat, Any], bool]
    value: Callable[[State, Seat, Any], float]
    most_steps: int
    scale: float
    good: Effort | Policy
    strong: Effort | Policy
    coach: int
    evidence: Evidence | None = None
    bluffs: Callable[[Move | None, Move | None], bool] | None = None
    explains: Callable[[View, Move], ExplainedTrade | None] | None = None
    is_idle: Callable[[float, Move | None], bool] = lambda score, move: False


def number_of_turn(state: State, seat: Seat) -> int:
    """Returns the number of the turn in which the search began."""
    number: int = state.public.turns
    return number


def own_turns(number: int) -> Callable[[State, Seat, int], bool]:
    """Returns a horizon: for 1 the beginning of the seat's next turn, for 2 the beginning of the turn after that.

    The horizon is later if seats have left.
    """

    def is_far_enough(state: State, seat: Seat, begun: int) -> bool:
        return bool(state.public.turns > begun + (number - 1) * state.seats and state.public.turn == seat)

    return is_far_enough


def share_of_win(state: State, seat: Seat) -> float:
    """Returns 1 for the only winner, a share for tied winners, and 0 for other seats. The match must be over."""
    assert state.standings is not None, "expected the end of the match"
    first = state.standings[0]
    return 1 / len(first) if seat in first else 0.0


def share_by_lead(
    state: State, seat: Seat, strength: Callable[[Seat], float], others: Iterable[Seat], spread: float = 1.0
) -> float:
    """Returns the share of the win; before the end, the chance of a win by the lead over the strongest of the others.

    spread: the difference of strengths that makes a win about three times as likely as a loss.
    """
    if state.standings is not None:
        return share_of_win(state, seat)
    lead = strength(seat) - max(map(strength, others), default=0.0)
    return 1 / (1 + exp(-lead / spread))


def distinct(ranked: Sequence[Ranked], most: int) -> list[Ranked]:
    """Returns the first move, then the others by score, without repetitions; at most `most` moves."""
    kept: list[Ranked] = []
    for score, move in [ranked[0], *sorted(ranked[1:], key=lambda item: -item[0])]:
        if len(kept) < most and all(move != other for _, other in kept):
            kept.append((score, move))
    return kept
