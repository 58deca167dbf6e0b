"""How bots choose: a policy is a function of a view, its legal moves and its own random draws, and sees nothing else.

Each policy is a module or package here, named as in `events.policies`; its `of(game_key)` returns a game's module.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

Policy = Callable[[View, LegalMoves, Draws], Move | None]
"""Returns None if it has no move for now, which only a seat may do that the table does not wait for (`may_act`)."""


def get(game_key: str, name: str) -> Policy:
    """The policy of that name for a game; raises KeyError if there is none, or if the game has no such level."""
    module = f"{__name__}.{name}"
    try:
        policy: Policy = import_module(module).of(game_key).choose
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise KeyError(f"expected the name of a policy, got {name!r}") from error
    return policy
