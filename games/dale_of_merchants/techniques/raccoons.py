"""Thieving Northern Raccoons interfere with the other players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.dale_of_merchants.board import REVEALED, deck, discard, drawn, hand, held, opponents
from games.dale_of_merchants.cards import Animalfolk, technique
from games.dale_of_merchants.choices import Rest, a_card, an_opponent, an_opponent_if_cards, some
from games.dale_of_merchants.supplies import draw_own, leave_hand, pick_from_hand, throw
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Phase, verb
from games.kernel.slots import OneOf, Slot, Subset
from games.kernel.state import Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


def up_to_two(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for up to two opponents."""
    return Subset(opponents(table, seat), range(3))


def one_with_discard(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for an opponent with a card in the discard."""
    return some(tuple(other for other in opponents(table, seat) if table.size("discard", other)))


def wily_fellow(dealer: Dealer, seat: Seat) -> None:
    """Swaps the player's discard and turned-over deck, and shuffles the new deck (RULES.md, ruling 4)."""
    dealer.move(dealer.state.cards("discard", seat), discard(seat), REVEALED)
    dealer.move(reversed(dealer.state.cards("deck", seat)), deck(seat), discard(seat))
    dealer.move(dealer.state.cards("revealed"), REVEALED, deck(seat))
    if dealer.state.size("deck", seat):
        dealer.shuffle(deck(seat))


def nuisance(dealer: Dealer, seat: Seat, targets: Sequence[Seat]) -> None:
    """Discards a random card from the hands of up to two other players."""
    for target in targets:
        pick_from_hand(dealer, 1, target, discard(target), "nuisance")


def rotten_food(dealer: Dealer, seat: Seat, given: CardId | None = None, target: Seat | None = None) -> None:
    """Puts a card of the hand on top of another player's deck."""
    if given is not None and target is not None:
        leave_hand(dealer, seat, [given], deck(target))


def dirty_exchange(dealer: Dealer, seat: Seat, target: Seat) -> None:
    """Takes a random card of another player's hand; the player then gives one back."""
    if dealer.state.size("hand", target):
        pick_from_hand(dealer, 1, target, hand(seat), "dirty_exchange")
        dealer.prompt(DirtyExchange, seat, target=target)


class DirtyExchange(Phase):
    """The choice of a card of the hand to give back (Dirty Exchange)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("give", card=OneOf(held(view, view.me), private=True))

    @verb
    def give(self, dealer: Dealer, seat: Seat, card: CardId) -> None:
        """Gives a card in exchange for the taken card."""
        leave_hand(dealer, seat, [card], hand(dealer.current.data["target"]))


def sabotage(dealer: Dealer, seat: Seat, target: Seat) -> None:
    """Draws two cards of another player's deck; the player throws one away, the other goes to its owner's discard."""
    if draw_own(dealer, target, 2, drawn(seat)):
        dealer.prompt(Sabotage, seat, target=target)


class Sabotage(Phase):
    """The choice of a drawn card to throw away; the other goes to its owner's discard (Sabotage)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("throw", card=OneOf(view.cards("drawn", view.me), private=True))

    @verb
    def throw(self, dealer: Dealer, seat: Seat, card: CardId) -> None:
        """Throws away one card."""
        throw(dealer, [card], drawn(seat))
        dealer.move(dealer.state.cards("drawn", seat), drawn(seat), discard(dealer.current.data["target"]))


def treasure_hunter(dealer: Dealer, seat: Seat, target: Seat | None = None) -> None:
    """Takes the top card of another player's discard."""
    if target is not None:
        dealer.move(dealer.state.cards("discard", target)[-1:], discard(target), hand(seat))


RACCOONS = Animalfolk(
    "raccoons",
    (
        technique("wily_fellow", 1, 4, wily_fellow),
        technique("nuisance", 2, 3, nuisance, targets=up_to_two),
        technique("rotten_food", 3, 3, rotten_food, given=a_card, target=an_opponent_if_cards),
        technique("dirty_exchange", 4, 3, dirty_exchange, target=an_opponent),
        technique("sabotage", 5, 1, sabotage, target=an_opponent),
        technique("treasure_hunter", 5, 1, treasure_hunter, bonus=False, target=one_with_discard),
    ),
    (DirtyExchange, Sabotage),
)
