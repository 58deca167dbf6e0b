"""Runs the example of a frame in docs/what-a-game-may-call.md, at a table of three."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from games.kernel.dealer import Dealer
from games.kernel.deck import Deck, Printed
from games.kernel.effect import fold
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.phase import Phase, verb
from games.kernel.rng import Rng
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.template import Template, template
from games.kernel.view import View

RNG = Rng(bytes(32))


class Pay(Phase):
    """Pay what is owed."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("pay")

    @verb
    def pay(self, dealer: Dealer, seat: Seat) -> None:
        """Pay."""


def collected(example: str) -> list[list[int]]:
    """Returns the prompted seats: before seat 0 collects, then after each payment, and at the end."""
    names: dict[str, Any] = {"Phase": Phase, "Pay": Pay}
    exec(example, names)

    class Ask(Pay):
        """Collect from all others."""

        @verb
        def pay(self, dealer: Dealer, seat: Seat) -> None:
            """Collect."""
            names["collect"](dealer, seat, 1)

    class Collecting(Game):
        key = "collecting"
        seats = range(3, 4)
        deck = Deck(Printed("a", 1))
        sight: ClassVar[Any] = {}
        phase_types = (Ask, Pay, names["Collect"])

        def bound(self, seats: int, options: Options) -> int:
            return 99

        def setup(self, dealer: Dealer) -> None:
            dealer.prompt(Ask, 0)

    game, asked = Collecting(), list[list[int]]()
    state: State = fold(game.opening(3, Options()), game.start(3, Options(), RNG).effects)  # type: ignore[assignment]
    while prompts := state.open_prompts:
        asked.append(sorted(seat for prompt in prompts for seat in prompt.seats))
        first = min(prompts, key=lambda prompt: prompt.seats)
        state = fold(state, game.play(state, first.seats[0], first.id, Move("pay"), RNG).effects)  # type: ignore[assignment]
    return [*asked, []]
