"""Plays by rules of thumb, without looking ahead: the greedy policy under the name of its level."""

from __future__ import annotations

from types import ModuleType

from bots.policies import greedy
from bots.search.levels import plan_of


def of(game_key: str) -> ModuleType:
    """The greedy module for a game; raises KeyError if the game has no plan."""
    plan_of(game_key)
    return greedy.of(game_key)
