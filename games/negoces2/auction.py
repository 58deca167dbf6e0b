"""The first round: the deal of complete series, and the auction of the contraband (rules, 'Premier tour')."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.game import BOX
from games.kernel.phase import Phase, verb
from games.kernel.slots import Integer, Subset
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.negoces2.board import MARKET, SEATS, clockwise, hand, purse
from games.negoces2.coins import spend
from games.negoces2.deck import CONTRABAND, GOODS


class Series(Phase):
    """The choice of two of the remaining series, by the seat in turn (ruling A19, option `series`: chosen)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        left = tuple(good for good in GOODS if any(view.face(card) == good for card in view.cards("box")))
        yield template("take_series", goods=Subset(left, range(2, 3)))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if refusal.slot != "goods":
            return None
        return because("two_series" if refusal.code == "wrong_size" else "series_gone")

    @verb
    def take_series(self, dealer: Dealer, seat: Seat, goods: Sequence[Face]) -> None:
        """Takes all four cards of each of two goods (rules, 'Mise en place'; ruling A19)."""
        for good in goods:
            deal_series(dealer, seat, good)
        if dealer.state.size("box"):
            dealer.prompt(Series, next(clockwise(seat)), after=dealer.state.options.answer_deadline)
        else:
            open_auction(dealer, next(clockwise(seat)))


class Auction(Phase):
    """The bidding for the contraband (rules, 'Premier tour : vente aux enchères')."""

    unusable_card_reason = because("coins_alone")

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        high = view.public.high
        if not high:
            yield template("bid", coins=Integer(1, 1))
            return
        yield template("withdraw")
        yield template("bid", coins=Integer(high + 1, min(high + 2, purse(view, view.me))))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        high = view.public.high
        if not high:
            return because("first_bid")
        if move.verb != "bid":
            return None
        return because("bid_by_one_or_two", high=high) if refusal.slot else because("no_more_coins")

    @verb
    def bid(self, dealer: Dealer, seat: Seat, coins: int) -> None:
        """Raises the bid by one or two; the first bid is one (N7, N8)."""
        dealer.change(high=coins, bidder=seat)
        next_bidder(dealer, seat)

    @verb
    def withdraw(self, dealer: Dealer, seat: Seat) -> None:
        """Leaves the auction for good (N8)."""
        dealer.change(withdrawn=(*dealer.state.public.withdrawn, seat))
        next_bidder(dealer, seat)


def set_up(dealer: Dealer) -> None:
    """Lays out the contraband, draws the starter, and deals two series to each seat (N4 to N7; A16, A17, A19)."""
    box = dealer.state.cards("box")
    dealer.move([card for card in box if dealer.state.face(card) == CONTRABAND], BOX, MARKET)
    starters = dealer.state.options.starters or range(SEATS)
    starter = starters[dealer.roll("starter", len(starters))]
    if dealer.state.options.series == "chosen":
        dealer.prompt(Series, starter, after=dealer.state.options.answer_deadline)
        return
    goods = list(GOODS)
    for place in range(len(GOODS)):
        deal_series(dealer, place // 2, goods.pop(dealer.roll("series", len(goods))))
    open_auction(dealer, starter)


def deal_series(dealer: Dealer, seat: Seat, good: Face) -> None:
    """Deals all cards of a good to a seat and announces it."""
    cards = [card for card in dealer.state.cards("box") if dealer.state.face(card) == good]
    dealer.move(cards, BOX, hand(seat))
    dealer.announce("took_series", seat=seat, good=good)


def open_auction(dealer: Dealer, starter: Seat) -> None:
    """Prompts the first bidder, whose only move is a bid of one."""
    dealer.prompt(Auction, starter, after=dealer.state.options.answer_deadline)


def next_bidder(dealer: Dealer, seat: Seat) -> None:
    """Prompts the next seat that can pay a higher bid and has not withdrawn (ruling A15)."""
    public = dealer.state.public
    for other in clockwise(seat):
        if other == public.bidder:
            return hammer(dealer)
        if other not in public.withdrawn and purse(dealer.state, other) > public.high:
            dealer.prompt(Auction, other, after=dealer.state.options.answer_deadline)
            return None
    raise AssertionError("the highest bidder is among the seats")


def hammer(dealer: Dealer) -> None:
    """Gives the contraband to the highest bidder; the coins paid leave the game (N9)."""
    public = dealer.state.public
    spend(dealer, public.bidder, public.high)
    dealer.change(price=public.high)
    dealer.move(dealer.state.cards("market"), MARKET, hand(public.bidder))
    dealer.announce("auctioned", seat=public.bidder, coins=public.high)
