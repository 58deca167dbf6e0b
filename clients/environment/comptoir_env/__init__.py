"""Environments of Comptoir's card games for research on learning (docs/self-play.md).

>>> env = aec("great_dalmuti", seats=4, end={"hands": 1})
>>> env.reset(seed=1)
>>> env.observe(env.agent_selection)["action_mask"].sum() > 0
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from comptoir_env.episode import Episode, Rules

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from comptoir_env.many import Tables
    from comptoir_env.opponents import Opponent
    from comptoir_env.single import ComptoirSolo

__all__ = ["Episode", "Rules", "aec", "solo", "tables"]


def aec(
    game: str,
    seats: int | None = None,
    *,
    most_moves: int | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv:
    """Returns a PettingZoo environment in which all seats act in turn. options: the match's options, as in the API.

    Like PettingZoo's own environments, it raises an error before the first `reset`: AssertionError for a step, and
    AttributeError for facts about agents. A step after the end of a match only logs a warning.
    """
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # only this function needs PettingZoo

    from comptoir_env.turns import ComptoirAEC

    table = ComptoirAEC(Rules(game, seats, options), most_moves=most_moves, render_mode=render_mode)
    return OrderEnforcingWrapper(table)


def solo(
    game: str,
    seats: int | None = None,
    *,
    seat: int | None = 0,
    opponents: Opponent | Sequence[Opponent] = "greedy",
    most_moves: int | None = None,
    **options: Any,
) -> ComptoirSolo:
    """Returns a Gymnasium environment: one seat among fixed opponents. options: the match's options, as in the API."""
    from comptoir_env.single import ComptoirSolo  # only this function needs Gymnasium

    return ComptoirSolo(Rules(game, seats, options), seat=seat, opponents=opponents, most_moves=most_moves)


def tables(
    game: str,
    seats: int | None = None,
    *,
    count: int,
    most_moves: int | None = None,
    opponents: Opponent | Sequence[Opponent] | None = None,
    **options: Any,
) -> Tables:
    """Returns many tables in one process, as arrays. options: the match's options, as in the API."""
    from comptoir_env.many import Tables  # only this function needs NumPy

    return Tables(Rules(game, seats, options), count, most_moves=most_moves, opponents=opponents)
