"""Random moments of matches between greedy bots, with the view of a seat that has several legal moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bots.policies import Policy, get
from games import registry
from games.kernel.effect import Effect, redacted
from games.kernel.knowledge.memory import Memory
from games.kernel.rng import Draws, Rng, policy_draws, shuffled
from games.kernel.simulation import Simulation
from games.kernel.state import Prompt, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View, view_of

Turn = tuple[Seat, Prompt]


class Moment(NamedTuple):
    """A view with its memory, a prompt that the seat may answer, and the legal moves."""

    view: View
    prompt: int
    moves: LegalMoves


def moments(key: str, number: int, seats: int | None = None, seed: int = 1) -> Iterator[Moment]:
    """Yields the moment before every fourth move of a match between greedy bots, if several moves are legal."""
    yield from (moment for moment, _ in moments_with_truth(key, number, seats, seed))


def moments_with_truth(
    key: str, number: int, seats: int | None = None, seed: int = 1
) -> Iterator[tuple[Moment, State]]:
    """Yields the same moments, each with the state behind the view."""
    game, greedy = registry.get(key), get(key, "greedy")
    seats = seats or game.seats[0]
    draws, rng = policy_draws(b"moments", key, seed), Rng(seed.to_bytes(32, "big"))
    outcome = game.start(seats, game.options.from_json({}, seats), rng)
    assert outcome.state is not None
    simulation = Simulation(game, outcome.state, rng)
    memories = [Memory(seat, game.sights) for seat in range(seats)]
    effects = outcome.effects
    for act in range(1_000):
        for seat, memory in enumerate(memories):
            memory.learn(redacted(effects, seats, game.sights, seat))
        turns = shuffled(simulation.turns(), draws)
        if not turns or not number:
            return
        seat, prompt = turns[0]
        moves = simulation.legal(seat, prompt)
        view = view_of(simulation.state, seat, memories[seat].known)
        if act % 4 == 0 and moves.count() > 1:
            number -= 1
            yield Moment(view.copied(), prompt.id, moves), simulation.state.copied()
        effects = tuple(_played(simulation, turns, greedy, draws))


def _played(simulation: Simulation, turns: Sequence[Turn], greedy: Policy, draws: Draws) -> Sequence[Effect]:
    """Plays for the first seat with a move, or lets the time run out; returns the effects."""
    for seat, prompt in turns:
        if simulation.game.is_sealed(prompt):
            answers = {s: greedy(simulation.view(s), simulation.legal(s, prompt), draws) for s in prompt.seats}
            return simulation.open(prompt, {s: move for s, move in answers.items() if move})
        move = greedy(simulation.view(seat), simulation.legal(seat, prompt), draws)
        if move is not None:
            return simulation.play(seat, prompt, move)
    timed = [prompt for prompt in simulation.state.open_prompts if prompt.after is not None]
    return simulation.expire(min(timed, key=lambda prompt: (prompt.after, prompt.id)))
