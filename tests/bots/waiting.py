"""Négoces 2 with a person who never acts: three greedy bots trade, and the clock answers for the person."""

from __future__ import annotations

from bots import policies
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.negoces2 import GAME
from tests.bots.haggling import Table

GREEDY = policies.get("negoces2", "greedy")
PERSON = 0


def silence(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """A policy that never acts at open prompts and plays the default elsewhere."""
    prompt = GAME.prompts_for(view, view.me)[0]
    return None if prompt.mode == "open" else GAME.phases[prompt.phase].default(view, prompt)


class Waiting(Table):
    """The match; when nobody else acts, the clock ends the negotiation."""

    def __init__(self, seed: int, **options: object) -> None:
        super().__init__([silence, GREEDY, GREEDY, GREEDY], seed, **options)

    def play(self, most: int = 5000) -> Waiting:
        while not self.state.is_over:
            before = len(self.effects)
            for seat in self._order():
                self._ask(seat)
            if len(self.effects) == before:
                self._time_passes()
        return self

    def _time_passes(self) -> None:
        timed = min((p for p in self.state.open_prompts if p.after is not None), key=lambda p: p.after or 0)
        self._happen(GAME.expire(self.state, timed.id, {}, self.rng).effects)

    @property
    def is_exhausted(self) -> bool:
        """Returns whether the match ended because its sales were used up."""
        return bool(self.announced("last_sale"))
