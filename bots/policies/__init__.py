"""The policies of bots by name, as in `events.base.policies`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from bots.policies import greedy, learnt, uniform
from bots.policy import Policy
from bots.search.levels import careless, plan_of, thinking

BY_NAME: dict[str, Callable[[str], Policy]] = {
    "uniform": lambda game_key: uniform.choose,
    "greedy": greedy.of,
    "beginner": lambda game_key: careless(plan_of(game_key)),
    "casual": lambda game_key: greedy.of(plan_of(game_key).game.key),
    "good": lambda game_key: thinking(plan_of(game_key), plan_of(game_key).good),
    "strong": lambda game_key: thinking(plan_of(game_key), plan_of(game_key).strong),
    "learnt": learnt.of,
}
"""The policies by name; each value is a function from a game's key to a policy.

Levels need the game's plan, and `learnt` needs weights; without these they raise KeyError.
"""


@cache
def get(game_key: str, name: str) -> Policy:
    """Returns the policy with that name for a game. Raises KeyError if the game has no such policy or level."""
    return BY_NAME[name](game_key)
