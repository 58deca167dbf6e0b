"""Inference: samples worlds by how well they explain what the seats did.

A game's evidence reads from a view what other seats have done and returns the weight of a world. Some worlds are dealt
from the view, and one of them is drawn by weight. View and chance alone decide which.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.kernel.game import Game
from games.kernel.rng import Draws
from games.kernel.state import State
from games.kernel.view import View, sample_world

Weigh = Callable[[State], float]
"""Returns how well a world explains what the other seats did: positive, up to a constant factor."""

Evidence = Callable[[View], Weigh | None]
"""Reads what the other seats did from a view; None if that is no evidence about their cards."""

PROPOSALS = 8
"""The number of worlds dealt for each one that is played."""
WORDS = 1 << 32


def world_of(game: Game, view: View, evidence: Evidence | None, draws: Draws) -> State:
    """Returns a world that looks like this view, drawn by weight if there is evidence."""
    weigh = evidence(view) if evidence is not None else None
    worlds = [
        sample_world(view, game.box(view.seats, view.options), draws, game.backs)
        for _ in range(1 if weigh is None else PROPOSALS)
    ]
    return worlds[0] if weigh is None else worlds[drawn([weigh(world) for world in worlds], draws)]


def drawn(weights: Sequence[float], draws: Draws) -> int:
    """Returns a random place, in proportion to its weight. The greatest weight must be positive.

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
