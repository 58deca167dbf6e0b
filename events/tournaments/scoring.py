"""Points and standings. Points are integers, in thousandths of a point.

- `places`: the first place gives 1000 and the last place 0, with equal steps between them. Tied seats share the mean.
- `matchpoints`: a seat is compared with the same seat at each other table of the same deal. It receives 2 for a better
  result and 1 for an equal result. The sum is expressed in thousandths of the maximum.
- `differences`: the mean difference between a seat and the same seat at the other tables.

`matchpoints` and `differences` compare scores, or places in games without scores. Both can also be tie-breaks.

By version 2 of the rules, a forfeited seat (`absence`) gains no points, wins nothing, and is left out of comparisons.
The places of the other seats do not change. A bye gives at most the mean of the entry's own matches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from events.tournaments.state import MatchResult, Pairing, TournamentState

FULL = 1000
BYES = {"places": FULL, "matchpoints": 600, "differences": 0}
SCORINGS = tuple(BYES)
COMPARING = ("matchpoints", "differences")
FINISHED = "finished"
TieBreak = Callable[[TournamentState, dict[int, int]], dict[int, int]]


class StandingsLine(NamedTuple):
    """A line of the standings.

    place: the place from 1, shared by equal entries; tie_breaks: the values in the order of the settings.
    """

    place: int
    entry: int
    points: int
    tie_breaks: tuple[int, ...]


def places_in(result: MatchResult, seats: int) -> list[list[int]]:
    """Returns the seats at each place. Seats that are not in the standings share the last place."""
    ranked = [list(tied) for tied in result.standings or []]
    rest = [seat for seat in range(seats) if not any(seat in tied for tied in ranked)]
    return [*ranked, rest] if rest else ranked


def _ranks(result: MatchResult, seats: int) -> list[int]:
    """Returns twice the mean place of each seat, so the lowest value is 2."""
    ranks, before = [0] * seats, 0
    for tied in places_in(result, seats):
        for seat in tied:
            ranks[seat] = 2 * before + len(tied) + 1
        before += len(tied)
    return ranks


def _values(result: MatchResult, seats: int) -> list[int]:
    """Returns the value of each seat for comparisons between tables: its score or its place.

    A forfeited seat, or a seat without a place, has the lowest score or a value below the last place.
    """
    if result.scores is None:
        return [-2 * seats if seat in result.forfeits else -rank for seat, rank in enumerate(_ranks(result, seats))]
    ranked = {seat for tied in result.standings or [] for seat in tied} - result.forfeits
    return [score if seat in ranked else min(result.scores) for seat, score in enumerate(result.scores)]


def match_points(state: TournamentState, pairing: Pairing) -> list[int] | None:
    """Returns the points of each seat of a match; None before its result is recorded."""
    if pairing.result is None:
        return None
    return _counted(state, pairing, pairing.result, state.settings["scoring"])


def _counted(state: TournamentState, pairing: Pairing, result: MatchResult, scoring: str) -> list[int]:
    """Returns the points of each seat for a result. scoring: one of `SCORINGS`."""
    seats = state.seats
    if result.status != FINISHED:
        return _overtime(result, seats, scoring) if pairing.match in state.overtime else [0] * seats
    if scoring == "places":
        points = [FULL * (2 * seats - rank) // (2 * seats - 2) for rank in _ranks(result, seats)]
        return [0 if seat in result.forfeits else gained for seat, gained in enumerate(points)]
    others = [
        (_values(other.result, seats), other.result.forfeits)
        for other in state.sharing(pairing.round, pairing.deal)
        if other.match != pairing.match and other.result is not None and other.result.status == FINISHED
    ]
    compare = _matchpoints if scoring == "matchpoints" else _difference
    values = _values(result, seats)
    compared = [
        compare(values[seat], [other[seat] for other, forfeits in others if seat not in forfeits])
        for seat in range(seats)
    ]
    return [min(gained, 0) if seat in result.forfeits else gained for seat, gained in enumerate(compared)]


def _overtime(result: MatchResult, seats: int, scoring: str) -> list[int]:
    """Returns the points of each seat of a match that the time limit of its round has ended.

    The seats that are not forfeited share the first places. Scorings that compare tables count these seats as equal.
    """
    there = [seat for seat in range(seats) if seat not in result.forfeits]
    equal = {"places": 0, "matchpoints": FULL // 2, "differences": 0}[scoring]
    if scoring == "places" and there:
        equal = FULL * (2 * seats - len(there) - 1) // (2 * seats - 2)
    return [equal if seat in there else 0 for seat in range(seats)]


def _matchpoints(own: int, others: Sequence[int]) -> int:
    gained = sum(2 if own > other else 1 if own == other else 0 for other in others)
    return FULL * gained // (2 * len(others)) if others else FULL // 2


def _difference(own: int, others: Sequence[int]) -> int:
    return FULL * sum(own - other for other in others) // len(others) if others else 0


def winner(state: TournamentState, round: int, table: int) -> int:
    """Returns the winner of a knock-out table, by most points, fewest forfeits, highest score, then lowest lot."""
    played = state.at_table(round, table)
    totals, scores = _totals(state, played), dict.fromkeys(state.rounds[round - 1].tables[table - 1], 0)
    for pairing in played:
        for seat, entry in enumerate(pairing.entries):
            scores[entry] += pairing.result.scores[seat] if pairing.result and pairing.result.scores else 0
    return max(scores, key=lambda entry: (*totals.get(entry, (0, 0)), scores[entry], -state.lot("knock_out", entry)))


def _totals(state: TournamentState, played: Sequence[Pairing]) -> dict[int, tuple[int, int]]:
    """Returns the points and the negated number of forfeits of each entry, over some matches of a table."""
    totals: dict[int, tuple[int, int]] = {}
    for pairing in played:
        points, result = match_points(state, pairing), pairing.result
        for seat, entry in enumerate(pairing.entries):
            gained, forfeited = totals.get(entry, (0, 0))
            away = result is not None and seat in result.forfeits
            totals[entry] = (gained + (points[seat] if points else 0), forfeited - away)
    return totals


def _is_level(state: TournamentState, played: Sequence[Pairing]) -> bool:
    """Returns whether all entries of a table are equal after some matches.

    Returns False if an entry has withdrawn, if a result is missing, or if all entries forfeited every match.
    """
    totals = _totals(state, played)
    if state.withdrawn & {*totals} or any(pairing.result is None for pairing in played):
        return False
    nobody = all(forfeited == -len(played) for _, forfeited in totals.values())
    return len(set(totals.values())) == 1 and not nobody


def matches_due(state: TournamentState, round: int, table: int) -> int:
    """Returns the number of matches of a table: its deals, and its replays as long as the table is level."""
    if not state.replays:
        return state.deals
    played, due = state.at_table(round, table), state.deals
    for _ in range(state.replays):
        if len(played) < due or not _is_level(state, played[:due]):
            break
        due += state.team_size
    return max(due, len(played))


def places_due(state: TournamentState) -> list[tuple[int, int, int]]:
    """Returns the matches to open in the last round as (round, table, deal), sorted by deal and then by table."""
    number = len(state.rounds)
    if number in state.timed_out:
        return []
    tables = range(1, len(state.rounds[-1].tables) + 1 if state.rounds else 1)
    opened = {(each.table, each.deal) for each in state.pairings.values() if each.round == number}
    due = [(deal, table) for table in tables for deal in range(1, matches_due(state, number, table) + 1)]
    return [(number, table, deal) for deal, table in sorted(due) if (table, deal) not in opened]


def is_complete(state: TournamentState) -> bool:
    """Returns whether every match of the last round that was drawn has been opened and recorded."""
    results = [each.result for each in state.pairings.values() if each.round == len(state.rounds)]
    return None not in results and not places_due(state)


def points_of(state: TournamentState) -> dict[int, int]:
    """Returns the points of each starter. A knock-out gives 1000 points for each round survived."""
    points = dict.fromkeys(state.starters, 0)
    if state.settings["format"] == "knock_out":
        complete = len(state.rounds) if is_complete(state) else len(state.rounds) - 1
        for number, drawn in enumerate(state.rounds[: max(complete, 0)], start=1):
            ahead = [winner(state, number, table) for table in range(1, len(drawn.tables) + 1)]
            for entry in (*ahead, *drawn.byes):
                points[entry] += FULL
        return points
    gained = _gained(state, state.settings["scoring"])
    for drawn in state.rounds:
        for entry in drawn.byes:
            points[entry] += _bye(state, gained[entry]) * state.deals
    return {entry: points[entry] + sum(gained[entry]) for entry in points}


def _gained(state: TournamentState, scoring: str) -> dict[int, list[int]]:
    """Returns the points of each starter from each recorded result."""
    gained: dict[int, list[int]] = {entry: [] for entry in state.starters}
    for pairing in state.pairings.values():
        if pairing.result is not None:
            for seat, points in enumerate(_counted(state, pairing, pairing.result, scoring)):
                gained[pairing.entries[seat]].append(points)
    return gained


def _bye(state: TournamentState, own: Sequence[int]) -> int:
    """Returns the points of a bye for each deal. own: the points of the entry in each of its matches."""
    full = BYES[state.settings["scoring"]]
    return full if state.rules == 1 else min(full, sum(own) // len(own) if own else 0)


def opponents_met(state: TournamentState) -> dict[int, list[int]]:
    """Returns the opponents of each starter, once for each round in which they met."""
    opponents: dict[int, list[int]] = {entry: [] for entry in state.starters}
    for drawn in state.rounds:
        for table in drawn.tables:
            for entry in table:
                opponents[entry] += [other for other in table if other != entry]
    return opponents


def _buchholz(state: TournamentState, points: dict[int, int]) -> dict[int, int]:
    return {entry: sum(points[other] for other in others) for entry, others in opponents_met(state).items()}


def _sonneborn_berger(state: TournamentState, points: dict[int, int]) -> dict[int, int]:
    totals = dict.fromkeys(state.starters, 0)
    for pairing, result in _finished(state):
        ranks = _ranks(result, state.seats)
        for seat, entry in enumerate(pairing.entries):
            for other, opponent in enumerate(pairing.entries):
                if other != seat and seat not in result.forfeits:
                    share = 2 if ranks[seat] < ranks[other] else 1 if ranks[seat] == ranks[other] else 0
                    totals[entry] += share * points[opponent] // 2
    return totals


def _wins(state: TournamentState, _: dict[int, int]) -> dict[int, int]:
    totals = dict.fromkeys(state.starters, 0)
    for pairing, result in _finished(state):
        first, *_rest = places_in(result, state.seats)
        if len(first) == 1 and first[0] not in result.forfeits:
            totals[pairing.entries[first[0]]] += 1
    return totals


def _score(state: TournamentState, _: dict[int, int]) -> dict[int, int]:
    totals = dict.fromkeys(state.starters, 0)
    for pairing, result in _finished(state):
        for seat, score in enumerate(result.scores or ()):
            totals[pairing.entries[seat]] += min(score, 0) if seat in result.forfeits else score
    return totals


def _finished(state: TournamentState) -> list[tuple[Pairing, MatchResult]]:
    """Returns the matches that were played to the end, with their results."""
    recorded = [(each, each.result) for each in state.pairings.values() if each.result is not None]
    return [(pairing, result) for pairing, result in recorded if result.status == FINISHED]


def _compared(scoring: str) -> TieBreak:
    """Returns a tie-break that sums the points by a scoring that compares tables."""
    return lambda state, _: {entry: sum(points) for entry, points in _gained(state, scoring).items()}


TIE_BREAKS: dict[str, TieBreak] = {
    "buchholz": _buchholz,
    "sonneborn_berger": _sonneborn_berger,
    "wins": _wins,
    "score": _score,
    **{scoring: _compared(scoring) for scoring in COMPARING},
}


def table_of(state: TournamentState) -> list[StandingsLine]:
    """Returns the present standings, the best entry first. Entries with equal points and tie-breaks share a place."""
    points = points_of(state)
    breaks = [TIE_BREAKS[name](state, points) for name in state.settings["tie_breaks"]]
    keys = {entry: (points[entry], *(values[entry] for values in breaks)) for entry in state.starters}
    order = sorted(state.starters, key=lambda entry: ([-value for value in keys[entry]], entry))
    places: dict[tuple[int, ...], int] = {}
    for at, entry in enumerate(order, start=1):
        places.setdefault(keys[entry], at)
    return [StandingsLine(places[keys[entry]], entry, keys[entry][0], keys[entry][1:]) for entry in order]
