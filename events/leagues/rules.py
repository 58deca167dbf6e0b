"""Decides who plays in which division of the next season, from how the divisions of the last one ended.

The order of a league lists all of its players, the highest first; divisions are cut from it. After a season:

- A player who drops out ranks last in their division.
- The first `moving` of a division go up and the last `moving` go down; players who drop out count among the latter.
  If one of two neighbours was cancelled and has no table, nobody moves between them.
- Each division lists the players who stay, come down and come up, each in the order of the old table.
  These lists follow each other; then come the players who have waited.

Divisions are cut from the top, so a vacant place goes to the best player who stayed below. If too few are left for the
last division, they play in the one above it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from events.tournaments.state import TournamentState

P = TypeVar("P", bound=Hashable)
PROMOTED, RELEGATED, STAYS, DROPPED = OUTCOMES = ("promoted", "relegated", "stays", "dropped")


class EndedDivision(NamedTuple):
    """A division that has ended. ranked: its players, the best first; without a table, in their starting order."""

    ranked: tuple[Hashable, ...]
    dropped: frozenset[Hashable] = frozenset()
    has_table: bool = True


def order_after(divisions: Sequence[EndedDivision], moving: int, waiting: Sequence[Hashable] = ()) -> list[Hashable]:
    """Returns the order of a league after a season. divisions: the highest first; waiting: players without a place, in
    order.
    """
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


def _may_move(divisions: Sequence[EndedDivision], at: int) -> bool:
    """Returns whether players move between a division and the next lower one."""
    return at + 1 < len(divisions) and divisions[at].has_table and divisions[at + 1].has_table


def cut(order: Sequence[P], sizes: Sequence[int], fewest: int) -> list[list[P]]:
    """Returns the divisions of a season, the highest first. fewest: how many a division needs; players without a place
    wait.
    """
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


def outcomes(before: Sequence[EndedDivision], after: Sequence[Sequence[Hashable]]) -> Mapping[Hashable, str]:
    """Returns the outcome of a season for each player. after: the divisions as they would be cut now."""
    now = {one: number for number, division in enumerate(after) for one in division}
    return {
        one: DROPPED if one in ended.dropped else _outcome(number, now.get(one, len(after)))
        for number, ended in enumerate(before)
        for one in ended.ranked
    }


def _outcome(before: int, after: int) -> str:
    return PROMOTED if after < before else RELEGATED if after > before else STAYS


def has_never_moved(state: TournamentState, entry: int) -> bool:
    """Returns whether an entry had matches and has forfeited all of them."""
    played = [each for each in state.meetings.values() if each.result is not None and entry in each.entries]
    return bool(played) and all(
        each.result is not None and each.entries.index(entry) in each.result.forfeits for each in played
    )
