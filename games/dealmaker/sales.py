"""The sales: trade continues, and each player may conclude one more deal at one good less (rules, 'Soldes')."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from games.dealmaker.board import (
    CANCELLED,
    TILES,
    entitled,
    goods_held,
    options_of,
    payable_tiles,
    prices,
)
from games.dealmaker.clocks import StageClock, StageLimit, restart_clocks, start_limit, stop_clocks
from games.dealmaker.ending import all_agree, end_match
from games.dealmaker.goods import GOODS
from games.dealmaker.market import Market
from games.dealmaker.pawn import Holding, count_idle_hold
from games.dealmaker.reasons import why_not_this_tile
from games.dealmaker.slot import GoodsPayment
from games.dealmaker.talk import begin_span
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import Cooldown, SealedPhase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Json, Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


class SalesIdle(StageClock):
    """The clock that ends the sales after a time without a trade or a deal."""

    option = "idle_end"

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        end_match(dealer)


class SalesTime(StageClock):
    """The clock that ends the sales; it stops while the pawn is held (rules, 'Soldes': they are brief)."""

    option = "sales_time"

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        end_match(dealer)


class SalesLimit(StageLimit):
    """The limit on the whole time of the sales (ruling 23)."""

    option = "sales_limit"

    def when_time_is_up(self, dealer: Dealer) -> None:
        end_match(dealer)


class Sales(Market):
    """A market with a rush on the pawn for the last deals."""

    anonymous = frozenset({"seize"})
    idle = SalesIdle
    clocks: ClassVar[tuple[type[StageClock], ...]] = (SalesIdle, SalesTime)
    limit = SalesLimit

    def other_templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield from self.ending_templates(view)
        if view.me not in entitled(view):
            return
        yield template("waive")
        tiles = payable_tiles(view, view.me, at_sale=True)
        if tiles and options_of(view).rush_window:
            yield template("seize")
        elif tiles:
            yield template("grab_tile", tile=OneOf(tiles))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if move.verb in ("waive", "seize", "grab_tile") and view.me not in entitled(view):
            return because("sale_is_used")
        if move.verb in ("seize", "grab_tile"):
            return why_not_this_tile(view, move.args["tile"]) if refusal.slot == "tile" else because("cannot_pay")
        return super().reason(view, prompt, move, refusal)

    def when_idle(self, dealer: Dealer) -> None:
        end_match(dealer)

    def cooldown(self, table: Table, verb: str) -> Cooldown | None:
        return pawn_cooldown(table) if verb in ("seize", "grab_tile") else None

    def is_done(self, table: Table) -> bool:
        return sales_are_over(table)

    @verb
    def waive(self, dealer: Dealer, seat: Seat) -> None:
        """Waives the seat's sale deal. The game is over when no seat has a sale deal left (rules, 'Déroulement')."""
        dealer.change(waived=(*dealer.state.public.waived, seat))
        self.end_if_done(dealer)

    @verb
    def seize(self, dealer: Dealer, seat: None) -> None:
        """Seizes the pawn: trade stops; each seat with a sale deal secretly claims a tile (rules, 'Soldes')."""
        stop_trade(dealer)
        dealer.change(seized=True)
        dealer.prompt(Rush, entitled(dealer.state), after=options_of(dealer.state).rush_window)

    @verb
    def grab_tile(self, dealer: Dealer, seat: Seat, tile: CardId) -> None:
        """Takes the pawn for a tile: first come, first served (option `rush_window` 0)."""
        stop_trade(dealer)
        begin_sale_deals(dealer, {seat: tile})


