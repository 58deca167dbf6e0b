"""Playouts: one candidate in one sampled world, then the rollout policy for every seat, up to the horizon.

At a sealed prompt all seats act simultaneously, and each answers from its own view of the world. At an open prompt the
next actor is drawn among the seats that may act. When no seat has a move, the clock continues the match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property

from bots.search.inference import Worlds
from bots.search.plan import Plan
from games.kernel.rng import Draws, Rng, policy_draws, shuffled
from games.kernel.simulation import Simulation
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.view import View

Deal = Callable[[Draws], State]


class World:
    """A state that the viewer cannot distinguish from the real one, with its draws, the same for all candidates.

    key: the seed of this search; number: the number of this world in it; deal: deals the state, by default a world of
    the view.
    """

    def __init__(self, plan: Plan, view: View, key: bytes, number: int, deal: Deal | None = None) -> None:
        self._plan, self._view, self._key, self._number = plan, view, key, number
        self._deal = deal or Worlds(plan.game, view, plan.evidence).drawn

    @cached_property
    def state(self) -> State:
        """The state, dealt at its first use."""
        return self._deal(self._draws("deal"))

    def playout(self, prompt: int, move: Move | None) -> float:
        """Plays a candidate and continues to the horizon; returns the viewer's value."""
        plan, me, draws = self._plan, self._view.me, self._draws("playout")
        simulation = Simulation(plan.game, self.state, self._rng())
        begun = plan.begins(self.state, me)
        self._first(simulation, simulation.state.prompts[prompt], move, draws)
        for _ in range(plan.most_steps):
            if simulation.is_over or plan.is_far_enough(simulation.state, me, begun):
                break
            if not advance(plan, simulation, draws):
                break
        return plan.value(simulation.state, me, begun)

    def wins_at_once(self, prompt: int, move: Move | None) -> bool:
        """Returns whether a candidate ends the match with the viewer as the only winner."""
        if move is None or self._plan.game.is_sealed(self.state.prompts[prompt]):
            return False
        simulation = Simulation(self._plan.game, self.state, self._rng())
        simulation.play(self._view.me, simulation.state.prompts[prompt], move)
        standings = simulation.state.standings
        return standings is not None and standings[0] == (self._view.me,)

    def _first(self, simulation: Simulation, prompt: Prompt, move: Move | None, draws: Draws) -> None:
        me = self._view.me
        if simulation.game.is_sealed(prompt):
            open_answers(self._plan, simulation, prompt, draws, {} if move is None else {me: move})
        elif move is not None:
            simulation.play(me, prompt, move)
        else:
            advance(self._plan, simulation, draws, silent=(me,))

    def _draws(self, purpose: str) -> Draws:
        return policy_draws(self._key, purpose, self._number)

    def _rng(self) -> Rng:
        seed = self._draws("chance").below(1 << 256)
        return Rng(seed.to_bytes(32, "big"))


def advance(plan: Plan, simulation: Simulation, draws: Draws, silent: Collection[Seat] = ()) -> bool:
    """Plays one act; returns False if the match cannot continue. silent: the seats that make no move this time."""
    turns = simulation.turns()
    if not turns:
        return _clock(simulation)
    seat, prompt = turns[0]
    if simulation.game.is_sealed(prompt):
        open_answers(plan, simulation, prompt, draws, {})
        return True
    if prompt.mode == "once":
        return _try_play(plan, simulation, seat, prompt, draws)
    return _somebody_speaks(plan, simulation, draws, silent) or _clock(simulation)


def open_answers(plan: Plan, simulation: Simulation, prompt: Prompt, draws: Draws, answers: dict[Seat, Move]) -> None:
    """Opens a sealed prompt; the rollout policy answers for the seats without an answer."""
    for seat in prompt.seats:
        moves = simulation.legal(seat, prompt)
        if seat not in answers and moves:
            move = plan.rollout(simulation.view(seat), moves, draws)
            if move is not None:
                answers[seat] = move
    simulation.open(prompt, answers)


def _somebody_speaks(plan: Plan, simulation: Simulation, draws: Draws, silent: Collection[Seat]) -> bool:
    """Lets the first seat that has a move act, in a random order."""
    state, phases = simulation.state, simulation.game.phases
    able = [
        (seat, prompt)
        for prompt in state.open_prompts
        if prompt.mode == "open"
        for seat in phases[prompt.phase].seats_able_to_answer(state, prompt)
        if seat not in silent and seat not in state.public.left
    ]
    return any(_try_play(plan, simulation, seat, prompt, draws) for seat, prompt in shuffled(able, draws))


def _try_play(plan: Plan, simulation: Simulation, seat: Seat, prompt: Prompt, draws: Draws) -> bool:
    """Plays the rollout policy's move for a seat; returns False if it has no move."""
    moves = simulation.legal(seat, prompt)
    move = plan.rollout(simulation.view(seat), moves, draws) if moves else None
    if move is None:
        return False
    simulation.play(seat, prompt, move)
    return True


def _clock(simulation: Simulation) -> bool:
    """Advances the time until the next open prompt expires; returns False if no prompt expires."""
    timed = [prompt for prompt in simulation.state.open_prompts if prompt.mode == "open" and prompt.after is not None]
    if not timed:
        return False
    simulation.expire(min(timed, key=lambda prompt: (prompt.after, prompt.id)))
    return True
