"""Version 3 of these rules, for matches that began under it."""

from __future__ import annotations

from dataclasses import dataclass

from games.great_dalmuti.game import GreatDalmuti
from games.great_dalmuti.options import SWAP_SEATS, DalmutiOptions
from games.kernel.errors import Refusal
from games.kernel.game import Rematch
from games.kernel.state import State


@dataclass(frozen=True)
class DalmutiOptionsVersion3(DalmutiOptions):
    """Options that also allow the commoners' swap with four or five seats, where it has no effect."""

    def swap_refusals(self, seats: int) -> list[Refusal]:
        return []


class GreatDalmutiVersion3(GreatDalmuti):
    """The rules as released third."""

    version = 3
    options = DalmutiOptionsVersion3

    def rematch(self, state: State) -> Rematch:
        """Returns a rematch by the present rules, without a swap that had no effect."""
        order, options = super().rematch(state)
        return Rematch(order, options if state.seats >= SWAP_SEATS else {**options, "commoner_swap": False})
