"""The names of all bot policies and of all steps of a ladder.

`bots.policies` implements the policies; `deadline_missed` performs the steps.
"""

from __future__ import annotations

ALWAYS = ("greedy", "uniform")
"""The policies of every game."""
LEVELS = ("beginner", "casual", "good", "strong")
"""The levels of the games for which `bots.search.plans` has a plan, the weakest first."""
THINKING = ("good", "strong")
"""The levels that search. Their turns have a separate queue, so that they do not delay other turns."""
WITH_LEVELS = frozenset({"dale_of_merchants", "dealmaker", "great_dalmuti", "monopoly_deal", "negoces2"})
LEARNT = "learnt"
"""The policy learnt from playouts, in the games for which `bots.policies.learnt` has weights."""
WITH_LEARNT = frozenset({"dale_of_merchants", "great_dalmuti", "monopoly_deal", "negoces2"})
POLICIES = (*ALWAYS, *LEVELS, LEARNT)
DEFAULT_POLICY = "greedy"
STEPS = ("default_move", "bot", "substitute", "resign", "end")
"""The steps of a ladder: the possible consequences when a player misses a deadline."""


def policies_of(game_key: str) -> tuple[str, ...]:
    """Returns the policies that a bot can follow in a game."""
    return (*ALWAYS, *levels_of(game_key), *learnt_of(game_key))


def levels_of(game_key: str) -> tuple[str, ...]:
    """Returns the levels of a game, the weakest first; an empty tuple if the game has no plan."""
    return LEVELS if game_key in WITH_LEVELS else ()


def learnt_of(game_key: str) -> tuple[str, ...]:
    """Returns the policy of a game that was learnt from playouts, if there is one."""
    return (LEARNT,) if game_key in WITH_LEARNT else ()
