"""Plays as an attentive person would, by rules of thumb: one module per game, named by the game's key."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def of(game_key: str) -> ModuleType:
    """A game's module; raises KeyError if nobody has written one."""
    name = f"{__name__}.{game_key}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise KeyError(f"expected a game with a greedy policy, got {game_key!r}") from error
