"""Promotion and relegation: the divisions of the next season, computed from the results of the last season.

The order of a league lists all players, the best first. Consecutive parts of the order form the divisions. After a
season, the order changes as follows:

- A player who drops out counts as ranked last in their division.
- The first `moving` players of a division are promoted and the last `moving` players are relegated. Players who drop
  out count as relegated. Nobody moves between two neighbouring divisions if one of them was cancelled.
- Each division lists first the players who stay, then the relegated players from above, then the promoted players
  from below. Each group keeps the order of the old table.
- The lists of all divisions follow each other. The waiting players come last.

The divisions are filled from the top, so a vacant place goes to the best player who stayed in the next lower division.
If the last division has too few players, these players join the division above it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from events.tournaments.state import TournamentState

P = TypeVar("P", bound=Hashable)
PROMOTED, RELEGATED, STAYS, DROPPED = OUTCOMES = ("promoted", "relegated", "stays", "dropped")


class EndedDivision(NamedTuple):
    """A division that has ended.

    ranked: the players, the best first, or in their starting order without a table; dropped: the players who drop out;
    has_table: whether the division has final standings, so it was not cancelled.
    """

    ranked: tuple[Hashable, ...]
    dropped: frozenset[Hashable] = frozenset()
    has_table: bool = True


def order_after(divisions: Sequence[EndedDivision], moving: int, waiting: Sequence[Hashable] = ()) -> list[Hashable]:
    """Returns the order of a league after a season.

    divisions: the divisions, the highest first; waiting: the players without a place, in order.
    """
    # For each division: the players who stay, the relegated players from above, the promoted players from below
    places: list[list[list[Hashable]]] = [[[], [], []] for _ in divisions]
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


def split_into_divisions(order: Sequence[P], sizes: Sequence[int], fewest: int) -> list[list[P]]:
    """Returns the divisions of a season, the highest first. Players beyond the last place are left out.

    fewest: the smallest number of players of a division.
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
    """Returns the outcome of a season for each player. after: the divisions of the next season."""
    now = {one: number for number, division in enumerate(after) for one in division}
    return {
        one: DROPPED if one in ended.dropped else _outcome(number, now.get(one, len(after)))
        for number, ended in enumerate(before)
        for one in ended.ranked
    }


def _outcome(before: int, after: int) -> str:
    return PROMOTED if after < before else RELEGATED if after > before else STAYS


def has_never_moved(state: TournamentState, entry: int) -> bool:
    """Returns whether an entry has played matches and has forfeited all of them."""
    played = [each for each in state.pairings.values() if each.result is not None and entry in each.entries]
    return bool(played) and all(
        each.result is not None and each.entries.index(entry) in each.result.forfeits for each in played
    )
