"""Dealmaker's declaration for the kernel: its parts, its bound, and the effect of a resignation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

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
from games.dealmaker.ending import end_match
from games.dealmaker.goods import DECK, TILES_ON_THE_TABLE
from games.dealmaker.options import DealmakerOptions
from games.dealmaker.pawn import free_pawn
from games.dealmaker.sales import Rush, SaleDeal, Sales, SalesIdle, SalesLimit, SalesTime
from games.dealmaker.setup import Ready, set_up
from games.dealmaker.talk import Talk
from games.dealmaker.trade import Deal, Resume, SalesVote, StopVote, Trade, TradeIdle, TradeLimit
from games.dealmaker.votes import lapse_vote, start_vote, vote_of
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.game import Game, Length
from games.kernel.options import Options
from games.kernel.phase import Phase
from games.kernel.state import Json, Seat, Zone


class Dealmaker(Game):
    """Dealmaker, by the rule sheet of Escale à jeux; goods and tiles are a reconstruction."""

    key = "dealmaker"
    version = 3
    seats = range(3, 6)
    deck = DECK
    sight = SIGHT
    backs = BACKS
    sets = SETS
    options = DealmakerOptions
    public = DealmakerPublic
    length = Length(25)
    phase_types: ClassVar[tuple[type[Phase], ...]] = (
        Ready,
        Trade,
        TradeIdle,
        TradeLimit,
        Talk,
        Deal,
        Resume,
        StopVote,
        SalesVote,
        Sales,
        SalesIdle,
        SalesTime,
        SalesLimit,
        Rush,
        SaleDeal,
    )

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
        """Returns the number of spans times their length (RULES.md, 'How long it can last').

        A span consists of announcements and idle acts. Each act may lead to a vote or a deal, with at most one answer
        from each seat and one from the clock. Both limits add an event each.
        """
        assert isinstance(options, DealmakerOptions)
        stops = sum(options.goods_counts.values()) // 2
        spans = TILES_ON_THE_TABLE + stops + 3
        return 2 + seats * (seats + 3) + spans * (options.max_announcements + (options.max_idle_acts + 1) * (seats + 3))

    def seat_resigned(self, dealer: Dealer, seat: Seat) -> None:
        """Discards the seat's goods but not its tiles, restarts an open vote, and ends the game if one seat is left."""
        offers.forget(dealer, seat)
        dealer.move(dealer.state.cards(*hand(seat)), hand(seat), DISCARD)
        self.free_pawn(dealer, seat)
        if len(present(dealer.state)) < 2:
            end_match(dealer)
            return
        _close_prompts_without_seats(dealer)
        _restart_vote(dealer)
        self.end_if_done(dealer)

    def free_pawn(self, dealer: Dealer, seat: Seat) -> None:
        """Takes the pawn from a seat that resigns, and from all seats when only one is left."""
        free_pawn(dealer, seat)
        if len(present(dealer.state)) < 2:
            dealer.change(holders=(), seized=False)

    def end_if_done(self, dealer: Dealer) -> None:
        """Ends the match if only the resigned seat still opposed the end, or only it had a sale deal left.

        The match does not end while the pawn is held: the market checks again when it continues (`Market.resumed`).
        """
        for name in ("trade", "sales"):
            market = prompt_of(dealer.state, name)
            if market is not None and dealer.state.is_open(market):
                phase: Any = self.phases[name]
                phase.end_if_done(dealer)


def _close_prompts_without_seats(dealer: Dealer) -> None:
    """Closes the prompts whose seats have all resigned."""
    for prompt in tuple(dealer.state.prompts.values()):
        remaining = [other for other in prompt.seats if other not in dealer.state.public.left]
        if prompt.seats and not remaining:
            dealer.close(prompt.id)


def _restart_vote(dealer: Dealer) -> None:
    """Restarts an open vote among the present seats, unless its proposer has resigned."""
    vote = vote_of(dealer.state)
    if vote is None:
        return
    lapse_vote(dealer)
    if vote.data["proposer"] in present(dealer.state):
        start_vote(dealer, StopVote if vote.phase == "stop_vote" else SalesVote, vote.data["proposer"])
