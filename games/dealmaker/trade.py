"""Trade, the pawn and its deals, and the votes beside it (rules, 'Le deal')."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.dealmaker.board import (
    DISCARD,
    STOCK,
    TILES,
    goods_of,
    hand,
    options_of,
    payable,
    present,
    price,
    prompt_of,
)
from games.dealmaker.clocks import Clock, Limit, refresh, start_limit, stop, wind
from games.dealmaker.ending import all_agree, over
from games.dealmaker.goods import GOODS
from games.dealmaker.market import Market
from games.dealmaker.pawn import Holding
from games.dealmaker.sales import begin_sales, rest_from_the_pawn
from games.dealmaker.slot import GoodsPayment
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Cooldown, OpenPhase, Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Json, Prompt, Seat, State, Table
from games.kernel.template import Template, template
from games.kernel.view import View

CARDS_A_DEAL = 3
PROPOSALS = frozenset({"propose_stop", "propose_sales"})


class TradeIdle(Clock):
    """How long there may be neither trade nor deal before the table goes on by itself."""

    time = "idle_end"

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        go_on_unasked(dealer)


class TradeLimit(Limit):
    """How long there is trade before the sales, whatever happens (ruling 23)."""

    time = "trade_limit"

    def reached(self, dealer: Dealer) -> None:
        close_trade(dealer)


class Trade(Market):
    """Everybody at once: trade, take the pawn, propose a vote (rules, 'Déroulement')."""

    idle = TradeIdle
    clocks = (TradeIdle,)
    limit = TradeLimit

    def calls(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("grab")
        if view.size(*STOCK) == 0:
            yield from self.last_words(view)
        if vote_of(view) is None:
            yield template("propose_stop" if view.size(*STOCK) else "propose_sales")

    def idled(self, dealer: Dealer) -> None:
        go_on_unasked(dealer)

    def cooldown(self, table: Table, verb: str) -> Cooldown | None:
        if verb == "grab":
            return rest_from_the_pawn(table)
        return Cooldown(PROPOSALS, options_of(table).proposal_cooldown) if verb in PROPOSALS else None

    @verb
    def grab(self, dealer: Dealer, seat: Seat) -> None:
        """Takes the pawn: all trade stops, a vote lapses, one's own goods on offer come back (rules, 'Le deal')."""
        lapse(dealer)
        stop(dealer, TradeIdle)
        offers.withdraw_all(dealer, None if options_of(dealer.state).offers_on_grab == "void" else seat)
        dealer.change(holders=[seat])
        dealer.prompt(Deal, seat, after=options_of(dealer.state).pawn_time)

    @verb
    def propose_stop(self, dealer: Dealer, seat: Seat) -> None:
        """Proposes 'stop achat', if nobody wants to conclude a deal (rules, 'stop achat')."""
        ask_for_votes(dealer, StopVote, seat)

    @verb
    def propose_sales(self, dealer: Dealer, seat: Seat) -> None:
        """Proposes the sales, once the stock is empty (rules, 'Soldes')."""
        ask_for_votes(dealer, SalesVote, seat)


class Deal(Holding):
    """Who holds the pawn concludes a deal or lets go."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("release")
        goods, limits = goods_of(view, view.me), options_of(view).limits
        for tile in payable(view, view.me, at_sale=False):
            payment = GoodsPayment(GOODS, goods, [price(view, tile)], limits)
            yield template("conclude", tile=OneOf([tile]), payment=payment)

    @verb
    def conclude(self, dealer: Dealer, seat: Seat, tile: CardId, payment: Mapping[str, Json]) -> None:
        """Shows and discards the goods, takes the tile face down, draws three cards (rules, 'Le deal')."""
        self.take(dealer, seat, tile, payment)
        dealer.draw(CARDS_A_DEAL, STOCK, hand(seat))
        if not dealer.state.size(*TILES):
            over(dealer)
            return
        refresh(dealer, trade_of(dealer.state))
        ask_to_resume(dealer, seat)


class Resume(Phase):
    """Who interrupted the trade says 'reprise' (rules, 'Le deal'); asked only where that is agreed."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("resume")

    @verb
    def resume(self, dealer: Dealer, seat: Seat) -> None:
        """Says 'reprise'; trade goes on."""


# Votes