class Rush(SealedPhase):
    """A sealed prompt in which each seat with a sale deal claims a tile, or none (rules, 'Soldes'; ruling 12)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("hands_off")
        if view.me not in view.public.left and (tiles := payable_tiles(view, view.me, at_sale=True)):
            yield template("claim", tile=OneOf(tiles))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if move.verb != "claim":
            return None
        return why_not_this_tile(view, move.args["tile"]) if refusal.slot == "tile" else because("cannot_pay")

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Shows all claims. A tile with one claim may be bought; several claims cancel each other (rules, 'Soldes')."""
        left = dealer.state.public.left
        claims = {s: move.args["tile"] for s, move in answers.items() if move.verb == "claim" and s not in left}
        named = [{"seat": seat, "tile": dealer.state.face(tile)} for seat, tile in claims.items()]
        dealer.announce("claims", claims=named)
        dealer.change(seized=False)
        claimants = Counter(claims.values())
        for tile in (tile for tile, number in claimants.items() if number > 1):
            _cancel(dealer, prompt, tile, [seat for seat, claimed in claims.items() if claimed == tile])
        begin_sale_deals(dealer, {seat: tile for seat, tile in claims.items() if claimants[tile] == 1})
        if not claims:
            self.count_as_idle(dealer)

    def count_as_idle(self, dealer: Dealer) -> None:
        """Counts a rush without a claim as idle acts."""
        count_idle_hold(dealer)


class SaleDeal(Holding):
    """The choice of a tile's only claimant: pay one good less, or let go and keep the sale deal (ruling 13)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        goods, reduced = goods_held(view, view.me), prices(view, prompt.data["tile"], at_sale=True)
        yield template("release")
        yield template("pay", payment=GoodsPayment(GOODS, goods, reduced, options_of(view).limits))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return because("cannot_pay") if move.verb == "pay" and not refusal.slot else None

    @verb
    def pay(self, dealer: Dealer, seat: Seat, payment: Mapping[str, Json]) -> None:
        """Discards the goods openly and takes the tile; nothing is drawn (rules, 'Soldes')."""
        prompt = dealer.current
        self.conclude_deal(dealer, seat, prompt.data["tile"], payment)
        dealer.change(sales_used=(*dealer.state.public.sales_used, seat))
        begin_span(dealer, dealer.state.prompts[_sales(prompt)])


def begin_sales(dealer: Dealer, trade: Prompt) -> None:
    """Ends the trade and begins the sales; offers stay open."""
    dealer.close(trade.id)
    dealer.announce("sales")
    dealer.change(stage="sales")
    sales = dealer.state.prompts[dealer.prompt(Sales, range(dealer.state.seats))]
    begin_span(dealer, sales)
    restart_clocks(dealer, sales, Sales.clocks)
    start_limit(dealer, sales, SalesLimit)


def sales_are_over(table: Table) -> bool:
    """Returns whether no tile or no sale deal is left, or all seats have chosen `enough` (rules, 'Déroulement')."""
    return not table.size(*TILES) or not entitled(table) or all_agree(table, table.public.enough)


def pawn_cooldown(table: Table) -> Cooldown:
    """Returns the wait of a seat that lets go of the pawn, or that claims nothing in a rush (ruling 7).

    The seat that seized the pawn must stay unknown, so every seat that claims nothing waits.
    """
    return Cooldown(frozenset({"release", "hands_off"}), options_of(table).grab_cooldown)


def stop_trade(dealer: Dealer) -> None:
    """Stops the clocks while the pawn is held; offers stay open, or are withdrawn if the option says so."""
    stop_clocks(dealer, SalesIdle, SalesTime)
    if options_of(dealer.state).offers_on_grab == "void":
        offers.withdraw_all(dealer)


def begin_sale_deals(dealer: Dealer, claims: Mapping[Seat, CardId]) -> None:
    """Gives the pawn to each of these seats for its tile, and withdraws the seats' offers."""
    dealer.change(holders=list(claims))
    for seat, tile in claims.items():
        offers.withdraw_all(dealer, seat)
        dealer.prompt(SaleDeal, seat, after=options_of(dealer.state).pawn_time, tile=tile)


def _cancel(dealer: Dealer, rush: Prompt, tile: CardId, rivals: list[Seat]) -> None:
    dealer.announce("cancelled", tile=dealer.state.face(tile), seats=rivals)
    dealer.move([tile], TILES, CANCELLED)
    if options_of(dealer.state).rush_uses_sale:
        dealer.change(sales_used=(*dealer.state.public.sales_used, *rivals))
    begin_span(dealer, dealer.state.prompts[_sales(rush)])


def _sales(inner: Prompt) -> int:
    assert inner.parent is not None, "a rush and its deals lie within the sales"
    return inner.parent
