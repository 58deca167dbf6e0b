"""Recomputes promotion and relegation in a league from the text of docs/leagues.md, without importing `events` or
sharing code with it.

The rules build lists from the top. This module fills the places of the next season one by one: each place goes to the
player without a place who comes first by the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Line(NamedTuple):
    """A player at the end of a season. division, place: counted from 1; gone: whether the player drops out."""

    player: str
    division: int
    place: int
    gone: bool


def wanted(line: Line, lines: Sequence[Line], moving: int, cancelled: frozenset[int]) -> int:
    """Returns the division to which the standings send a player who stays in the league."""
    here = [other for other in lines if other.division == line.division]
    better = sum(not other.gone and other.place < line.place for other in here)
    worse = sum(other.gone or other.place > line.place for other in here)
    known = {other.division for other in lines} - cancelled
    if line.division not in known:
        return line.division
    if line.division - 1 in known and better < moving:
        return line.division - 1
    if line.division + 1 in known and worse < moving:
        return line.division + 1
    return line.division


def next_season(
    lines: Sequence[Line],
    waiting: Sequence[str],
    sizes: Sequence[int],
    moving: int,
    fewest: int,
    cancelled: frozenset[int] = frozenset(),
) -> list[list[str]]:
    """Returns the divisions of the next season. cancelled: divisions without standings."""
    left = {line.player: line for line in lines if not line.gone}
    goals = {player: wanted(line, lines, moving, cancelled) for player, line in left.items()}

    def claim(player: str) -> tuple[int, int, int]:
        line, goal = left[player], goals[player]
        stayed_first = {0: 0, 1: 1, -1: 2}[goal - line.division]  # stays, comes down, comes up
        return goal, stayed_first, line.place

    newcomers, divisions = list(waiting), [[] for _ in sizes]  # type: ignore[var-annotated]
    for number, size in enumerate(sizes):
        while len(divisions[number]) < size and (left or newcomers):
            one = min(left, key=claim) if left else newcomers[0]
            left.pop(one) if left else newcomers.pop(0)
            divisions[number].append(one)
    filled = [division for division in divisions if division]
    if len(filled) > 1 and len(filled[-1]) < fewest:
        filled[-2:] = [filled[-2] + filled[-1]]
    return filled


def moved(lines: Sequence[Line], divisions: Sequence[Sequence[str]]) -> Mapping[str, str]:
    """Returns the outcome of the season for each of its players."""
    places = {player: number for number, division in enumerate(divisions, start=1) for player in division}
    said = {}
    for line in lines:
        now = places.get(line.player, len(divisions) + 1)
        said[line.player] = (
            "dropped"
            if line.gone
            else "promoted"
            if now < line.division
            else "relegated"
            if now > line.division
            else "stays"
        )
    return said
