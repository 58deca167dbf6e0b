"""The prompt to the holder of the pawn, before and during the sales: conclude a deal, or let go."""

from __future__ import annotations

from collections.abc import Mapping

from games.dealmaker.board import TILES, discard_goods, won
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Phase, verb
from games.kernel.state import Json, Seat

# A hold of the pawn without a deal counts as this number of idle acts (ruling 24).
IDLE_ACTS_OF_A_HOLD = 20


class Holding(Phase):
    """The choice of the seat with the pawn to conclude a deal or to let go."""

    def conclude_deal(self, dealer: Dealer, seat: Seat, tile: CardId, payment: Mapping[str, Json]) -> None:
        """Discards the goods openly, announces the deal, takes the tile and frees the pawn (rules, 'Le deal')."""
        discard_goods(dealer, seat, payment)
        self.announce(dealer, seat, tile)
        dealer.move([tile], TILES, won(dealer.state, seat))
        self.let_go(dealer, seat)

    @verb
    def release(self, dealer: Dealer, seat: Seat) -> None:
        """Lets go of the pawn without a deal (rulings 7 and 13)."""
        self.let_go(dealer, seat)
        self.count_as_idle(dealer)

    def announce(self, dealer: Dealer, seat: Seat, tile: CardId) -> None:
        """Announces the deal to all."""
        dealer.announce("deal", seat=seat, tile=dealer.state.face(tile))

    def let_go(self, dealer: Dealer, seat: Seat) -> None:
        """Takes the pawn from the seat."""
        free_pawn(dealer, seat)

    def count_as_idle(self, dealer: Dealer) -> None:
        """Counts a hold without a deal as idle acts."""
        count_idle_hold(dealer)


def free_pawn(dealer: Dealer, seat: Seat) -> None:
    """Removes a seat from the holders of the pawn."""
    dealer.change(holders=[other for other in dealer.state.public.holders if other != seat])


def count_idle_hold(dealer: Dealer) -> None:
    """Counts a hold without a deal as idle acts. The act of taking the pawn is already counted."""
    dealer.change(idle_acts=dealer.state.public.idle_acts + IDLE_ACTS_OF_A_HOLD - 1)
