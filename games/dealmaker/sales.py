"""The sales: trade goes on, and everybody may conclude one deal more at one good less (rules, 'Soldes')."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from games.dealmaker.board import (
    CANCELLED,
    TILES,
    entitled,
    goods_of,
    options_of,
    payable,
    prices,
)
from games.dealmaker.clocks import Clock, Limit, refresh, start_limit, stop, wind
from games.dealmaker.ending import all_agree, over
from games.dealmaker.goods import GOODS
from games.dealmaker.market import Market
from games.dealmaker.pawn import Holding, count_idle_hold
from games.dealmaker.slot import GoodsPayment
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Cooldown, SealedPhase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Json, Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


class SalesIdle(Clock):
    """How long the sales last without a trade or a deal."""

    time = "idle_end"

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        over(dealer)


class SalesTime(Clock):
    """How long the sales last: they are brief (rules, 'Soldes')."""

    time = "sales_time"

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        over(dealer)


class SalesLimit(Limit):
    """How long the sales last in all, whatever happens (ruling 23)."""

    time = "sales_limit"

    def reached(self, dealer: Dealer) -> None:
        over(dealer)


class Sales(Market):
    """Trade, and a rush on the pawn for the last deals."""

    anonymous = frozenset({"seize"})
    idle = SalesIdle
    clocks = (SalesIdle, SalesTime)
    limit = SalesLimit

    def calls(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield from self.last_words(view)
        if view.me not in entitled(view):
            return
        yield template("waive")
        tiles = payable(view, view.me, at_sale=True)
        if tiles and options_of(view).rush_window:
            yield template("seize")
        elif tiles:
            yield template("grab_tile", tile=OneOf(tiles))

    def idled(self, dealer: Dealer) -> None:
        over(dealer)

    def cooldown(self, table: Table, verb: str) -> Cooldown | None:
        return rest_from_the_pawn(table) if verb in ("seize", "grab_tile") else None

    def is_done(self, table: Table) -> bool:
        return sales_are_over(table)

    @verb
    def waive(self, dealer: Dealer, seat: Seat) -> None:
        """Gives up one's deal of the sales; when nobody has one left, the game is over (rules, 'Déroulement')."""
        dealer.change(waived=(*dealer.state.public.waived, seat))
        self.settle(dealer)

    @verb
    def seize(self, dealer: Dealer, seat: None) -> None:
        """Seizes the pawn: trade stops, and whoever still has his deal says unseen for which tile (rules, 'Soldes')."""
        freeze(dealer)
        dealer.change(seized=True)
        dealer.prompt(Rush, entitled(dealer.state), after=options_of(dealer.state).rush_window)

    @verb
    def grab_tile(self, dealer: Dealer, seat: Seat, tile: CardId) -> None:
        """Takes the pawn for a tile: first come, first served, where no window is agreed (option `rush_window` 0)."""
        freeze(dealer)
        hold(dealer, {seat: tile})


class Rush(SealedPhase):
    """Everybody whose deal is left says whether, and for which tile, his hand is on the pawn (rules, 'Soldes')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("hands_off")
        if view.me not in view.public.left and (tiles := payable(view, view.me, at_sale=True)):
            yield template("claim", tile=OneOf(tiles))

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Shows all claims: who is alone on a tile concludes, a tile with several is cancelled (rules, 'Soldes')."""
        left = dealer.state.public.left
        claims = {s: move.args["tile"] for s, move in answers.items() if move.verb == "claim" and s not in left}
        said = [{"seat": seat, "tile": dealer.state.face(tile)} for seat, tile in claims.items()]
        dealer.announce("claims", claims=said)
        dealer.change(seized=False)
        crowd = Counter(claims.values())
        for tile in (tile for tile, number in crowd.items() if number > 1):
            _cancel(dealer, prompt, tile, [seat for seat, claimed in claims.items() if claimed == tile])
        hold(dealer, {seat: tile for seat, tile in claims.items() if crowd[tile] == 1})
        if not claims:
            self.idle(dealer)

    def idle(self, dealer: Dealer) -> None:
        """Counts a rush in which nobody claims a tile."""
        count_idle_hold(dealer)


class SaleDeal(Holding):
    """Who is alone on a tile pays for it, one good less than it says, or lets go and keeps his right."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        goods, asked = goods_of(view, view.me), prices(view, prompt.data["tile"], at_sale=True)
        yield template("release")
        yield template("pay", payment=GoodsPayment(GOODS, goods, asked, options_of(view).limits))

    @verb
    def pay(self, dealer: Dealer, seat: Seat, prompt: Prompt, payment: Mapping[str, Json]) -> None:
        """Shows and discards the goods, takes the tile, draws nothing (rules, 'Soldes')."""
        self.take(dealer, seat, prompt.data["tile"], payment)
        dealer.change(sales_used=(*dealer.state.public.sales_used, seat))
        refresh(dealer, dealer.state.prompts[_sales(prompt)])


def begin_sales(dealer: Dealer, trade: Prompt) -> None:
    """Trade ends and the sales begin; what is on offer stays so."""
    dealer.close(trade.id)
    dealer.announce("sales")
    dealer.change(stage="sales")
    sales = dealer.state.prompts[dealer.prompt(Sales, range(dealer.state.seats))]
    refresh(dealer, sales)
    wind(dealer, sales, Sales.clocks)
    start_limit(dealer, sales, SalesLimit)


def sales_are_over(table: Table) -> bool:
    """No tile is left, or nobody who could conclude a deal (rules, 'Déroulement')."""
    return not table.size(*TILES) or not entitled(table) or all_agree(table, table.public.enough)


def rest_from_the_pawn(table: Table) -> Cooldown:
    """A seat that let go of the pawn, or claimed nothing in a rush, leaves it to others for a while (ruling 7).

    Nobody may know who seized the pawn, so in a rush without a claim every seat that was asked rests.
    """
    return Cooldown(frozenset({"release", "hands_off"}), options_of(table).grab_cooldown)


def freeze(dealer: Dealer) -> None:
    """The clocks stop while the pawn is held; offers stay visible, or are void where that is agreed."""
    stop(dealer, SalesIdle, SalesTime)
    if options_of(dealer.state).offers_on_grab == "void":
        offers.withdraw_all(dealer)


def hold(dealer: Dealer, claims: Mapping[Seat, CardId]) -> None:
    """Each of these has the pawn for his tile; what he had on offer comes back to his hand."""
    dealer.change(holders=list(claims))
    for seat, tile in claims.items():
        offers.withdraw_all(dealer, seat)
        dealer.prompt(SaleDeal, seat, after=options_of(dealer.state).pawn_time, tile=tile)


def _cancel(dealer: Dealer, rush: Prompt, tile: CardId, rivals: list[Seat]) -> None:
    dealer.announce("cancelled", tile=dealer.state.face(tile), seats=rivals)
    dealer.move([tile], TILES, CANCELLED)
    if options_of(dealer.state).rush_uses_sale:
        dealer.change(sales_used=(*dealer.state.public.sales_used, *rivals))
    refresh(dealer, dealer.state.prompts[_sales(rush)])


def _sales(inner: Prompt) -> int:
    assert inner.parent is not None, "a rush and its deals lie within the sales"
    return inner.parent
