"""The results of an arena, in a file that can be continued, and means with intervals by deal."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import inf, sqrt
from pathlib import Path
from statistics import median, stdev
from typing import Any, NamedTuple

from bots.arena.match import MatchEnding

NORMAL_95 = 1.96
FEWEST = 5
"""The fewest deals for an interval: with fewer deals, the standard deviation is a guess."""


class ArenaResult(NamedTuple):
    """One match of the measured policy. seat: the policy's seat; score: its score, None if the game has no scores."""

    deal: int
    seat: int
    place: float
    win: float
    score: float | None
    acts: int
    is_over: bool
    cpu_median: float
    cpu_p95: float
    decisions: int


def played(deal: int, seat: int, result: MatchEnding) -> ArenaResult:
    """Returns a match as the file stores it. win: 1 for the only winner, a share for tied winners, otherwise 0."""
    best, cpu = min(result.places), sorted(result.cpu[seat]) or [0.0]
    win = (result.places[seat] == best) / result.places.count(best)
    score = None if result.scores is None else float(result.scores[seat])
    p95 = cpu[min(len(cpu) - 1, int(0.95 * len(cpu)))]
    return ArenaResult(
        deal, seat, result.places[seat], win, score, result.acts, result.is_over, median(cpu), p95, len(cpu)
    )


class Estimate(NamedTuple):
    """A mean over deals and half of its 95 % interval; with fewer than `FEWEST` deals, the interval is infinite."""

    mean: float
    margin: float


def by_deal(matches: Iterable[ArenaResult], measure: Callable[[ArenaResult], float]) -> Estimate:
    """Returns the mean of a measure. The matches of one deal are dependent, so they count as one sample."""
    deals: dict[int, list[float]] = defaultdict(list)
    for match in matches:
        deals[match.deal].append(measure(match))
    means = [sum(values) / len(values) for values in deals.values()]
    margin = inf if len(means) < FEWEST else student_95(len(means)) * stdev(means) / sqrt(len(means))
    return Estimate(sum(means) / len(means), margin)


def student_95(number: int) -> float:
    """Returns Student's factor for a 95 % interval from that number of samples (first term of the expansion).

    >>> round(student_95(10), 1), round(student_95(1000), 2)
    (2.2, 1.96)
    """
    return NORMAL_95 + (NORMAL_95**3 + NORMAL_95) / 4 / (number - 1)


class Store:
    """A file with a line of JSON for each match; a continuation must have the same first line, the pairing."""

    def __init__(self, path: Path, pairing: dict[str, Any]) -> None:
        self._path, self._pairing = path, pairing
        self.matches: list[ArenaResult] = []
        if path.exists():
            self._read()
        else:
            path.write_text(json.dumps(pairing) + "\n", encoding="utf-8")

    def _read(self) -> None:
        first, *lines = self._path.read_text(encoding="utf-8").splitlines()
        if json.loads(first) != self._pairing:
            raise ValueError(f"{self._path} holds the results of {first}, not of {json.dumps(self._pairing)}")
        self.matches = [ArenaResult(**json.loads(line)) for line in lines]

    def add(self, match: ArenaResult) -> None:
        """Appends a match."""
        self.matches.append(match)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(match._asdict()) + "\n")

    def missing(self, deals: Sequence[int], seats: Sequence[int]) -> list[tuple[int, int]]:
        """Returns the deals and seats that are not played yet, deal by deal."""
        done = {(match.deal, match.seat) for match in self.matches}
        return [(deal, seat) for deal in deals for seat in seats if (deal, seat) not in done]


def summary(matches: Sequence[ArenaResult], seats: int) -> dict[str, Any]:
    """Returns the figures of an arena for its JSON; `complete`: the number of deals that were played in every seat."""
    per_deal: dict[int, int] = defaultdict(int)
    for match in matches:
        per_deal[match.deal] += 1
    scored = [match for match in matches if match.score is not None]
    win, place = by_deal(matches, lambda m: m.win), by_deal(matches, lambda m: m.place)
    return {
        "matches": len(matches),
        "deals": len(per_deal),
        "complete": sum(n == seats for n in per_deal.values()),
        "unfinished": sum(not match.is_over for match in matches),
        "win_rate": _json(win),
        "by_chance": 1 / seats,
        "place": _json(place),
        "score": _json(by_deal(scored, lambda m: m.score or 0.0)) if scored else None,
        "cpu_median": median(match.cpu_median for match in matches),
        "cpu_p95": median(match.cpu_p95 for match in matches),
        "decisions": sum(match.decisions for match in matches),
    }


def _json(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "margin": None if estimate.margin == inf else estimate.margin}
