"""The only list of games. Each game is one line here: the name of its package, which is also its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from games.kernel.game import Game

PACKAGES = (
    "dale_of_merchants",
    "dealmaker",
    "great_dalmuti",
    "monopoly_deal",
    "negoces2",
)

DRAFT = 0
"""The version of unreleased rules: they need not replay old logs (docs/writing-a-game.md)."""

GAMES: Mapping[str, Mapping[int, Game]] = {name: import_module(f"games.{name}").VERSIONS for name in PACKAGES}


def get(key: str, version: int | None = None) -> Game:
    """Returns the rules of a game, in one version or the newest; raises KeyError if there are none."""
    versions = GAMES[key]
    return versions[max(versions) if version is None else version]


def newest() -> Iterator[Game]:
    """Yields every game's newest rules, in the order of the list."""
    return (get(key) for key in GAMES)


def released() -> Iterator[Game]:
    """Yields every released version of every game's rules; the test suite keeps an export and a match of each."""
    return (game for versions in GAMES.values() for version, game in versions.items() if version != DRAFT)
