"""Faults and their frequencies. Each kind has its own random source, so removing one kind changes no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random

CHANCES = {
    "death": 0.02,  # a process dies in an activity, between two statements or at an outgoing call
    "connection": 0.02,  # an activity loses its connection at a statement or a commit, which may have been executed
    "pause": 0.15,  # other activities run between two transactions of an activity
    "reply": 0.05,  # the server executes a request, but its response is lost
    "request": 0.04,  # a request does not arrive
    "double": 0.05,  # two copies of a request arrive at once
    "broker": 0.15,  # a message to workers is lost, late or delivered twice
    "hint": 0.1,  # a notification of the database is lost
    "receiver": 0.25,  # a webhook fails, is slow, or receives the notification while its response is lost
    "mail": 0.2,  # the mail server fails in the same ways
    "clock": 0.1,  # the clock of the scheduler's machine is wrong for a while
    "stall": 0.1,  # a worker takes so long that its lease would expire, and lease renewals may stop
    "absence": 0.3,  # players are late, forget, close their tabs, or leave for good
    "skew": 0.3,  # the clock of a process that answers requests is behind, or a little ahead
    "memory": 0.02,  # a process loses all its caches
}
"""The probability of each kind at each opportunity."""

KINDS = tuple(CHANCES)
MOST_OFTEN, MOST_LIKELY = 10.0, 0.4
"""For runs with a few frequent kinds: the factor for the usual probabilities, and the maximum probability."""


class Faults:
    """The faults of one run. kinds: the enabled kinds; often: whether faults are frequent; counted: faults so far."""

    def __init__(self, seed: int, kinds: Collection[str] = KINDS, *, often: bool = False) -> None:
        self.kinds, self.is_on, self.counted = frozenset(kinds), True, Counter[str]()
        self._random = {kind: Random(f"{seed} {kind}") for kind in KINDS}
        self._share = {kind: self._random[kind].choice((0.0, 0.5, 1.0, 1.0, 2.0)) for kind in KINDS}
        if often:
            self._share = {kind: min(MOST_OFTEN, MOST_LIKELY / chance) for kind, chance in CHANCES.items()}

    def happens(self, kind: str, times: float = 1.0) -> bool:
        """Returns whether a fault of a kind occurs now. times: a factor for the usual probability."""
        drawn = self._random[kind].random()
        if not self.is_on or kind not in self.kinds or drawn >= CHANCES[kind] * self._share[kind] * times:
            return False
        self.counted[kind] += 1
        return True

    def place(self, kind: str, most: int) -> int:
        """Returns the statement, counted from 1 from here, at which a fault occurs; 0: none."""
        at = self._random[kind].randrange(1, most + 1)
        return at if self.happens(kind) else 0

    def below(self, kind: str, number: int) -> int:
        """Returns a number below `number`, drawn from the random source of a kind."""
        return self._random[kind].randrange(number)

    def choice(self, kind: str, *values: str) -> str:
        """Returns one of the values, drawn from the random source of a kind."""
        return self._random[kind].choice(values)
