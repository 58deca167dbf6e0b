"""Who plays in which division of the next season: a function of how the divisions of the last one ended.

The order of a league names all of its players, the highest first; divisions are cut from it. After a season:

- Who drops out stands behind everybody else of their division.
- The first `moving` of a division go up, the last `moving` go down; who drops out counts among the latter. Between two
  neighbours of which one has no table, because it was cancelled, nobody goes up or down.
- Each division lists who stays, then who comes down to it, then who comes up, each in the order of the table before.
  These lists follow each other, then come those who have waited.

Divisions are cut from the top, so a vacant place falls to the first who follows: the best who stayed below. If too few
are left for the last division, they play in the one above it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from events.tournaments.state import TournamentState

P = TypeVar("P", bound=Hashable)
PROMOTED, RELEGATED, STAYS, DROPPED = OUTCOMES = ("promoted", "relegated", "stays", "dropped")


class Ended(NamedTuple):
    """How a division ended. ranked: who played in it, the best first; without a table, as they began."""

    ranked: tuple[Hashable, ...]
    dropped: frozenset[Hashable] = frozenset()
    has_table: bool = True


def order_after(divisions: Sequence[Ended], moving: int, waiting: Sequence[Hashable] = ()) -> list[Hashable]:
    """The order of a league after a season. divisions: the highest first; waiting: who has not played, in order."""
    places: list[list[list[Hashable]]] = [[[], [], []] for _ in divisions]  # of each: who stays, comes down, comes up
    for at, ended in enumerate(divisions):
        left = [one for one in ended.ranked if one not in ended.dropped]
        up = moving if at and _may_move(divisions, at - 1) else 0
        down = max(0, moving - len(ended.dropped)) if _may_move(divisions, at) else 0
        rising, others = left[:up], left[up:]
        staying = others[: max(0, len(others) - down)]
        places[at][0] = staying
        if rising:
            places[at - 1][2] = rising
        if others[len(staying) :]:
            places[at + 1][1] = others[len(staying) :]
    return [one for division in places for group in division for one in group] + list(waiting)


def _may_move(divisions: Sequence[Ended], at: int) -> bool:
    """Whether players go up and down between a division and the next lower one."""
    return at + 1 < len(divisions) and divisions[at].has_table and divisions[at + 1].has_table


def cut(order: Sequence[P], sizes: Sequence[int], fewest: int) -> list[list[P]]:
    """The divisions of a season, the highest first. fewest: how many a division needs; who has no place waits."""
    divisions: list[list[P]] = []
    begin = 0
    for size in sizes:
        if begin < len(order):
            divisions.append(list(order[begin : begin + size]))
        begin += size
    if len(divisions) > 1 and len(divisions[-1]) < fewest:
        last = divisions.pop()
        divisions[-1] += last
    return divisions


def outcomes(before: Sequence[Ended], after: Sequence[Sequence[Hashable]]) -> Mapping[Hashable, str]:
    """What a season was for each of its players. after: the divisions as they would be cut now."""
    now = {one: number for number, division in enumerate(after) for one in division}
    return {
        one: DROPPED if one in ended.dropped else _outcome(number, now.get(one, len(after)))
        for number, ended in enumerate(before)
        for one in ended.ranked
    }


def _outcome(before: int, after: int) -> str:
    return PROMOTED if after < before else RELEGATED if after > before else STAYS


def has_never_moved(state: TournamentState, entry: int) -> bool:
    """Whether an entry had matches and has forfeited all of them."""
    played = [each for each in state.meetings.values() if each.result is not None and entry in each.entries]
    return bool(played) and all(
        each.result is not None and each.entries.index(entry) in each.result.forfeits for each in played
    )
