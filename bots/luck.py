"""The luck of a match: the results of equal players in a seat with its cards, and with other deals."""

from __future__ import annotations

from uuid import UUID

from bots.search.levels import plan_of
from bots.search.plan import Plan
from bots.search.playout import advance
from events.replays.coach import ReplayResults, shares_of
from games.kernel.game import Game
from games.kernel.rng import Rng, policy_draws
from games.kernel.simulation import Simulation
from games.kernel.state import State

MOST_ACTS = 6_000


def replayed(game: Game, deal: State, seat: int, match: UUID, number: int) -> ReplayResults:
    """Returns the results of a match's deal and of another deal, with the rollout policy in all seats.

    deal: the state in which the first prompt was opened. The same match and number give the same results.
    """
    plan, key = plan_of(game.key), b"luck/%s/%d" % (match.bytes, number)
    other = game.start(deal.seats, deal.options, _rng(key, "deal")).state
    assert other is not None, "the setup has just been decided"
    return {"deal": played_out(plan, deal, key, "this"), "other": played_out(plan, other, key, "other")[seat]}


def played_out(plan: Plan, state: State, key: bytes, purpose: str) -> list[float]:
    """Returns the share of each seat in the win; equal shares if the match does not end."""
    simulation, draws = Simulation(plan.game, state, _rng(key, purpose)), policy_draws(key, purpose, "policy")
    for _ in range(MOST_ACTS):
        if simulation.is_over or not advance(plan, simulation, draws):
            break
    return shares_of(simulation.state.standings or [range(state.seats)])


def _rng(key: bytes, purpose: str) -> Rng:
    return Rng(policy_draws(key, purpose, "chance").below(1 << 256).to_bytes(32, "big"))
