"""What version 1 of these rules did differently; matches that began under it are still played and replayed by it."""

from __future__ import annotations

from typing import ClassVar

from games.kernel.dealer import Dealer
from games.kernel.phase import Phase
from games.monopoly_deal import turn
from games.monopoly_deal.game import MonopolyDeal
from games.monopoly_deal.winning import end_drawn


class Turn(turn.Turn):
    """A hotel without its house stays until all colours are named, and a limit draws the match for everybody."""

    def clear(self, dealer: Dealer) -> None:
        """Nothing comes off before the groups are put in order."""

    def end_at_limit(self, dealer: Dealer, reason: str) -> None:
        end_drawn(dealer, reason)


class MonopolyDealVersion1(MonopolyDeal):
    """The rules as first released."""

    version = 1
    sets = frozenset()  # hands, too, keep the order in which their cards come
    phase_types: ClassVar[tuple[type[Phase], ...]] = tuple(
        Turn if phase is turn.Turn else phase for phase in MonopolyDeal.phase_types
    )
    resigned_answers_count = True
