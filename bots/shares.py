"""Fair shares of the workers' time: the order of turns, so that one player's matches do not hold up all others.

Turns of matches with people come first. Among those, and then among the rest, the next turn belongs to the creator
whose bots have used the least time; among their matches to the one that has used the least; there it is the oldest.
Each process keeps its own accounts; as each is fair, so is their sum.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from uuid import UUID

from events.matches.record.pending import ReadyTurn


class Account:
    """Seconds of work by key. A key saves up no credit while it does not wait.

    >>> account = Account()
    >>> account.waiting(["a"]); account.charge("a", 9.0); account.waiting(["a", "b"]); account.used("b")
    9.0
    """

    def __init__(self) -> None:
        self._used: dict[Hashable, float] = {}
        self._waiting: set[Hashable] = set()

    def waiting(self, keys: Iterable[Hashable]) -> None:
        """Sets which keys wait. A key that did not wait before starts no lower than those that did."""
        now = set(keys)
        floor = min((self.used(key) for key in now & self._waiting), default=0.0)
        debts = {key: used for key, used in self._used.items() if key in now or used > floor}
        self._used = debts | {key: max(floor, self.used(key)) for key in now - self._waiting}
        self._waiting = now

    def charge(self, key: Hashable, seconds: float) -> None:
        """Adds seconds to the work of a key."""
        self._used[key] = self.used(key) + seconds

    def used(self, key: Hashable) -> float:
        """Seconds of work that a key has used."""
        return self._used.get(key, 0.0)


class Shares:
    """The time of this process that the bots of each creator and of each match have used."""

    def __init__(self) -> None:
        self._creators, self._matches = Account(), Account()

    def in_order(self, turns: Sequence[ReadyTurn]) -> list[ReadyTurn]:
        """The turns, the next to play first."""
        self._creators.waiting(turn.creator for turn in turns)
        self._matches.waiting(turn.match for turn in turns)
        return sorted(turns, key=self._rank)

    def _rank(self, turn: ReadyTurn) -> tuple[bool, float, float, int, UUID]:
        creator, match = self._creators.used(turn.creator), self._matches.used(turn.match)
        return (not turn.attended, creator, match, turn.ready_ms, turn.match)

    def charge(self, turn: ReadyTurn, seconds: float) -> None:
        """Charges the time of a turn to its creator and its match."""
        self._creators.charge(turn.creator, seconds)
        self._matches.charge(turn.match, seconds)
