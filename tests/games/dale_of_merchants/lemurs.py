"""A seventh deck, for tests only: a new deck needs this file and one row in the table of decks."""

from __future__ import annotations

from games.dale_of_merchants.board import discard, hand, opponents
from games.dale_of_merchants.cards import Animalfolk, passive, technique
from games.dale_of_merchants.choices import Rest, some
from games.dale_of_merchants.supplies import draw_own
from games.kernel.dealer import Dealer
from games.kernel.phase import Phase, verb
from games.kernel.slots import Integer, Slot
from games.kernel.state import Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


def anybody(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for any opponent."""
    return some(opponents(table, seat))


def leap(dealer: Dealer, seat: Seat) -> None:
    """Draw as many cards as you say, up to three."""
    dealer.prompt(Leap, seat)


class Leap(Phase):
    """The number of cards (Leap)."""

    def templates(self, view: View, prompt: Prompt) -> list[Template]:
        return [template("draw", number=Integer(0, 3))]

    @verb
    def draw(self, dealer: Dealer, seat: Seat, number: int) -> None:
        """Draw some cards."""
        draw_own(dealer, seat, number, hand(seat))


def shared_grooming(dealer: Dealer, seat: Seat, target: Seat) -> None:
    """You and another player discard a card at random."""
    for owner in (seat, target):
        if dealer.state.size("hand", owner):
            dealer.pick(1, hand(owner), discard(owner), "shared_grooming")


LEMURS = Animalfolk(
    "lemurs",
    (
        technique("leap", 1, 4, leap),
        passive("sun_worship", 2, 3, hand_size=2),
        technique("shared_grooming", 3, 3, shared_grooming, target=anybody),
        passive("long_tail", 4, 3, slack=2),
        passive("troop", 5, 1, allows_folk=True, allows_junk=True),
        passive("night_eyes", 5, 1, rolls=True, throws=True),
    ),
    (Leap,),
)
