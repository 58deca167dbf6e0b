"""Trade before the sales, and the deals of the seat that takes the pawn (rules, 'Le deal')."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from games.dealmaker.board import (
    DISCARD,
    STOCK,
    TILES,
    goods_held,
    hand,
    options_of,
    payable_tiles,
    present,
    price,
)
from games.dealmaker.clocks import StageClock, StageLimit, restart_clocks, start_limit, stop_clocks
from games.dealmaker.ending import end_match
from games.dealmaker.goods import GOODS
from games.dealmaker.market import Market
from games.dealmaker.pawn import Holding
from games.dealmaker.reasons import why_not_this_tile
from games.dealmaker.sales import begin_sales, pawn_cooldown
from games.dealmaker.slot import GoodsPayment
from games.dealmaker.talk import begin_span
from games.dealmaker.votes import Vote, lapse_vote, start_vote, trade_of, vote_of
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import Cooldown, Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Json, Move, Prompt, Seat, State, Table
from games.kernel.template import Template, template
from games.kernel.view import View

CARDS_A_DEAL = 3
PROPOSALS = frozenset({"propose_stop", "propose_sales"})


class TradeIdle(StageClock):
    """The clock after which the table continues automatically, without a trade or a deal (ruling 15)."""

    option = "idle_end"

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        go_on_without_vote(dealer)


class TradeLimit(StageLimit):
    """The limit on the whole time of trade (ruling 23)."""

    option = "trade_limit"

    def when_time_is_up(self, dealer: Dealer) -> None:
        close_trade(dealer)


class Trade(Market):
    """The prompt in which all seats trade simultaneously, take the pawn or propose a vote (rules, 'Déroulement')."""

    idle = TradeIdle
    clocks: ClassVar[tuple[type[StageClock], ...]] = (TradeIdle,)
    limit = TradeLimit

    def other_templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("grab")
        if view.size(*STOCK) == 0:
            yield from self.ending_templates(view)
        if vote_of(view) is None:
            yield template("propose_stop" if view.size(*STOCK) else "propose_sales")

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if move.verb in PROPOSALS:
            if vote_of(view) is not None:
                return because("vote_is_on")
            return because("stock_left" if move.verb == "propose_sales" else "stock_empty")
        if move.verb == "enough" and view.size(*STOCK):
            return because("not_now_enough")
        return super().reason(view, prompt, move, refusal)

    def when_idle(self, dealer: Dealer) -> None:
        go_on_without_vote(dealer)

    def cooldown(self, table: Table, verb: str) -> Cooldown | None:
        if verb == "grab":
            return pawn_cooldown(table)
        return Cooldown(PROPOSALS, options_of(table).proposal_cooldown) if verb in PROPOSALS else None

    @verb
    def grab(self, dealer: Dealer, seat: Seat) -> None:
        """Takes the pawn: trade stops, an open vote lapses, its offers are withdrawn (rules, 'Le deal'; ruling 6)."""
        lapse_vote(dealer)
        stop_clocks(dealer, TradeIdle)
        offers.withdraw_all(dealer, None if options_of(dealer.state).offers_on_grab == "void" else seat)
        dealer.change(holders=[seat])
        dealer.prompt(Deal, seat, after=options_of(dealer.state).pawn_time)

    @verb
    def propose_stop(self, dealer: Dealer, seat: Seat) -> None:
        """Proposes that everybody draws a card (rules, 'stop achat')."""
        start_vote(dealer, StopVote, seat)

    @verb
    def propose_sales(self, dealer: Dealer, seat: Seat) -> None:
        """Proposes to begin the sales, if the stock is empty (rules, 'Soldes')."""
        start_vote(dealer, SalesVote, seat)


class Deal(Holding):
    """The choice of the seat with the pawn to conclude a deal or to let go."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("release")
        goods, limits = goods_held(view, view.me), options_of(view).limits
        for tile in payable_tiles(view, view.me, at_sale=False):
            payment = GoodsPayment(GOODS, goods, [price(view, tile)], limits)
            yield template("conclude", tile=OneOf([tile]), payment=payment)

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if move.verb != "conclude" or refusal.slot == "payment":
            return None
        return why_not_this_tile(view, move.args["tile"]) if refusal.slot == "tile" else because("cannot_pay")

    @verb
    def conclude(self, dealer: Dealer, seat: Seat, tile: CardId, payment: Mapping[str, Json]) -> None:
        """Discards the goods openly, takes the tile face down and draws three cards (rules, 'Le deal')."""
        self.conclude_deal(dealer, seat, tile, payment)
        dealer.draw(CARDS_A_DEAL, STOCK, hand(seat))
        if not dealer.state.size(*TILES):
            end_match(dealer)
            return
        begin_span(dealer, trade_of(dealer.state))
        prompt_resume(dealer, seat)


