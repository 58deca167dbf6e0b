"""Opponents: the policies of the project's bots as players of an environment.

A policy receives its seat's view and the seat's memory, as bots on the server do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bots import policies
from bots.encoding.alphabet import WAIT
from bots.policy import Policy
from comptoir_env.episode import Episode, Rules
from comptoir_env.views import Observation, observation
from games.kernel.effect import Effect, redacted
from games.kernel.knowledge.memory import Memory
from games.kernel.rng import policy_draws
from games.kernel.state import Seat
from games.kernel.view import view_of

Opponent = str | Callable[[Observation], int]
"""The name of a policy of the bots (`uniform`, `greedy`, `beginner`, `casual`, `good`, `strong`), or a function.

The function chooses an action from an observation with its mask.
"""


class Opponents:
    """The players of some seats of one match. key: the seed of their chance."""

    def __init__(self, rules: Rules, players: Mapping[Seat, Opponent], key: bytes) -> None:
        game = rules.game
        self._rules, self._key, self._acts = rules, key, 0
        self._policies: dict[Seat, Policy] = {}
        self._functions: dict[Seat, Callable[[Observation], int]] = {}
        for seat, player in players.items():
            if isinstance(player, str):
                self._policies[seat] = policies.get(game.key, player)
            else:
                self._functions[seat] = player
        self._memories = {seat: Memory(seat, game.sights) for seat in self._policies}

    def watch(self, effects: Sequence[Effect]) -> None:
        """Records effects in each seat's memory, as the seat may see them."""
        for seat, memory in self._memories.items():
            memory.learn(redacted(effects, self._rules.seats, self._rules.game.sights, seat))

    def play(self, episode: Episode) -> None:
        """Plays for the seat in turn."""
        self._acts += 1
        seat, draft = episode.seat, episode.draft
        assert seat is not None and draft is not None, "a seat is asked"
        if seat in self._functions:
            episode.step(int(self._functions[seat](observation(episode, seat))))
            return
        view = view_of(episode.simulation.state, seat, self._memories[seat].known)
        for prompt, moves in episode.offered:
            draws = policy_draws(self._key, "policy", prompt.id, seat, self._acts)
            move = self._policies[seat](view, moves, draws) if moves else None
            if move is not None and self._rules.alphabet.verb(move.verb) in draft.verbs:
                episode.answer(prompt, move)
                return
        episode.step(WAIT if WAIT in draft.actions else min(draft.actions))


def players_of(rules: Rules, seat: Seat, opponents: Opponent | Sequence[Opponent]) -> dict[Seat, Any]:
    """Returns the opponents of a seat, clockwise from it; a single opponent plays all other seats.

    Raises ValueError for another number of opponents.
    """
    others = [(seat + step) % rules.seats for step in range(1, rules.seats)]
    players = [opponents] * len(others) if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if len(players) != len(others):
        raise ValueError(f"expected {len(others)} opponents, got {len(players)}")
    return dict(zip(others, players, strict=True))
