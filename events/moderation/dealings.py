"""Comparisons of two players' dealings with each other with their dealings with everybody else. Pure functions.

A moderator reads the result; it has no automatic effect. Friends play against each other more often and more gently,
and some of many honest pairs look unusual by chance. `python -m tests.bots.collusion` measures how often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from games.kernel.effect import Answered, Effect, Moved
from games.kernel.state import Json, Move, Seat
from games.kernel.words.meanings import declared

FEWEST = 8
"""The smallest number of matches for a comparison."""
UNUSUAL = 3.0
"""The deviation from the expected value, in standard errors, from which a finding is marked as unusual."""
LEAST_SPREAD = 0.5
"""The smallest assumed standard deviation of a count, because the counts of a few matches may all be equal."""

Pair = tuple[Seat, Seat]


@dataclass
class Dealings:
    """The dealings of one match. shares: the result of each seat, from 0 to 1; empty without a result.

    named: how often a seat named another seat in a move; given: how often cards moved from one seat to another.
    """

    seats: int
    shares: Mapping[Seat, float] = field(default_factory=dict)
    named: Counter[Pair] = field(default_factory=Counter)
    given: Counter[Pair] = field(default_factory=Counter)

    def add(self, package: str, seat: Seat | None, move: Move | None, effects: Iterable[Effect]) -> None:
        """Counts an event. seat, move: the seat and the content of a public move; None for other events."""
        if seat is not None and move is not None:
            self._name(package, seat, move)
        for effect in effects:
            if isinstance(effect, Answered) and effect.move is not None:
                self._name(package, effect.seat, effect.move)
            elif isinstance(effect, Moved):
                giver, taker = effect.src.seat, effect.dst.seat
                if giver is not None and taker is not None and giver != taker:
                    self.given[giver, taker] += 1

    def _name(self, package: str, seat: Seat, move: Move) -> None:
        slots = declared(package)["verbs"].get(move.verb, {})
        for name, value in move.args.items():
            if slots.get(name) == "seat":
                self.named.update((seat, other) for other in _seats_in(value) if other != seat)


def _seats_in(value: Json) -> Sequence[Seat]:
    values = value if isinstance(value, list | tuple) else [value]
    return [each for each in values if type(each) is int]


class SharedMatch(NamedTuple):
    """A match of both players. seat, other: the seats of the player and of the other player."""

    dealings: Dealings
    seat: Seat
    other: Seat


class Comparison(NamedTuple):
    """A comparison of a value with its expected value.

    kind: see `findings`; matches: the number of matches; value: the mean in the common matches; expected: the mean in
    other matches; deviation: the difference in standard errors.
    """

    kind: str
    matches: int
    value: float
    expected: float
    deviation: float

    @property
    def is_unusual(self) -> bool:
        """Returns whether chance is an unlikely explanation. The docs state how often it explains such a value."""
        return self.matches >= FEWEST and abs(self.deviation) >= UNUSUAL


def findings(
    meetings: Sequence[SharedMatch], own_elsewhere: Sequence[float], others_elsewhere: Sequence[float]
) -> list[Comparison]:
    """Returns the comparisons of a player's matches with another player.

    own_elsewhere: the player's results in matches without the other player. others_elsewhere: the other player's
    results in matches without the player. The kinds of comparisons are:

    - `loses`: the player's own result in the common matches
    - `helps`: the other player's result in the common matches with more than two seats
    - `names`, `gives`: how much more often (negative: less often) the player named the other player, or gave cards to
      them. The count is compared with the mean of the player's counts for everybody, and with the mean of everybody's
      counts for the other player. The smaller difference counts.
    """
    ended = [each for each in meetings if each.dealings.shares]
    larger = [each for each in meetings if each.dealings.seats > 2]
    helped = [each.dealings.shares[each.other] for each in ended if each.dealings.seats > 2]
    found = [
        _compared("loses", [each.dealings.shares[each.seat] for each in ended], own_elsewhere),
        _compared("helps", helped, others_elsewhere),
        _counted("names", larger, lambda dealings: dealings.named),
        _counted("gives", larger, lambda dealings: dealings.given),
    ]
    return [finding for finding in found if finding is not None]


def _excess(meeting: SharedMatch, counts: Counter[Pair]) -> float:
    """Returns the player's dealings with the other player, minus the player's mean dealings with everybody."""
    total = sum(number for (seat, _), number in counts.items() if seat == meeting.seat)
    return counts[meeting.seat, meeting.other] - total / (meeting.dealings.seats - 1)


def _preference(meeting: SharedMatch, counts: Counter[Pair]) -> float:
    """Returns the player's dealings with the other player, minus everybody's mean dealings with the other player."""
    total = sum(number for (_, seat), number in counts.items() if seat == meeting.other)
    return counts[meeting.seat, meeting.other] - total / (meeting.dealings.seats - 1)


def _counted(kind: str, meetings: Sequence[SharedMatch], of: Callable[[Dealings], Counter[Pair]]) -> Comparison | None:
    """Returns the weaker of the comparisons by `_excess` and by `_preference`.

    Each may have an innocent explanation: for example, everybody deals more often with the leader.
    """
    if len(meetings) < FEWEST:
        return None
    found = [_mean_of(kind, [by(each, of(each.dealings)) for each in meetings]) for by in (_excess, _preference)]
    weaker = min(found, key=lambda finding: abs(finding.deviation))
    return weaker if found[0].value * found[1].value > 0 else weaker._replace(deviation=0.0)


def _mean_of(kind: str, excesses: Sequence[float]) -> Comparison:
    mean, number = fmean(excesses), len(excesses)
    spread = max(sqrt(sum((each - mean) ** 2 for each in excesses) / (number - 1)), LEAST_SPREAD)
    return Comparison(kind, number, mean, 0.0, mean * sqrt(number) / spread)


def _compared(kind: str, here: Sequence[float], elsewhere: Sequence[float]) -> Comparison | None:
    """Compares two means by Welch's test."""
    if len(here) < FEWEST or len(elsewhere) < FEWEST:
        return None
    error = sqrt(sum(max(_variance(shares), 0.02) / len(shares) for shares in (here, elsewhere)))
    return Comparison(kind, len(here), fmean(here), fmean(elsewhere), (fmean(here) - fmean(elsewhere)) / error)


def _variance(values: Sequence[float]) -> float:
    mean = fmean(values)
    return sum((each - mean) ** 2 for each in values) / (len(values) - 1)
