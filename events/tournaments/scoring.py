"""Points and tables. Points are whole numbers, thousandths of a point.

`places`: a first place counts 1000, the last one 0, the others lie evenly between; ties share.
`matchpoints`: for each other table of the same deal, the seat receives 2 if it did better there, 1 if equally well; the
sum is given in thousandths of the most that it could be. `differences`: the mean difference to the same seat of the
other tables. Both compare scores, or in games without scores places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from events.tournaments.state import Meeting, Result, TournamentState

FULL = 1000
BYES = {"places": FULL, "matchpoints": 600, "differences": 0}
SCORINGS = tuple(BYES)
FINISHED = "finished"


class Line(NamedTuple):
    """A line of a table. place: from 1, equal ones share it; tie_breaks: in the order of the settings."""

    place: int
    entry: int
    points: int
    tie_breaks: tuple[int, ...]


def places_in(result: Result, seats: int) -> list[list[int]]:
    """The places of all seats; those that the standings leave out share the last one."""
    ranked = [list(tied) for tied in result.standings or []]
    rest = [seat for seat in range(seats) if not any(seat in tied for tied in ranked)]
    return [*ranked, rest] if rest else ranked


def _ranks(result: Result, seats: int) -> list[int]:
    """Twice the mean place of each seat, from 2."""
    ranks, before = [0] * seats, 0
    for tied in places_in(result, seats):
        for seat in tied:
            ranks[seat] = 2 * before + len(tied) + 1
        before += len(tied)
    return ranks


def _values(result: Result, seats: int) -> list[int]:
    """What is compared between tables: scores, or places; a seat without a place counts as the lowest score."""
    if result.scores is None:
        return [-rank for rank in _ranks(result, seats)]
    ranked = {seat for tied in result.standings or [] for seat in tied}
    return [score if seat in ranked else min(result.scores) for seat, score in enumerate(result.scores)]


def match_points(state: TournamentState, meeting: Meeting) -> list[int] | None:
    """The points of each seat of a match; None before its result counts. Without a result nobody has points."""
    result, seats = meeting.result, state.seats
    if result is None:
        return None
    if result.status != FINISHED:
        return [0] * seats
    scoring = state.settings["scoring"]
    if scoring == "places":
        return [FULL * (2 * seats - rank) // (2 * seats - 2) for rank in _ranks(result, seats)]
    others = [
        _values(other.result, seats)
        for other in state.sharing(meeting.round, meeting.deal)
        if other.match != meeting.match and other.result is not None and other.result.status == FINISHED
    ]
    compare = _matchpoints if scoring == "matchpoints" else _difference
    values = _values(result, seats)
    return [compare(values[seat], [other[seat] for other in others]) for seat in range(seats)]


def _matchpoints(own: int, others: Sequence[int]) -> int:
    gained = sum(2 if own > other else 1 if own == other else 0 for other in others)
    return FULL * gained // (2 * len(others)) if others else FULL // 2


def _difference(own: int, others: Sequence[int]) -> int:
    return FULL * sum(own - other for other in others) // len(others) if others else 0


def winner(state: TournamentState, round: int, table: int) -> int:
    """Who goes on from a table of a knock-out: most points, then the higher scores, then the lower lot."""
    played = [each for each in state.meetings.values() if (each.round, each.table) == (round, table)]
    totals = {entry: [0, 0] for entry in state.rounds[round - 1].tables[table - 1]}
    for meeting in played:
        points, scores = match_points(state, meeting), meeting.result.scores if meeting.result else None
        for seat, entry in enumerate(meeting.entries):
            totals[entry][0] += points[seat] if points else 0
            totals[entry][1] += scores[seat] if scores else 0
    return max(totals, key=lambda entry: (*totals[entry], -state.lot("knock_out", entry)))


def points_of(state: TournamentState) -> dict[int, int]:
    """The points of each starter. In a knock-out 1000 for each round survived."""
    points = dict.fromkeys(state.starters, 0)
    if state.settings["format"] == "knock_out":
        complete = len(state.rounds) if state.is_complete() else len(state.rounds) - 1
        for number, drawn in enumerate(state.rounds[: max(complete, 0)], start=1):
            ahead = [winner(state, number, table) for table in range(1, len(drawn.tables) + 1)]
            for entry in (*ahead, *drawn.byes):
                points[entry] += FULL
        return points
    for drawn in state.rounds:
        for entry in drawn.byes:
            points[entry] += BYES[state.settings["scoring"]] * state.deals
    for meeting in state.meetings.values():
        for seat, gained in enumerate(match_points(state, meeting) or ()):
            points[meeting.entries[seat]] += gained
    return points


def met(state: TournamentState) -> dict[int, list[int]]:
    """The opponents of each starter, once for each round in which they met."""
    opponents: dict[int, list[int]] = {entry: [] for entry in state.starters}
    for drawn in state.rounds:
        for table in drawn.tables:
            for entry in table:
                opponents[entry] += [other for other in table if other != entry]
    return opponents


def _buchholz(state: TournamentState, points: dict[int, int]) -> dict[int, int]:
    return {entry: sum(points[other] for other in others) for entry, others in met(state).items()}


def _sonneborn_berger(state: TournamentState, points: dict[int, int]) -> dict[int, int]:
    totals = dict.fromkeys(state.starters, 0)
    for meeting in _finished(state):
        ranks = _ranks(meeting.result, state.seats)  # type: ignore[arg-type]
        for seat, entry in enumerate(meeting.entries):
            for other, opponent in enumerate(meeting.entries):
                if other != seat:
                    share = 2 if ranks[seat] < ranks[other] else 1 if ranks[seat] == ranks[other] else 0
                    totals[entry] += share * points[opponent] // 2
    return totals


def _wins(state: TournamentState, _: dict[int, int]) -> dict[int, int]:
    totals = dict.fromkeys(state.starters, 0)
    for meeting in _finished(state):
        first, *_rest = places_in(meeting.result, state.seats)  # type: ignore[arg-type]
        if len(first) == 1:
            totals[meeting.entries[first[0]]] += 1
    return totals


def _score(state: TournamentState, _: dict[int, int]) -> dict[int, int]:
    totals = dict.fromkeys(state.starters, 0)
    for meeting in _finished(state):
        for seat, score in enumerate(meeting.result.scores or ()):  # type: ignore[union-attr]
            totals[meeting.entries[seat]] += score
    return totals


def _finished(state: TournamentState) -> list[Meeting]:
    return [each for each in state.meetings.values() if each.result is not None and each.result.status == FINISHED]


TIE_BREAKS: dict[str, Callable[[TournamentState, dict[int, int]], dict[int, int]]] = {
    "buchholz": _buchholz, "sonneborn_berger": _sonneborn_berger, "wins": _wins, "score": _score,
}  # fmt: skip


def table_of(state: TournamentState) -> list[Line]:
    """The table so far, the best first; who has equal points and tie-breaks shares a place."""
    points = points_of(state)
    breaks = [TIE_BREAKS[name](state, points) for name in state.settings["tie_breaks"]]
    keys = {entry: (points[entry], *(values[entry] for values in breaks)) for entry in state.starters}
    order = sorted(state.starters, key=lambda entry: ([-value for value in keys[entry]], entry))
    places: dict[tuple[int, ...], int] = {}
    for at, entry in enumerate(order, start=1):
        places.setdefault(keys[entry], at)
    return [Line(places[keys[entry]], entry, keys[entry][0], keys[entry][1:]) for entry in order]
