"""The levels of play, and the policy of each for a game's plan."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from math import exp

import structlog

from bots.policy import Policy
from bots.search.halving import Explanation, search, winning
from bots.search.inference import drawn
from bots.search.plan import Effort, Plan
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

BEGINNER_CHOICES = 3

log = structlog.get_logger()


@cache
def plan_of(game_key: str) -> Plan:
    """Returns a game's plan. Raises KeyError if it has none."""
    name = f"bots.search.plans.{game_key}"
    try:
        plan: Plan = import_module(name).PLAN
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise KeyError(f"expected a game with a plan, got {game_key!r}") from error
    return plan


def thinking(plan: Plan, effort: Effort | Policy) -> Policy:
    """Returns the policy of a level of a plan; the policy searches if the level is an effort."""
    if not isinstance(effort, Effort):
        return effort

    def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        explanation = explain(plan, view, moves, effort, draws)
        if explanation.is_cut:
            log.warning("search_cut", game=plan.game.key, playouts=explanation.playouts)
        return explanation.move

    return choose


def explain(plan: Plan, view: View, moves: LegalMoves, effort: Effort, draws: Draws) -> Explanation:
    """Returns the explanation of a search for the prompt that these moves answer."""
    return search(plan, view, prompt_of(plan, view, moves), plan.candidates(view, moves, draws), effort, draws)


def prompt_of(plan: Plan, view: View, moves: LegalMoves) -> int:
    """Returns the open prompt that these moves answer."""
    prompts = [prompt.id for prompt in plan.game.prompts_for(view, view.me)]
    if len(prompts) == 1:
        return prompts[0]
    served = moves.to_json()
    return next(prompt for prompt in prompts if plan.game.legal_moves(view, prompt).to_json() == served)


def careless(plan: Plan) -> Policy:
    """Returns a policy that compares a few candidates by rules of thumb, and often takes the second or third."""

    def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        first, *others = plan.candidates(view, moves, draws)[:BEGINNER_CHOICES]
        ranked = [first, *(one for one in others if not plan.is_idle(*one))]
        place = winning(plan, view, prompt_of(plan, view, moves), ranked, draws)
        if place is None:
            place = softened([score for score, _ in ranked], plan.scale, draws)
        return ranked[place][1]

    return choose


def softened(values: Sequence[float], noise: float, draws: Draws) -> int:
    """Returns a random index; the more its value lies below the best, the less likely it is: exp(-loss / noise).

    >>> from games.kernel.rng import policy_draws
    >>> softened([0.0, 1.0, 0.2], 0.01, policy_draws(b"", 1))
    1
    """
    best = max(values)
    return drawn([exp((value - best) / noise) for value in values], draws)
