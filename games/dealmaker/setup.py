"""The setup of the table (rules, 'Mise en place')."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.dealmaker.board import BOX_TILES, STOCK, TILES, hand, options_of, points, price
from games.dealmaker.goods import GOODS, RANKS, TILES_ON_THE_TABLE
from games.dealmaker.trade import begin_trade
from games.kernel.dealer import Dealer
from games.kernel.game import BOX
from games.kernel.phase import SealedPhase
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View

HAND = 3


class Ready(SealedPhase):
    """A prompt to all seats; trade begins when all are ready (rules, 'Mise en place')."""

    shows_arrival = True

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("ready")

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Begins the trade (rules, 'Mise en place')."""
        begin_trade(dealer)


def set_up(dealer: Dealer) -> None:
    """Shuffles goods and tiles, lays out the tiles by goods, and deals three goods to each seat."""
    goods = [card for card in dealer.state.cards(*BOX) if dealer.state.face(card) in RANKS]
    dealer.move(goods, BOX, STOCK)
    dealer.move(dealer.state.cards(*BOX), BOX, BOX_TILES)
    dealer.shuffle(STOCK)
    dealer.shuffle(BOX_TILES)
    _lay_out_tiles(dealer)
    for seat in range(dealer.state.seats):
        dealer.draw(HAND, STOCK, hand(seat))
    dealer.announce("values", order=list(reversed(GOODS)), cheaper_for_one_dearer=3)
    options = options_of(dealer.state)
    if options.ready_check:
        dealer.prompt(Ready, range(dealer.state.seats), after=options.ready_time)
    else:
        begin_trade(dealer)


def _lay_out_tiles(dealer: Dealer) -> None:
    state = dealer.state
    drawn = state.cards(*BOX_TILES)[-TILES_ON_THE_TABLE:]
    in_order = sorted(drawn, key=lambda tile: (price(state, tile)[::-1], points(state, tile)), reverse=True)
    dealer.move(in_order, BOX_TILES, TILES)
