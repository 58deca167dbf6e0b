"""Plays as an attentive person would, by rules of thumb: one module for each game, named by the game's key."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from bots.policies import uniform


def of(game_key: str) -> ModuleType:
    """The module for a game; the uniform policy where the game has none."""
    name = f"{__name__}.{game_key}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return uniform.of(game_key)
