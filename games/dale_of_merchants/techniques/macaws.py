"""Snappy Scarlet Macaws improve the player's own hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.dale_of_merchants.board import deck, discard, drawn, hand
from games.dale_of_merchants.cards import Animalfolk, passive, technique
from games.dale_of_merchants.choices import a_card, in_order, keeping_one
from games.dale_of_merchants.supplies import discard_cards, draw_own, throw_from_hand
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Phase, verb
from games.kernel.state import Prompt, Seat
from games.kernel.template import Template
from games.kernel.view import View


def swift_broker(dealer: Dealer, seat: Seat, cards: Sequence[CardId] = ()) -> None:
    """Discards the hand and draws the same number of cards."""
    discard_cards(dealer, seat, cards)
    draw_own(dealer, seat, len(cards), hand(seat))


def shattered_relic(dealer: Dealer, seat: Seat, thrown: CardId | None = None) -> None:
    """Throws away a card of the hand, then draws a card."""
    if thrown is not None:
        throw_from_hand(dealer, seat, thrown)
    draw_own(dealer, seat, 1, hand(seat))


def spyglass(dealer: Dealer, seat: Seat) -> None:
    """Draws three cards; the player keeps one and puts the others back on top."""
    if draw_own(dealer, seat, 3, drawn(seat)):
        dealer.prompt(Spyglass, seat)


class Spyglass(Phase):
    """The choice of a card to keep, and of the order in which the others return, the last on top (Spyglass)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return keeping_one(view.cards("drawn", view.me))

    @verb
    def keep(self, dealer: Dealer, seat: Seat, card: CardId, others: Sequence[CardId] = ()) -> None:
        """Keeps one card and puts the others back."""
        dealer.move([card], drawn(seat), hand(seat))
        dealer.move(others, drawn(seat), deck(seat), in_order=True)


def flashy_show(dealer: Dealer, seat: Seat) -> None:
    """Raises the value of every card that the player uses this turn by one."""
    dealer.change(flashy=dealer.state.public.flashy + 1)


def favourite_toy(dealer: Dealer, seat: Seat) -> None:
    """Takes the top card of the player's discard."""
    dealer.move(dealer.state.cards("discard", seat)[-1:], discard(seat), hand(seat))


MACAWS = Animalfolk(
    "macaws",
    (
        technique("swift_broker", 1, 4, swift_broker, cards=in_order),
        passive("cookies", 2, 3, hand_size=1),
        technique("shattered_relic", 3, 3, shattered_relic, thrown=a_card),
        technique("spyglass", 4, 3, spyglass),
        technique("flashy_show", 5, 1, flashy_show),
        technique("favourite_toy", 5, 1, favourite_toy),
    ),
    (Spyglass,),
)