class Resume(Phase):
    """A prompt to say 'reprise', for the seat that stopped trade (rules, 'Le deal'; only with `manual_resume`)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("resume")

    @verb
    def resume(self, dealer: Dealer, seat: Seat) -> None:
        """Says 'reprise'; trade continues."""


class StopVote(Vote):
    """A vote on whether everybody draws a card (rules, 'stop achat')."""

    def carried(self, dealer: Dealer, prompt: Prompt) -> None:
        stop_achat(dealer)
        stop_clocks(dealer, TradeIdle)
        if not prompt_resume(dealer, prompt.data["proposer"]):
            restart_clocks(dealer, trade_of(dealer.state), Trade.clocks)


class SalesVote(Vote):
    """A vote on whether the sales begin (rules, 'Soldes')."""

    def carried(self, dealer: Dealer, prompt: Prompt) -> None:
        if options_of(dealer.state).sales_need_nobody_can_pay and somebody_can_pay(dealer.state):
            dealer.announce("a_deal_is_still_possible")
        else:
            begin_sales(dealer, trade_of(dealer.state))


# Changes of the table


def begin_trade(dealer: Dealer) -> None:
    """Opens the trade for all seats simultaneously (rules, 'Mise en place')."""
    dealer.change(stage="trade")
    trade = dealer.state.prompts[dealer.prompt(Trade, range(dealer.state.seats))]
    begin_span(dealer, trade)
    restart_clocks(dealer, trade, Trade.clocks)
    start_limit(dealer, trade, TradeLimit)


def stop_achat(dealer: Dealer) -> None:
    """Deals a card to each seat, or discards the whole stock if it is too short (rules, 'stop achat')."""
    seats = present(dealer.state)
    stock = dealer.state.size(*STOCK)
    if stock < len(seats):
        dealer.announce("stop_achat", drawn=0, discarded=stock)
        dealer.draw(stock, STOCK, DISCARD)
    else:
        dealer.announce("stop_achat", drawn=len(seats), discarded=0)
        for seat in seats:
            dealer.draw(1, STOCK, hand(seat))
    begin_span(dealer, trade_of(dealer.state))


def go_on_without_vote(dealer: Dealer) -> None:
    """Continues without a vote: stop achat, or the sales if the stock is empty (ruling 15)."""
    lapse_vote(dealer)
    trade = trade_of(dealer.state)
    if dealer.state.size(*STOCK):
        stop_achat(dealer)
        restart_clocks(dealer, trade, Trade.clocks)
    else:
        begin_sales(dealer, trade)


def close_trade(dealer: Dealer) -> None:
    """Discards the stock and begins the sales when the time for trade is up (ruling 23)."""
    lapse_vote(dealer)
    dealer.draw(dealer.state.size(*STOCK), STOCK, DISCARD)
    begin_sales(dealer, trade_of(dealer.state))


def prompt_resume(dealer: Dealer, seat: Seat) -> bool:
    """Prompts a seat to say 'reprise' if the option `manual_resume` is set; returns whether it is set."""
    options = options_of(dealer.state)
    if options.manual_resume:
        dealer.prompt(Resume, seat, after=options.resume_time)
    return options.manual_resume


def somebody_can_pay(state: State) -> bool:
    """Returns whether any seat can pay a full price with its goods."""
    return any(payable_tiles(state, seat, at_sale=False) for seat in present(state))
