"""Matches between policies in memory. Each policy receives its seat's view and memory, as bots on the server do."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bots.policy import Policy
from games.kernel.effect import Effect, redacted
from games.kernel.game import Game
from games.kernel.knowledge.memory import Memory
from games.kernel.options import Options
from games.kernel.rng import Draws, Rng, policy_draws, shuffled
from games.kernel.simulation import Simulation
from games.kernel.state import Move, Prompt, Seat
from games.kernel.view import view_of

MOST_ACTS = 6_000


class MatchEnding(NamedTuple):
    """The end of a match.

    places: the place of each seat; tied seats share the mean. scores: the scores, if the game has them. acts: the
    number of acts. cpu: the seconds of each decision, by seat. is_over: False if the arena ended the match after
    `MOST_ACTS`; then all seats share the places.
    """

    places: tuple[float, ...]
    scores: tuple[int, ...] | None
    acts: int
    cpu: tuple[tuple[float, ...], ...]
    is_over: bool


class ArenaMatch:
    """One match. deal: the seed of all its chance; other policies can play the same deal in each seat."""

    def __init__(self, game: Game, options: Options, seats: Sequence[Policy], deal: int) -> None:
        self._game, self._seats, self._key = game, seats, b"arena/%d" % deal
        rng = Rng(policy_draws(self._key, "chance").below(1 << 256).to_bytes(32, "big"))
        outcome = game.start(len(seats), options, rng)
        assert outcome.state is not None, "the setup has just been decided"
        self._simulation = Simulation(game, outcome.state, rng)
        self._memories = [Memory(seat, game.sights) for seat in range(len(seats))]
        self._order = policy_draws(self._key, "order")
        self._cpu: list[list[float]] = [[] for _ in seats]
        self._acts = 0
        self._learn(outcome.effects)

    def played(self) -> MatchEnding:
        """Plays the match to its end."""
        while not self._simulation.is_over and self._acts < MOST_ACTS and self._act():
            self._acts += 1
        state = self._simulation.state
        places = places_of(state.standings or (tuple(range(state.seats)),))
        return MatchEnding(places, state.scores, self._acts, tuple(map(tuple, self._cpu)), self._simulation.is_over)

    def _act(self) -> bool:
        """Plays one act; returns False if neither a policy nor the clock can continue the match."""
        turns = self._simulation.turns()
        prompt = turns[0][1] if turns else None
        if prompt is not None and self._game.is_sealed(prompt):
            answers = {seat: self._chosen(seat, prompt) for seat in prompt.seats}
            self._learn(self._simulation.open(prompt, {seat: move for seat, move in answers.items() if move}))
            return True
        if prompt is not None and prompt.mode == "once":
            return self._plays(turns[0][0], prompt)
        return any(self._plays(seat, open_prompt) for seat, open_prompt in self._speakers()) or self._clock()

    def _speakers(self) -> Iterator[tuple[Seat, Prompt]]:
        """Yields the seats that may act at an open prompt, in a random order."""
        state, phases = self._simulation.state, self._game.phases
        able = [
            (seat, prompt)
            for prompt in state.open_prompts
            if prompt.mode == "open"
            for seat in phases[prompt.phase].seats_able_to_answer(state, prompt)
        ]
        return iter(shuffled(able, self._order))

    def _plays(self, seat: Seat, prompt: Prompt) -> bool:
        move = self._chosen(seat, prompt)
        if move is None:
            return False
        self._learn(self._simulation.play(seat, prompt, move))
        return True

    def _chosen(self, seat: Seat, prompt: Prompt) -> Move | None:
        """Returns the move of a seat's policy, and measures its time."""
        moves = self._simulation.legal(seat, prompt)
        if not moves:
            return None
        view = view_of(self._simulation.state, seat, self._memories[seat].known)
        draws: Draws = policy_draws(self._key, "policy", prompt.id, seat, self._acts)
        began = time.thread_time()
        move = self._seats[seat](view, moves, draws)
        self._cpu[seat].append(time.thread_time() - began)
        return move

    def _clock(self) -> bool:
        """Advances the time until the next open prompt expires."""
        prompts = self._simulation.state.open_prompts
        timed = [prompt for prompt in prompts if prompt.mode == "open" and prompt.after is not None]
        if timed:
            self._learn(self._simulation.expire(min(timed, key=lambda prompt: (prompt.after, prompt.id))))
        return bool(timed)

    def _learn(self, effects: Sequence[Effect]) -> None:
        for seat, memory in enumerate(self._memories):
            memory.learn(redacted(effects, len(self._seats), self._game.sights, seat))


def places_of(standings: Sequence[Sequence[Seat]]) -> tuple[float, ...]:
    """Returns the place of each seat, from 1; tied seats share the mean of their places.

    >>> places_of([(1,), (0, 2)])
    (2.5, 1.0, 2.5)
    """
    places: dict[Seat, float] = {}
    for tied in standings:
        places |= dict.fromkeys(tied, len(places) + (len(tied) + 1) / 2)
    return tuple(places[seat] for seat in sorted(places))
