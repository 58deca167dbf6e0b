"""Version 1 of these rules, for matches that began under it."""

from __future__ import annotations

from typing import ClassVar

from games.kernel.dealer import Dealer
from games.kernel.phase import Phase
from games.monopoly_deal import turn
from games.monopoly_deal.game import MonopolyDeal
from games.monopoly_deal.winning import end_drawn


class Turn(turn.Turn):
    """A turn in which a lone hotel stays until colours are named, and the limits always end in a draw."""

    def clear(self, dealer: Dealer) -> None:
        """Leaves lone hotels in place until the groups are rearranged."""

    def end_at_limit(self, dealer: Dealer, reason: str) -> None:
        end_drawn(dealer, reason)


class MonopolyDealVersion1(MonopolyDeal):
    """The rules as first released."""

    version = 1
    sets = frozenset()  # hands keep the order in which cards arrive
    phase_types: ClassVar[tuple[type[Phase], ...]] = tuple(
        Turn if phase is turn.Turn else phase for phase in MonopolyDeal.phase_types
    )
    keeps_resigned_answers = True
