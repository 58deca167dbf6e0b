"""Inference: samples worlds by how well they explain the acts of the other seats.

A game's evidence reads from a view the acts of the other seats, and returns a function that weighs worlds. Several
worlds are dealt from the view, and one of them is drawn by weight. The result depends on the view and the draws alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.kernel.game import Game
from games.kernel.rng import Draws
from games.kernel.state import State
from games.kernel.view import UnseenCards, View

Weigh = Callable[[State], float]
"""Returns how well a world explains the acts of the other seats: a positive number, up to a constant factor."""

Evidence = Callable[[View], Weigh | None]
"""Reads the acts of the other seats from a view; returns None if they are no evidence about cards."""

PROPOSALS = 8
"""The number of worlds dealt for each world that is played."""
WORDS = 1 << 32


class Worlds:
    """The worlds that agree with a view, which must not change: drawn by weight if there is evidence."""

    def __init__(self, game: Game, view: View, evidence: Evidence | None) -> None:
        self._unseen = UnseenCards(view, game.box(view.seats, view.options), game.backs)
        self._weigh = evidence(view) if evidence is not None else None

    def drawn(self, draws: Draws) -> State:
        """Returns one world."""
        weigh = self._weigh
        if weigh is None:
            return self._unseen.dealt(draws)
        worlds = [self._unseen.dealt(draws) for _ in range(PROPOSALS)]
        return worlds[drawn([weigh(world) for world in worlds], draws)]


def drawn(weights: Sequence[float], draws: Draws) -> int:
    """Returns a random index, with a chance in proportion to its weight. The greatest weight must be positive.

    >>> from games.kernel.rng import policy_draws
    >>> drawn([0.0, 2.0, 0.0], policy_draws(b"", 1))
    1
    """
    greatest = max(weights)
    shares = [int(WORDS * (weight / greatest)) for weight in weights]
    nth = draws.below(sum(shares))
    for place, share in enumerate(shares):
        if nth < share:
            return place
        nth -= share
    raise AssertionError("a number below the sum lies within the shares")
