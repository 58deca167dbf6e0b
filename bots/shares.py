"""Fair shares of the workers: whose bots play next, so that nobody's matches take the workers from the others.

Turns of matches with people come first. Among those, and then among the rest, the next turn is of the creator whose
bots have used the least time, there of the match that has used the least, there the oldest. Each process has its own
account. Each is fair, so all together are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from uuid import UUID

from events.services.pending import ReadyTurn


class Account:
    """Seconds of work by key. A key that was not waiting for a while has saved nothing up.

    >>> account = Account()
    >>> account.waiting(["a"]); account.charge("a", 9.0); account.waiting(["a", "b"]); account.used("b")
    9.0
    """

    def __init__(self) -> None:
        self._used: dict[Hashable, float] = {}
        self._waiting: set[Hashable] = set()

    def waiting(self, keys: Iterable[Hashable]) -> None:
        """Notes which keys wait. A key that did not wait before starts no lower than those that did."""
        now = set(keys)
        floor = min((self.used(key) for key in now & self._waiting), default=0.0)
        debts = {key: used for key, used in self._used.items() if key in now or used > floor}
        self._used = debts | {key: max(floor, self.used(key)) for key in now - self._waiting}
        self._waiting = now

    def charge(self, key: Hashable, seconds: float) -> None:
        """Adds to what a key has used."""
        self._used[key] = self.used(key) + seconds

    def used(self, key: Hashable) -> float:
        """Seconds of work that a key has used."""
        return self._used.get(key, 0.0)


class Shares:
    """What the bots of each creator and of each match have used of this process's time."""

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
        """Accounts for the time that a turn took."""
        self._creators.charge(turn.creator, seconds)
        self._matches.charge(turn.match, seconds)
