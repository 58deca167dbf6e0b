"""Options for tests: a small set of combinations in which every pair of values of two options occurs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from typing import Any

from games.kernel.errors import BadOptions
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import Draws

Values = dict[str, Any]
Row = dict[str, int]  # option name -> index of its value among those tried
Pair = tuple[str, int, str, int]
TRIES = 30


def values(schema: Mapping[str, Any]) -> list[Any]:
    """Returns the values of one option to try: all of an enumeration, or the ends and the default of a range."""
    chosen = list(_values(schema))
    return [value for place, value in enumerate(chosen) if value not in chosen[:place]]


def _values(schema: Mapping[str, Any]) -> Iterator[Any]:
    if "default" in schema:
        yield schema["default"]
    for branch in schema.get("oneOf", schema.get("anyOf", ())):
        yield from _values(branch)
    if "enum" in schema or "const" in schema:
        yield from schema.get("enum", (schema.get("const"),))
    elif schema.get("type") == "boolean":
        yield from (False, True)
    elif schema.get("type") == "null":
        yield None
    elif schema.get("type") == "integer":
        yield from (number for bound in ("minimum", "maximum") if (number := schema.get(bound)) is not None)
    elif schema.get("type") == "object":
        yield from _mappings(schema)


def _mappings(schema: Mapping[str, Any]) -> Iterator[Values]:
    """Yields mappings with all keys at their first value, then with one key at a time changed."""
    tried = {key: values(inner) for key, inner in schema.get("properties", {}).items()}
    base = {key: options[0] for key, options in tried.items() if options}
    for key, options in tried.items():
        yield from ({**base, key: option} for option in options)


def covering_options(game: Game, seats: int, draws: Draws) -> list[Options]:
    """Returns options in which every allowed pair of values occurs; the defaults come first."""
    tried = _tried(game)
    places = {name: range(len(chosen)) for name, chosen in tried.items()}
    singles = ({name: place} for name in tried for place in places[name][1:])
    uncovered = {(a, x, b, y) for a, b in combinations(tried, 2) for x in places[a] for y in places[b]}
    chosen: list[Options] = []
    for row in chain([{}], singles):
        if (options := allowed(game, seats, _values_of(tried, row))) is not None:
            chosen.append(options)
            uncovered -= _pairs(row)
    while uncovered and (best := _best(game, seats, tried, uncovered, draws)) is not None:
        chosen.append(best[1])
        uncovered -= _pairs(best[0])
    return chosen


def drawn_options(game: Game, seats: int, draws: Draws) -> Options:
    """Returns options with randomly drawn values, as most covering options have, in a fraction of the time."""
    tried = _tried(game)
    rows = ({name: chosen[draws.below(len(chosen))] for name, chosen in tried.items()} for _ in range(10 * TRIES))
    fitting = (options for row in rows if (options := allowed(game, seats, row)) is not None)
    return next(fitting, game.options.from_json({}, seats))


def _tried(game: Game) -> dict[str, list[Any]]:
    """Returns the values of each option that has several."""
    schema = game.options.schema()["properties"]
    return {name: chosen for name, inner in schema.items() if len(chosen := values(inner)) > 1}


def allowed(game: Game, seats: int, values_by_name: Values) -> Options | None:
    """Returns the options, or None if they do not fit together or do not fit the number of seats."""
    try:
        return game.options.from_json(values_by_name, seats)
    except BadOptions:
        return None


def _values_of(tried: Mapping[str, list[Any]], row: Row) -> Values:
    return {name: tried[name][place] for name, place in row.items()}


def _pairs(row: Row) -> set[Pair]:
    return {(a, x, b, y) for (a, x), (b, y) in combinations(row.items(), 2)}


def _best(
    game: Game, seats: int, tried: Mapping[str, list[Any]], uncovered: set[Pair], draws: Draws
) -> tuple[Row, Options] | None:
    """Returns the allowed random row that covers the most uncovered pairs; None if no try covers any."""
    rows = [{name: draws.below(len(chosen)) for name, chosen in tried.items()} for _ in range(TRIES)]
    rows.sort(key=lambda row: len(uncovered & _pairs(row)), reverse=True)
    for row in rows:
        if (options := allowed(game, seats, _values_of(tried, row))) is not None:
            return (row, options) if uncovered & _pairs(row) else None
    return None
