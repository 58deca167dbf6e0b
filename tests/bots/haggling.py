"""Matches of Négoces 2 that prompt every seat in turn at every open prompt, as the service prompts its bots."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bots.policy import Policy
from games.kernel.codec import view_from, view_json
from games.kernel.effect import Announced, Effect, fold, redacted
from games.kernel.knowledge.memory import Memory
from games.kernel.rng import Rng, policy_draws
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.view import view_of
from games.negoces2 import GAME
from games.negoces2.options import NegocesOptions


class Table:
    """A match between policies; each round prompts every seat once."""

    def __init__(self, policies: Sequence[Policy], seed: int, **options: object) -> None:
        self.policies, self.rng, self.draws = policies, Rng(seed.to_bytes(32, "big")), policy_draws(b"haggling", seed)
        chosen = NegocesOptions.from_json(options, 4)
        self.effects: list[Effect] = []
        self.memories = [Memory(seat, GAME.sights) for seat in range(4)]
        self.state: State = GAME.opening(4, chosen)
        self._happen(GAME.start(4, chosen, self.rng).effects)

    def play(self, most: int = 5000) -> Table:
        """Plays to the end, or for `most` acts."""
        while not self.state.is_over and len(self.effects) < most * 10:
            before = len(self.effects)
            for seat in self._order():
                self._ask(seat)
            assert len(self.effects) > before, "all seats wait for each other"
        return self

    def announced(self, what: str) -> list[Announced]:
        return [effect for effect in self.effects if isinstance(effect, Announced) and effect.what == what]

    def _order(self) -> list[Seat]:
        first = self.draws.below(4)
        return [(first + step) % 4 for step in range(4)]

    def _ask(self, seat: Seat) -> None:
        if self.state.is_over or not (prompts := GAME.prompts_for(self.state, seat)):
            return
        prompt = prompts[0]
        if GAME.is_sealed(prompt):
            answers = {other: self._chosen(other, prompt) for other in prompt.seats}
            self._happen(GAME.open(self.state, prompt.id, answers, self.rng).effects)  # type: ignore[arg-type]
        elif move := self._chosen(seat, prompt):
            self._happen(GAME.play(self.state, seat, prompt.id, move, self.rng).effects)

    def _chosen(self, seat: Seat, prompt: Prompt) -> Move | None:
        view = view_from(
            GAME, json.loads(json.dumps(view_json(GAME, view_of(self.state, seat, self.memories[seat].known))))
        )
        moves = GAME.legal_moves(view, prompt.id)
        return self.policies[seat](view, moves, self.draws) if moves else None

    def _happen(self, effects: Sequence[Effect]) -> None:
        self.state = fold(self.state, effects)  # type: ignore[assignment]
        self.effects += effects
        for seat, memory in enumerate(self.memories):
            memory.learn(redacted(effects, 4, GAME.sights, seat))
