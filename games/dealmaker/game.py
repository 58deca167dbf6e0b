"""Dealmaker as the kernel runs it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from games.dealmaker.board import (
    BACKS,
    BOX_TILES,
    CANCELLED,
    DISCARD,
    SETS,
    SIGHT,
    STOCK,
    TILES,
    DealmakerPublic,
    hand,
    present,
    prompt_of,
)
from games.dealmaker.clocks import Talk
from games.dealmaker.ending import over
from games.dealmaker.goods import DECK, TILES_ON_THE_TABLE
from games.dealmaker.market import Market
from games.dealmaker.options import DealmakerOptions
from games.dealmaker.pawn import free_pawn
from games.dealmaker.sales import Rush, SaleDeal, Sales, SalesIdle, SalesLimit, SalesTime
from games.dealmaker.setup import Ready, set_up
from games.dealmaker.trade import (
    Deal,
    Resume,
    SalesVote,
    StopVote,
    Trade,
    TradeIdle,
    TradeLimit,
    ask_for_votes,
    lapse,
    vote_of,
)
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.phase import Phase
from games.kernel.state import Json, Seat, Zone


class Dealmaker(Game):
    """Dealmaker, by the sheet of Escale à jeux; goods and tiles are a reconstruction."""

    key = "dealmaker"
    version = 2
    seats = range(3, 6)
    deck = DECK
    sight = SIGHT
    backs = BACKS
    sets = SETS
    options = DealmakerOptions
    public = DealmakerPublic
    phase_types: ClassVar[tuple[type[Phase], ...]] = (
        Ready, Trade, TradeIdle, TradeLimit, Talk, Deal, Resume, StopVote, SalesVote, Sales, SalesIdle, SalesTime,
        SalesLimit, Rush, SaleDeal,
    )  # fmt: skip

    def box(self, seats: int, options: Options) -> Iterable[Face]:
        assert isinstance(options, DealmakerOptions)
        return options.cards.faces()

    def attributes(self, options: Options) -> Mapping[Face, Mapping[str, Json]]:
        assert isinstance(options, DealmakerOptions)
        return options.cards.attributes

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        assert isinstance(options, DealmakerOptions)
        yield from (STOCK, DISCARD, TILES, BOX_TILES, CANCELLED)
        yield from (hand(seat) for seat in range(seats))
        yield from (Zone("won_open" if options.won_public else "won", seat) for seat in range(seats))

    def setup(self, dealer: Dealer) -> None:
        set_up(dealer)

    def bound(self, seats: int, options: Options) -> int:
        """Every deal, cancelled tile and stop achat begins a span; a span has so many words and idle acts, and each of
        these a vote or a deal with at most an answer of each seat and one of the clock. Both limits add a row each."""
        assert isinstance(options, DealmakerOptions)
        stops = sum(options.goods_counts.values()) // 2
        spans = TILES_ON_THE_TABLE + stops + 3
        return 2 + seats * (seats + 3) + spans * (options.max_announcements + (options.max_idle_acts + 1) * (seats + 3))

    def left(self, dealer: Dealer, seat: Seat) -> None:
        """His goods are discarded, his tiles stay scored, votes begin anew; one alone has nobody to trade with."""
        offers.forget(dealer, seat)
        dealer.move(dealer.state.cards(*hand(seat)), hand(seat), DISCARD)
        self.free_pawn(dealer, seat)
        if len(present(dealer.state)) < 2:
            over(dealer)
            return
        _let_go(dealer)
        _vote_again(dealer)
        self.settle(dealer)

    def free_pawn(self, dealer: Dealer, seat: Seat) -> None:
        """A leaver does not hold the pawn; nor does anybody when one alone is left."""
        free_pawn(dealer, seat)
        if len(present(dealer.state)) < 2:
            dealer.change(holders=(), seized=False)

    def settle(self, dealer: Dealer) -> None:
        """Ends the match if only the leaver did not want to end, or had a deal of the sales left.

        While the pawn is held nothing ends; the market settles when it goes on (`Market.resumed`).
        """
        for name in ("trade", "sales"):
            market = prompt_of(dealer.state, name)
            if market is not None and dealer.state.is_open(market):
                phase = self.phases[name]
                assert isinstance(phase, Market)
                phase.settle(dealer)


def _let_go(dealer: Dealer) -> None:
    """What only leavers were asked is closed."""
    for prompt in tuple(dealer.state.prompts.values()):
        asked = [other for other in prompt.seats if other not in dealer.state.public.left]
        if prompt.seats and not asked:
            dealer.close(prompt.id)


def _vote_again(dealer: Dealer) -> None:
    """An open vote begins anew among those present, if who proposed it is among them."""
    vote = vote_of(dealer.state)
    if vote is None:
        return
    lapse(dealer)
    if vote.data["proposer"] in present(dealer.state):
        ask_for_votes(dealer, StopVote if vote.phase == "stop_vote" else SalesVote, vote.data["proposer"])
