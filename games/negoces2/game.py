"""Négoces 2 as a game of the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.game import Game, Length, Rematch
from games.kernel.offers import OfferTime
from games.kernel.options import Options
from games.kernel.phase import Phase
from games.kernel.state import Seat, State, Zone
from games.negoces2.auction import Auction, Series, set_up
from games.negoces2.board import MARKET, SEATS, SETS, SIGHT, NegocesPublic, hand, lot_down, lot_open, others, shown
from games.negoces2.deck import COINS_EACH, DECK
from games.negoces2.ending import Declare, Join
from games.negoces2.forced import Pick
from games.negoces2.negotiation import Negotiate, Patience
from games.negoces2.options import NegocesOptions
from games.negoces2.sale import Fair, Place, Sale

AUCTION_ACTS = COINS_EACH + 3
"""The maximum number of moves in the auction: bids rise by at least one up to fifteen, and three seats withdraw."""


class Negoces2(Game):
    """The rules of 2008 for four players, with the rulings of RULES.md."""

    key = "negoces2"
    version = 2
    seats = range(SEATS, SEATS + 1)
    deck = DECK
    sight = SIGHT
    sets = SETS
    options = NegocesOptions
    public = NegocesPublic
    length = Length(45)
    phase_types: ClassVar[tuple[type[Phase], ...]] = (
        Series,
        Auction,
        Fair,
        Sale,
        Place,
        Negotiate,
        Patience,
        OfferTime,
        Pick,
        Declare,
        Join,
    )

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        yield MARKET
        for seat in range(seats):
            yield from (hand(seat), lot_open(seat), lot_down(seat), shown(seat))

    def rematch(self, state: State) -> Rematch:
        """Returns a rematch in which all players keep their seats, and a winner starts (RULES.md, ruling A17)."""
        assert state.standings is not None, "only a finished match has a rematch"
        return Rematch(tuple(range(SEATS)), {"starters": list(state.standings[0])})

    def setup(self, dealer: Dealer) -> None:
        dealer.inside = dealer.state.prompts[dealer.prompt(Fair, ())]
        set_up(dealer)

    def bound(self, seats: int, options: NegocesOptions) -> int:  # type: ignore[override]
        """Returns the sum over sales of each seat's moves, withdrawn and expired offers, and other prompts."""
        negotiation = seats * 3 * (options.max_acts + 1) + 1
        return seats + AUCTION_ACTS + seats + options.max_sales * (negotiation + 3 + 2 * seats)

    def seat_resigned(self, dealer: Dealer, seat: Seat) -> None:
        """Withdraws the offer of a seat that resigns; chance forces its sale (RULES.md, 'Leaving')."""
        super().seat_resigned(dealer, seat)
        if dealer.state.is_over:
            return
        if dealer.state.public.seller != seat:
            offers.forget(dealer, seat)
            return
        for prompt in dealer.state.open_prompts:
            phase = self.phases[prompt.phase]
            if isinstance(phase, Negotiate):
                dealer.inside = prompt
                phase.expire(dealer, prompt)

    def blanks(self, options: NegocesOptions, viewer: Seat | None) -> Mapping[str, tuple[Seat, ...]]:  # type: ignore[override]
        """Returns other seats' hidden coins; with private coins, all coins of other seats (ruling A11)."""
        seats = tuple(range(SEATS) if viewer is None else others(viewer))
        fields = {"public": (), "player_choice": ("hidden_coins",), "private": ("coins", "hidden_coins")}
        return dict.fromkeys(fields[options.coins], seats)
