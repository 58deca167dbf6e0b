"""Standings computed from the log of a tournament alone, by the text of docs/tournaments.md, without importing
`events.tournaments` or sharing code with it.

It supports scoring by places, and the tie-breaks `buchholz` and `wins`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import floor
from typing import Any

Core = Mapping[str, Any]
Row = tuple[int, int, tuple[int, ...]]


def won_by(core: Core, seats: int, *, is_late: bool = False) -> list[int]:
    """Returns the points of each seat from a match: 1000 down to 0 by place; ties share, and absent players have 0.

    is_late: whether the match ended because the time of its round was up; the players present then share the first
    places.
    """
    if core["status"] != "finished" and not is_late:
        return [0] * seats
    groups = [list(group) for group in core["standings"] or ()]
    if is_late:
        there = [seat for seat in range(seats) if seat not in core["forfeits"]]
        groups = [there] if there else []
    named = {seat for group in groups for seat in group}
    if missing := [seat for seat in range(seats) if seat not in named]:
        groups.append(missing)
    worth = [Fraction(1000 * place, seats - 1) for place in reversed(range(seats))]
    brought, begin = [0] * seats, 0
    for group in groups:
        share = floor(sum(worth[begin : begin + len(group)]) / len(group))
        begin += len(group)
        for seat in group:
            brought[seat] = 0 if seat in core["forfeits"] else share
    return brought


class Recount:
    """The contents of a log in a simple form. cores: the events in order."""

    def __init__(self, cores: Iterable[Core]) -> None:
        self.settings: dict[str, Any] = {}
        self.starters: list[int] = []
        self.rounds: list[Core] = []
        self.opened: dict[str, Core] = {}
        self.results: dict[str, Core] = {}
        self.gone: set[int] = set()
        self.late: set[str] = set()
        begun = False
        for core in cores:
            match core["type"]:
                case "tournament.created":
                    self.settings = dict(core)
                case "tournament.changed":
                    self.settings |= core["settings"]
                case "tournament.started":
                    self.starters, begun = list(core["entries"]), True
                case "entry.registered" if begun:
                    self.starters.append(core["entry"])
                case "entry.withdrawn":
                    self.gone.add(core["entry"])
                case "entry.taken":
                    self.gone.discard(core["entry"])
                case "round.drawn":
                    self.rounds.append(core)
                case "match.opened":
                    self.opened[core["match"]] = core
                case "round.timed_out":
                    self.late |= {*core["matches"]}
                case "match.recorded":
                    self.results[core["match"]] = core
        self.seats = self.settings["seats"]
        self.boards = self.settings["deals_per_round"] * self.settings.get("team_size", 1)

    def points(self) -> dict[int, int]:
        """Returns the points of each entry."""
        return self._survived() if self.settings["format"] == "knock_out" else self._summed()

    def _own(self) -> dict[int, list[int]]:
        """Returns the points of each entry from each of its matches."""
        own: dict[int, list[int]] = defaultdict(list)
        for match, result in self.results.items():
            for seat, brought in enumerate(won_by(result, self.seats, is_late=match in self.late)):
                own[self.opened[match]["entries"][seat]].append(brought)
        return own

    def _summed(self) -> dict[int, int]:
        own = self._own()
        totals = {entry: sum(own[entry]) for entry in self.starters}
        for drawn in self.rounds:
            for entry in drawn["byes"]:
                mean = floor(Fraction(sum(own[entry]), len(own[entry]))) if own[entry] else 0
                totals[entry] += min(1000, mean) * self.boards
        return totals

    def _survived(self) -> dict[int, int]:
        totals = dict.fromkeys(self.starters, 0)
        for number, drawn in enumerate(self.rounds, start=1):
            for table, pair in enumerate(drawn["tables"], start=1):
                totals[self._ahead(number, table, pair)] += 1000
            for entry in drawn["byes"]:
                totals[entry] += 1000
        return totals

    def _ahead(self, number: int, table: int, pair: list[int]) -> int:
        """Returns who advances: the entry with most points at the table, then fewest absences, then a next round."""
        sums, absent = dict.fromkeys(pair, 0), dict.fromkeys(pair, 0)
        for match, place in self.opened.items():
            if (place["round"], place["table"]) == (number, table):
                for seat, brought in enumerate(won_by(self.results[match], 2, is_late=match in self.late)):
                    sums[place["entries"][seat]] += brought
                    absent[place["entries"][seat]] += seat in self.results[match]["forfeits"]
        best, other = sorted(pair, key=lambda entry: (-sums[entry], absent[entry]))
        if (sums[best], absent[best]) != (sums[other], absent[other]) or number == len(self.rounds):
            return best
        later = self.rounds[number]
        return other if any(other in table for table in (later["byes"], *later["tables"])) else best

    def rows(self) -> list[Row]:
        """Returns the standings, the best first: place, entry, and the deciding values."""
        points = self.points()
        values = {
            entry: (points[entry], *(self._value(name, entry, points) for name in self.settings["tie_breaks"]))
            for entry in self.starters
        }
        better = {entry: sum(values[other] > values[entry] for other in self.starters) for entry in self.starters}
        return sorted((1 + better[entry], entry, values[entry]) for entry in self.starters)

    def _value(self, name: str, entry: int, points: dict[int, int]) -> int:
        if name == "wins":
            return sum(self._is_won(match, entry) for match in self.results)
        assert name == "buchholz", "the others are not counted here"
        tables = [table for drawn in self.rounds for table in drawn["tables"] if entry in table]
        return sum(points[other] for table in tables for other in table if other != entry)

    def _is_won(self, match: str, entry: int) -> bool:
        result, entries = self.results[match], self.opened[match]["entries"]
        if entry not in entries or result["status"] != "finished":
            return False
        seat = entries.index(entry)
        return bool(result["standings"]) and result["standings"][0] == [seat] and seat not in result["forfeits"]
