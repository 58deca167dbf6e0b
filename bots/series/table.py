"""The table of a series: the share of points of each entrant, and ratings on the scale of Elo, with 95 % intervals.

In a match, the first place has 1000 points, the last 0, and the others evenly spaced points; tied seats share. Ratings
follow Bradley and Terry (1952) for pairs of seats in one match. One additional drawn match between every two entrants
gives entrants that always win a finite rating. The mean of the ratings is 0. The matches of one deal are one sample:
the intervals of points are Student's; the intervals of ratings come from leaving out each deal in turn (the jackknife).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import log10, sqrt
from typing import Any, NamedTuple

from bots.arena.match import places_of
from bots.arena.results import FEWEST, student_95
from bots.series.deals import Seating

ROUNDS = 400
"""The number of iterations that find ratings. 400 points of Elo are odds of 10 to 1."""
SCALE = 400


class SeriesResult(NamedTuple):
    """A match that is over. standings: the seats by place; forfeits: the seats that the clock resigned."""

    seating: Seating
    standings: Sequence[Sequence[int]]
    forfeits: frozenset[int]

    def points(self) -> dict[int, float]:
        """Returns the points of each entrant, in thousandths."""
        places, last = places_of([tuple(tied) for tied in self.standings]), len(self.seating.lineup)
        return {
            entrant: 1000 * (last - place) / (last - 1)
            for entrant, place in zip(self.seating.lineup, places, strict=True)
        }


def table_of(results: Sequence[SeriesResult], entrants: Sequence[str]) -> list[dict[str, Any]]:
    """Returns the lines of the table, the best rating first; all numbers are integers.

    `points` and `points_margin` are thousandths; margins are None with fewer than five deals.
    """
    rated, without = _ratings(results, len(entrants)), _without_each_deal(results, len(entrants))
    lines = []
    for number, name in enumerate(entrants):
        mine = [result for result in results if number in result.seating.lineup]
        mean, margin = _points(mine, number)
        lines.append(
            {
                "entrant": name,
                "matches": len(mine),
                "points": mean,
                "points_margin": margin,
                "rating": round(rated[number]),
                "rating_margin": _jackknife([ratings[number] for ratings in without]),
                "forfeits": sum(result.seating.lineup.index(number) in result.forfeits for result in mine),
            }
        )
    return sorted(lines, key=lambda line: (-line["rating"], line["entrant"]))


def _points(mine: Sequence[SeriesResult], entrant: int) -> tuple[int, int | None]:
    deals = defaultdict[int, list[float]](list)
    for result in mine:
        deals[result.seating.deal].append(result.points()[entrant])
    means = [sum(points) / len(points) for points in deals.values()]
    if not means:
        return 0, None
    mean = sum(means) / len(means)
    if len(means) < FEWEST:
        return round(mean), None
    deviation = sqrt(sum((each - mean) ** 2 for each in means) / (len(means) - 1))
    return round(mean), round(student_95(len(means)) * deviation / sqrt(len(means)))


def _ratings(results: Sequence[SeriesResult], number: int) -> list[float]:
    """Returns the rating of each entrant."""
    won = [[0.0 if one == other else 0.5 for other in range(number)] for one in range(number)]
    for result in results:
        points = result.points()
        for one in points:
            for other in points:
                if one != other:
                    ahead = points[one] - points[other]
                    won[one][other] += 0.5 if ahead == 0 else float(ahead > 0)
    strengths = [1.0] * number
    for _ in range(ROUNDS):
        strengths = [_strength(one, strengths, won) for one in range(number)]
        mean = sum(map(log10, strengths)) / number
        strengths = [strength / 10**mean for strength in strengths]
    return [SCALE * log10(strength) for strength in strengths]


def _strength(one: int, strengths: Sequence[float], won: Sequence[Sequence[float]]) -> float:
    """Returns the next strength in the iteration: wins over matches weighted by the strengths of both (Hunter 2004)."""
    others = [other for other in range(len(strengths)) if other != one]
    weighted = sum((won[one][other] + won[other][one]) / (strengths[one] + strengths[other]) for other in others)
    return sum(won[one]) / weighted


def _without_each_deal(results: Sequence[SeriesResult], number: int) -> list[list[float]]:
    """Returns the ratings without each deal in turn."""
    deals = sorted({result.seating.deal for result in results})
    return [_ratings([each for each in results if each.seating.deal != deal], number) for deal in deals]


def _jackknife(values: Sequence[float]) -> int | None:
    """Returns half of the 95 % interval. values: the rating without each deal."""
    number = len(values)
    if number < FEWEST:
        return None
    mean = sum(values) / number
    squares = sum((value - mean) ** 2 for value in values)
    return round(student_95(number) * sqrt((number - 1) / number * squares))