class Vote(OpenPhase):
    """Everybody must agree; one no, the pawn or the clock ends it. Trade goes on meanwhile."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("refuse")
        if view.me not in view.public.ayes:
            yield template("agree")

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        return tuple(seat for seat in present(table) if seat not in table.public.ayes)

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        lapse(dealer)

    @verb
    def agree(self, dealer: Dealer, seat: Seat, prompt: Prompt) -> None:
        """Says yes; when all have, it is carried."""
        ayes = (*dealer.state.public.ayes, seat)
        dealer.change(ayes=ayes)
        if all_agree(dealer.state, ayes):
            self.close(dealer)
            self.carried(dealer, prompt)

    @verb
    def refuse(self, dealer: Dealer, seat: Seat) -> None:
        """Says no, even after a yes; that ends the vote."""
        dealer.announce("refused", seat=seat)
        self.close(dealer)

    def close(self, dealer: Dealer) -> None:
        """The vote is over."""
        dealer.change(ayes=())
        dealer.close()

    def carried(self, dealer: Dealer, prompt: Prompt) -> None:
        """What was voted for happens."""
        raise NotImplementedError


class StopVote(Vote):
    """Shall everybody draw a card? (rules, 'stop achat')"""

    def carried(self, dealer: Dealer, prompt: Prompt) -> None:
        stop_achat(dealer)
        stop(dealer, TradeIdle)
        if not ask_to_resume(dealer, prompt.data["proposer"]):
            wind(dealer, trade_of(dealer.state), Trade.clocks)


class SalesVote(Vote):
    """Shall the sales begin? (rules, 'Soldes')"""

    def carried(self, dealer: Dealer, prompt: Prompt) -> None:
        if options_of(dealer.state).sales_need_nobody_can_pay and somebody_can_pay(dealer.state):
            dealer.announce("a_deal_is_still_possible")
        else:
            begin_sales(dealer, trade_of(dealer.state))


def vote_of(table: Table) -> Prompt | None:
    """The vote that is open; there is one at most."""
    return prompt_of(table, "stop_vote") or prompt_of(table, "sales_vote")


def ask_for_votes(dealer: Dealer, vote: type[Vote], proposer: Seat) -> None:
    """Opens a vote beside the trade; its proposer counts as a yes."""
    dealer.change(ayes=[proposer])
    trade = trade_of(dealer.state)
    seconds = options_of(dealer.state).vote_time
    dealer.prompt(vote, trade.seats, within=trade.id, after=seconds, beside=True, proposer=proposer)


def lapse(dealer: Dealer) -> None:
    """Ends an open vote without a result."""
    if (vote := vote_of(dealer.state)) is not None:
        dealer.announce("vote_lapsed")
        dealer.change(ayes=())
        dealer.close(vote.id)


# What happens to the table


def trade_of(table: Table) -> Prompt:
    """The prompt of the trade before the sales."""
    trade = prompt_of(table, "trade")
    assert trade is not None, "before the sales there is trade"
    return trade


def begin_trade(dealer: Dealer) -> None:
    """« Go »: from now on everybody plays at once, nobody first (rules, 'Mise en place')."""
    dealer.change(stage="trade")
    trade = dealer.state.prompts[dealer.prompt(Trade, range(dealer.state.seats))]
    refresh(dealer, trade)
    wind(dealer, trade, Trade.clocks)
    start_limit(dealer, trade, TradeLimit)


def stop_achat(dealer: Dealer) -> None:
    """Everybody draws a card; are there not enough, the whole stock is discarded (rules, 'stop achat')."""
    seats = present(dealer.state)
    stock = dealer.state.size(*STOCK)
    dealer.announce("stop_achat")
    if stock < len(seats):
        dealer.draw(stock, STOCK, DISCARD)
    else:
        for seat in seats:
            dealer.draw(1, STOCK, hand(seat))
    refresh(dealer, trade_of(dealer.state))


def go_on_unasked(dealer: Dealer) -> None:
    """After too long without a deal: stop achat without a vote, with an empty stock the sales (ruling 15)."""
    lapse(dealer)
    trade = trade_of(dealer.state)
    if dealer.state.size(*STOCK):
        stop_achat(dealer)
        wind(dealer, trade, Trade.clocks)
    else:
        begin_sales(dealer, trade)


def close_trade(dealer: Dealer) -> None:
    """The time for trade is up: the stock is discarded and the sales begin (ruling 23)."""
    lapse(dealer)
    dealer.draw(dealer.state.size(*STOCK), STOCK, DISCARD)
    begin_sales(dealer, trade_of(dealer.state))


def ask_to_resume(dealer: Dealer, seat: Seat) -> bool:
    """Whether trade waits until somebody says 'reprise' (option `manual_resume`)."""
    manual = options_of(dealer.state).manual_resume
    if manual:
        dealer.prompt(Resume, seat, after=options_of(dealer.state).resume_time)
    return manual


def somebody_can_pay(state: State) -> bool:
    """Whether anybody could conclude a deal at full price with what he holds."""
    return any(payable(state, seat, at_sale=False) for seat in present(state))
