"""A sale from its first card to its end (rules, 'Tours suivants : ventes par négociations')."""

from __future__ import annotations

from collections.abc import Iterable

from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.errors import Reason, Refusal
from games.kernel.phase import OpenPhase, Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.negoces2.board import hand_faces, in_print_order, lay_on_market, nine_holder
from games.negoces2.ending import after_sale
from games.negoces2.negotiation import open_negotiation
from games.negoces2.reasons import why_not_held


class Sale(OpenPhase):
    """The frame of one sale; it prompts no seat, and ends with its last inner prompt."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        public = dealer.state.public
        dealer.close()
        has_sold(dealer, public.seller)
        if dealer.state.options.seller_counts == "on_nine":
            has_sold(dealer, nine_holder(dealer.state))
        dealer.change(sales=public.sales + 1, lot_coins=0, named=None)
        after_sale(dealer)


class Place(Phase):
    """The seller's choice of a card for the market (N11)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        cards = in_print_order(hand_faces(view, view.me))
        yield template("place", card=OneOf(cards, private=True), face=OneOf(("up", "down")))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return why_not_held(view, move.args["card"]) if refusal.slot == "card" else None

    @verb
    def place(self, dealer: Dealer, seat: Seat, card: Face, face: str) -> None:
        """Puts one card up for sale; it can be neither turned over nor taken back (N11, rulings A4, A22)."""
        lay_on_market(dealer, seat, card, face)
        open_negotiation(dealer, seat)


def open_sale(dealer: Dealer) -> None:
    """Makes the seat with nine cards the seller, even twice in succession, and prompts it for a card (N10, N19)."""
    seller = nine_holder(dealer.state)
    if dealer.state.options.seller_counts == "on_nine":
        has_sold(dealer, seller)
    dealer.change(seller=seller)
    sale = dealer.prompt(Sale, ())
    dealer.prompt(Place, seller, within=sale, after=dealer.state.options.answer_deadline)


def has_sold(dealer: Dealer, seat: Seat) -> None:
    """Records that a seat has been seller (ruling A8)."""
    dealer.change(sold=sorted({*dealer.state.public.sold, seat}))


class Fair(OpenPhase):
    """The frame of the match: sales follow each other until a seat has won (rules, 'Déroulement').

    It prompts no seat.
    """

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        open_sale(dealer)
