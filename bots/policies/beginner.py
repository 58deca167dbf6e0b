"""Plays as a beginner: often takes the second or third best move by rules of thumb, and has no memory."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

from bots.search.levels import careless


@cache
def of(game_key: str) -> SimpleNamespace:
    """The policy for a game; raises KeyError if the game has no plan."""
    return careless(game_key)
