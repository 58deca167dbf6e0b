"""The draw of the rounds of a tournament. It depends only on the log, so anybody can repeat it.

Lots break ties. They are derived from the nonces that all entries contribute at registration.

- Swiss, two seats: the matching with the fewest repeated meetings, then with the smallest squared point differences.
- Round robin, two seats: the circle method. Every entry meets every other entry once.
- Both formats with more seats: tables are filled one after another. The first entry takes the next free place in the
  order (Swiss: the order of the standings; round robin: the order of the lots). The other entries are those that the
  table's entries have met least; in a Swiss tournament, ties go to the entries with the nearest points.
- Knock-out: a bracket in the order of the lots. An entry without an opponent has a bye.
"""

from __future__ import annotations

from collections import Counter

from events.tournaments.scoring import opponents_met, points_of, winner
from events.tournaments.state import Round, TournamentState

Pair = tuple[int | None, int | None]


def round_number(format: str, seats: int, entries: int, rounds: int | None) -> int:
    """Returns the number of rounds. rounds: the organiser's choice, for formats without a fixed number."""
    if format == "knock_out":
        return (entries - 1).bit_length()
    if format == "round_robin" and seats == 2:
        return entries - 1 + entries % 2
    assert rounds is not None, "the organiser chooses"
    return rounds


def has_fixed_rounds(format: str, seats: int) -> bool:
    """Returns whether the number of rounds follows from the number of entries."""
    return format == "knock_out" or (format == "round_robin" and seats == 2)


def draw(state: TournamentState) -> Round:
    """Returns the next round. The round has no tables if nobody can play."""
    if state.settings["format"] == "knock_out":
        return _knock_out(state)
    if state.settings["format"] == "round_robin" and state.seats == 2:
        return _circle(state)
    return _by_points(state)


def seating(state: TournamentState, table: tuple[int, ...], deal: int) -> tuple[int, ...]:
    """Returns the entries of a table by seat.

    For the first deal, each seat receives the entry that has sat in that seat least often. Each further deal rotates
    the entries by one seat.
    """
    sat = Counter(
        (entry, seat)
        for each in state.pairings.values()
        if each.round < len(state.rounds)
        for seat, entry in enumerate(each.entries)
    )
    left, first = list(table), []
    for seat in range(len(table)):
        first.append(min(left, key=lambda entry: (sat[entry, seat], state.lot("seat", len(state.rounds), entry))))
        left.remove(first[-1])
    return tuple(first[(seat - deal + 1) % len(first)] for seat in range(len(first)))


def _by_points(state: TournamentState) -> Round:
    number, by_points = len(state.rounds) + 1, state.settings["format"] == "swiss"
    points = points_of(state) if by_points else dict.fromkeys(state.starters, 0)
    order = sorted(state.present, key=lambda entry: (-points[entry], state.lot("order", number, entry)))
    opponents = {entry: Counter(others) for entry, others in opponents_met(state).items()}
    byes = _byes(state, order)
    order = [entry for entry in order if entry not in byes]
    tables = (_matched if state.seats == 2 else _grouped)(state, order, points, opponents)
    return Round(tuple(tables), tuple(sorted(byes)))


def _byes(state: TournamentState, order: list[int]) -> set[int]:
    """Returns the entries without a table: the entries with the fewest byes so far, from the end of the order.

    The rounds that a late entry has missed count as byes.
    """
    had = Counter(entry for drawn in state.rounds for entry in drawn.byes)
    had.update(state.missed)
    ranked = sorted(range(len(order)), key=lambda at: (had[order[at]], -at))
    return {order[at] for at in ranked[: len(order) % state.seats]}


def _matched(
    state: TournamentState, order: list[int], points: dict[int, int], opponents: dict[int, Counter[int]]
) -> list[tuple[int, ...]]:
    import networkx  # imported here because only the process that draws rounds needs networkx

    graph: networkx.Graph[int] = networkx.Graph()
    number = len(state.rounds) + 1
    gap = max(points.values(), default=0) - min(points.values(), default=0) + 1
    again = len(order) * gap * gap  # one repeated meeting outweighs all differences of points
    for at, one in enumerate(order):
        for other in order[at + 1 :]:
            cost = opponents[one][other] * again + (points[one] - points[other]) ** 2
            lot = state.lot("pair", number, *sorted((one, other)))
            graph.add_edge(one, other, weight=-((cost << 72) + lot))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((tuple(sorted(pair, key=order.index)) for pair in pairs), key=lambda pair: order.index(pair[0]))


def _grouped(
    state: TournamentState, order: list[int], points: dict[int, int], opponents: dict[int, Counter[int]]
) -> list[tuple[int, ...]]:
    tables, left = [], list(order)
    while left:
        table = [left.pop(0)]
        while len(table) < state.seats:
            lead = points[table[0]]
            nearest = min(left, key=lambda entry: (sum(opponents[entry][one] for one in table), lead - points[entry]))
            table.append(nearest)
            left.remove(nearest)
        tables.append(tuple(table))
    return tables


def _circle(state: TournamentState) -> Round:
    """Draws a round by the circle method: the first entry stays, and the others move by one place each round."""
    circle: list[int | None] = [*state.starters, *([None] if len(state.starters) % 2 else [])]
    turned = len(state.rounds) % (len(circle) - 1)
    order = [circle[0], *circle[len(circle) - turned :], *circle[1 : len(circle) - turned]]
    half = len(order) // 2
    return _round_of(state, list(zip(order[:half], reversed(order[half:]), strict=True)))


def _knock_out(state: TournamentState) -> Round:
    slots = _bracket(state)
    for number, drawn in enumerate(state.rounds, start=1):
        slots = [_ahead(state, number, drawn, pair) for pair in _pairs(slots)]
    return _round_of(state, _pairs(slots))


def _bracket(state: TournamentState) -> list[int | None]:
    """Returns the places of the first round. The entries with the lowest lots have the byes."""
    seeds = sorted(state.starters, key=lambda entry: state.lot("knock_out", entry))
    places = [0]
    while len(places) < len(seeds):
        places = [place for at in places for place in (at, 2 * len(places) - 1 - at)]
    return [seeds[place] if place < len(seeds) else None for place in places]


def _pairs(slots: list[int | None]) -> list[Pair]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _ahead(state: TournamentState, number: int, drawn: Round, pair: Pair) -> int | None:
    """Returns the entry of a pair that advances from a round; None if neither entry took part in the round."""
    for table, each in enumerate(drawn.tables, start=1):
        if set(each) == set(pair):
            return winner(state, number, table)
    return next((entry for entry in pair if entry in drawn.byes), None)


def _round_of(state: TournamentState, pairs: list[Pair]) -> Round:
    """Returns the round of some pairs. An entry has a bye if it has no opponent or if its opponent has withdrawn."""
    present = set(state.present)
    here = [tuple(entry for entry in pair if entry in present) for pair in pairs]
    return Round(tuple(pair for pair in here if len(pair) == 2), tuple(pair[0] for pair in here if len(pair) == 1))
