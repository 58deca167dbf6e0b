"""Policies that play by rules of thumb: one module for each game, named by the game's key."""

from __future__ import annotations

from importlib import import_module

from bots.policies import uniform
from bots.policy import Policy
from games.compiled import path_in_use

__path__ = path_in_use(__name__, __path__)


def of(game_key: str) -> Policy:
    """Returns the policy for a game; the uniform policy if the game has no module here."""
    name = f"{__name__}.{game_key}"
    try:
        policy: Policy = import_module(name).choose
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return uniform.choose
    return policy
