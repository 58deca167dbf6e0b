"""The only list of games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games import dale_of_merchants, dealmaker, great_dalmuti, monopoly_deal, negoces2
from games.kernel.game import Game

GAMES: Mapping[str, Mapping[int, Game]] = {
    "dale_of_merchants": dale_of_merchants.VERSIONS,
    "dealmaker": dealmaker.VERSIONS,
    "great_dalmuti": great_dalmuti.VERSIONS,
    "monopoly_deal": monopoly_deal.VERSIONS,
    "negoces2": negoces2.VERSIONS,
}


def get(key: str, version: int | None = None) -> Game:
    """The rules of a title, in one version or the newest; raises KeyError if there are none."""
    versions = GAMES[key]
    return versions[max(versions) if version is None else version]


def newest() -> Iterator[Game]:
    """Every title's newest rules, in the order of the list."""
    return (get(key) for key in GAMES)
