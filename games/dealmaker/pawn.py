"""Holding the pawn: how a deal is concluded before and during the sales, and what letting go costs."""

from __future__ import annotations

from collections.abc import Mapping

from games.dealmaker.board import TILES, discard_goods, won
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Phase, verb
from games.kernel.state import Json, Seat

# How many acts without a deal it counts as, to take the pawn and conclude nothing (ruling 24).
IDLE_ACTS_OF_A_HOLD = 20


class Holding(Phase):
    """A seat holds the pawn: it concludes a deal or lets go."""

    def take(self, dealer: Dealer, seat: Seat, tile: CardId, payment: Mapping[str, Json]) -> None:
        """Shows and discards the goods, announces the deal, takes the tile, lets go of the pawn (rules, 'Le deal')."""
        discard_goods(dealer, seat, payment)
        self.announce(dealer, seat, tile)
        dealer.move([tile], TILES, won(dealer.state, seat))
        self.let_go(dealer, seat)

    @verb
    def release(self, dealer: Dealer, seat: Seat) -> None:
        """Lets go of the pawn without a deal (rulings 7 and 13)."""
        self.let_go(dealer, seat)
        self.idle(dealer)

    def announce(self, dealer: Dealer, seat: Seat, tile: CardId) -> None:
        """Announces who has concluded which deal."""
        dealer.announce("deal", seat=seat, tile=dealer.state.face(tile))

    def let_go(self, dealer: Dealer, seat: Seat) -> None:
        """The seat does not hold the pawn any more."""
        free_pawn(dealer, seat)

    def idle(self, dealer: Dealer) -> None:
        """Counts a hold that came to nothing."""
        count_idle_hold(dealer)


def free_pawn(dealer: Dealer, seat: Seat) -> None:
    """Takes a seat out of those that hold the pawn."""
    dealer.change(holders=[other for other in dealer.state.public.holders if other != seat])


def count_idle_hold(dealer: Dealer) -> None:
    """Counts that the pawn was held for nothing; the act of taking it is counted already."""
    dealer.change(idle_acts=dealer.state.public.idle_acts + IDLE_ACTS_OF_A_HOLD - 1)
