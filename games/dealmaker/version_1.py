"""Version 1 of these rules, for matches that began under it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.dealmaker import sales, trade
from games.dealmaker.board import prompt_of
from games.dealmaker.ending import all_agree, end_match
from games.dealmaker.game import Dealmaker
from games.dealmaker.market import Market
from games.dealmaker.options import A_DAY, AN_HOUR, DealmakerOptions, tiles_schema
from games.dealmaker.pawn import Holding
from games.dealmaker.version_2 import BareStops, DealmakerVersion2
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.errors import Refusal
from games.kernel.offers import Offer
from games.kernel.options import setting, word
from games.kernel.phase import Phase
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
    """Options that allow tiles of more than six units, and that do not limit the time of trade or sales."""

    tiles: Any = setting("reconstruction", {"oneOf": [word("reconstruction"), tiles_schema(9)]})
    trade_limit: int | None = setting(None, {"type": "null"})
    sales_limit: int | None = setting(None, {"type": "null"})

    @classmethod
    def defaults(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return BY_WEB if values.get("pace") == "web" else {}

    def tile_refusals(self) -> list[Refusal]:
        return []


class MarketVersion1(Market):
    """A market in which a seat that accepts a counter-offer withdraws only the offer that it counters."""

    def offers_to_withdraw(self, table: Table, seat: Seat, offer: Offer) -> tuple[Offer, ...]:
        countered = offers.countered(table, offer, seat)
        return () if countered is None else (countered,)


class HoldingVersion1(Holding):
    """A hold that keeps `holders` until trade continues; without a deal, it counts as one idle act."""

    def let_go(self, dealer: Dealer, seat: Seat) -> None:
        pass

    def count_as_idle(self, dealer: Dealer) -> None:
        pass


class Trade(MarketVersion1, trade.Trade):
    """The trade before the sales, under version 1."""


class Deal(HoldingVersion1, trade.Deal):
    """The deal of the pawn's holder before the sales, under version 1."""


class Sales(MarketVersion1, sales.Sales):
    """Sales that end before `holders` is cleared."""

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        if not self.end_if_done(dealer):
            super().resumed(dealer, prompt)


class Rush(sales.Rush):
    """A rush that, without a claim, counts as one idle act."""

    def count_as_idle(self, dealer: Dealer) -> None:
        pass


class SaleDeal(HoldingVersion1, sales.SaleDeal):
    """A sale that is not announced."""

    def announce(self, dealer: Dealer, seat: Seat, tile: CardId) -> None:
        pass


CHANGED: Mapping[type[Phase], type[Phase]] = {
    trade.Trade: Trade,
    trade.Deal: Deal,
    sales.Sales: Sales,
    sales.Rush: Rush,
    sales.SaleDeal: SaleDeal,
}


class UnseenSwaps(BareStops):
    """A dealer that does not show the goods of an accepted offer when they change hands."""

    def move_openly(self, cards: Iterable[CardId], src: Zone, way: Zone, dst: Zone) -> tuple[CardId, ...]:
        return self.move(cards, src, dst)


class DealmakerVersion1(DealmakerVersion2):
    """The rules as first released."""

    version = 1
    dealer = UnseenSwaps
    sets = frozenset()  # hands keep the order in which cards arrive
    keeps_resigned_answers = True
    options = DealmakerOptionsVersion1
    phase_types = tuple(CHANGED.get(phase, phase) for phase in Dealmaker.phase_types)

    def free_pawn(self, dealer: Dealer, seat: Seat) -> None:
        """Leaves `holders` unchanged until trade continues."""

    def end_if_done(self, dealer: Dealer) -> None:
        """Ends the match even while the pawn is held, if all present seats choose `enough` during the trade."""
        state = dealer.state
        if prompt_of(state, "trade") is not None and all_agree(state, state.public.enough):
            end_match(dealer)
        else:
            super().end_if_done(dealer)
