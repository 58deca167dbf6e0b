"""How bots choose: a policy is one function of a view, its legal moves and its own chance, and sees nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

from bots.policies import greedy, uniform
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

Policy = Callable[[View, LegalMoves, Draws], Move | None]
"""None: nothing to say for now, which only a seat may answer that nobody waits for (`may_act`)."""

POLICIES: Mapping[str, Callable[[str], ModuleType]] = {"uniform": lambda game_key: uniform, "greedy": greedy.of}


def get(game_key: str, name: str) -> Policy:
    """The policy of that name for a game; raises KeyError if there is none."""
    policy: Policy = POLICIES[name](game_key).choose
    return policy
