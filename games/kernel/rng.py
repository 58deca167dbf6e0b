"""The randomness of a match, which playouts and tests extend; `games.kernel.draws` defines the draws."""

from __future__ import annotations

from games.kernel.draws import Draw, Draws, policy_draws, shuffled

__all__ = ["Draw", "Draws", "Rng", "policy_draws", "shuffled"]


class Rng:
    """A match's source of randomness. Only dealers and simulations hold one.

    match_seed: 32 bytes, secret until the match is over.
    """

    __slots__ = ("_match_seed",)

    def __init__(self, match_seed: bytes) -> None:
        self._match_seed = match_seed

    def draw(self, number: int, label: str) -> Draw:
        """Returns the draw with that number (tt1: k) and label."""
        return Draw(self._match_seed, number, label)

    def __repr__(self) -> str:
        return "Rng(<secret>)"
