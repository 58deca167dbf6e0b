"""Matches in which a seat resigns: at every kind of prompt, with short limits, then played to the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from games.kernel.state import Prompt, Seat
from tests.games.harness.option_coverage import allowed, values
from tests.games.harness.simulate import Decision, Match, Players, waited_for

BRANCHES = 8
"""The number of kinds of prompts per match at which seats resign."""


def limited_options(game: Game, seats: int) -> list[Options]:
    """Returns options with every limit on the length of a match at its lowest value."""
    schema = game.options.schema()["properties"]
    limits = [name for name in schema if name.startswith("max_") or name in ("end", "turns")]
    rows = product(*(lowest(values(schema[name])) for name in limits))
    return [
        options for row in rows if (options := allowed(game, seats, dict(zip(limits, row, strict=True)))) is not None
    ]


def lowest(tried: list[Any]) -> list[Any]:
    """Returns the smallest number, or for mappings with one key the smallest number of each key.

    >>> lowest([{"hands": 20}, {"hands": 1}, {"hands": 100}, {"total": 1}, {"total": 300}])
    [{'hands': 1}, {'total': 1}]
    """
    if not isinstance(tried[0], dict):
        return [min(number for number in tried if number is not None)]
    keys = list(dict.fromkeys(key for value in tried for key in value))
    return [{key: min(value[key] for value in tried if key in value)} for key in keys]


def branches(game: Game, seats: int, options: Options, seed: int, most: int = 400) -> Iterator[tuple[Match, Seat]]:
    """Yields copies of one random match, each with a seat that leaves now: each seat at each kind of prompt.

    The kinds are sorted by their last occurrence, because a leading seat resigns late.
    """
    match, players = Match(game, seats, options, seed), Players(policy_draws(b"leaving", seed), by_move=seed % 2 == 1)
    moments: dict[str, Match] = {}
    while not match.state.is_over and len(match.decisions) < most:
        for prompt, _ in waited_for(match):
            moments[prompt.phase] = match.now()
        match.decide(players.decision(match))
    for moment in list(moments.values())[-BRANCHES:]:
        yield from ((moment.now(), seat) for seat in range(seats))


def left_and_played_on(match: Match, seat: Seat, *, by_defaults: bool) -> Match:
    """Resigns for a seat and plays the match to its end with random or default moves of the other seats."""
    players = Players(policy_draws(b"stayed", match.seed))
    match.decide(Decision("resign", seat))
    while not match.state.is_over:
        waiting = next(waited_for(match), None) if by_defaults else None
        match.decide(players.decision(match) if waiting is None else _default(match, *waiting))
    return match


def _default(match: Match, prompt: Prompt, seat: Seat) -> Decision:
    if seat in match.state.public.left:
        return Decision("clock", prompt=prompt.id)
    return Decision("move", seat, prompt.id, match.game.default(match.state, seat, prompt.id))
