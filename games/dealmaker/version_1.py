"""What version 1 of these rules did differently; matches that began under it are still played and replayed by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.dealmaker import sales, trade
from games.dealmaker.board import prompt_of
from games.dealmaker.ending import all_agree, over
from games.dealmaker.game import Dealmaker
from games.dealmaker.market import Market
from games.dealmaker.options import A_DAY, AN_HOUR, DealmakerOptions, tiles_schema
from games.dealmaker.pawn import Holding
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.errors import Refusal
from games.kernel.offers import Offer
from games.kernel.options import setting, word
from games.kernel.state import Prompt, Seat, Table, Zone

BY_WEB = {
    "ready_time": A_DAY,
    "pawn_time": 12 * AN_HOUR,
    "resume_time": AN_HOUR,
    "vote_time": A_DAY,
    "rush_window": A_DAY,
    "sales_time": 3 * A_DAY,
    "idle_end": A_DAY,
}


@dataclass(frozen=True)
class DealmakerOptionsVersion1(DealmakerOptions):
    """Tiles may cost more than six units, and neither trade nor sales have a limit."""

    tiles: Any = setting("reconstruction", {"oneOf": [word("reconstruction"), tiles_schema(9)]})
    trade_limit: int | None = setting(None, {"type": "null"})
    sales_limit: int | None = setting(None, {"type": "null"})

    @classmethod
    def defaults(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return BY_WEB if given.get("pace") == "web" else {}

    def tile_refusals(self) -> list[Refusal]:
        return []


class MarketVersion1(Market):
    """To accept an offer, a seat withdraws none of its own but the one to which the offer is a counter."""

    def freed(self, table: Table, seat: Seat, offer: Offer) -> tuple[Offer, ...]:
        countered = offers.countered(table, offer, seat)
        return () if countered is None else (countered,)


class HoldingVersion1(Holding):
    """The pawn stays with its holders until trade goes on, and to hold it for nothing is one idle act."""

    def let_go(self, dealer: Dealer, seat: Seat) -> None:
        pass

    def idle(self, dealer: Dealer) -> None:
        pass


class Trade(MarketVersion1, trade.Trade):
    """The trade before the sales."""


class Deal(HoldingVersion1, trade.Deal):
    """The pawn before the sales."""


class Sales(MarketVersion1, sales.Sales):
    """The sales; when they are over, the pawn stays with its last holders."""

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        if not self.settle(dealer):
            super().resumed(dealer, prompt)


class Rush(sales.Rush):
    """A rush in which nobody claims a tile is one idle act."""

    def idle(self, dealer: Dealer) -> None:
        pass


class SaleDeal(HoldingVersion1, sales.SaleDeal):
    """A sale is not announced."""

    def announce(self, dealer: Dealer, seat: Seat, tile: CardId) -> None:
        pass


CHANGED = {"Trade": Trade, "Deal": Deal, "Sales": Sales, "Rush": Rush, "SaleDeal": SaleDeal}


class UnseenSwaps(Dealer):
    """Goods that an offer names change hands unseen."""

    def move_openly(self, cards: Iterable[CardId], src: Zone, way: Zone, dst: Zone) -> tuple[CardId, ...]:
        return self.move(cards, src, dst)


class DealmakerVersion1(Dealmaker):
    """The rules as first released."""

    version = 1
    dealer = UnseenSwaps
    sets = frozenset()  # hands, too, keep the order in which their cards come
    resigned_answers_count = True
    options = DealmakerOptionsVersion1
    phase_types = tuple(CHANGED.get(phase.__name__, phase) for phase in Dealmaker.phase_types)

    def free_pawn(self, dealer: Dealer, seat: Seat) -> None:
        """The pawn stays with its holders until trade goes on."""

    def settle(self, dealer: Dealer) -> None:
        """Ends the match even while the pawn is held, if all who stay in the trade have had enough."""
        state = dealer.state
        if prompt_of(state, "trade") is not None and all_agree(state, state.public.enough):
            over(dealer)
        else:
            super().settle(dealer)
