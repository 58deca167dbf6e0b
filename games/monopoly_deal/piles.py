"""The draw pile and the centre: drawing, reshuffling, playing cards from a hand."""

from __future__ import annotations

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.state import Seat, Table, Zone
from games.monopoly_deal.board import CENTRE, DRAW_PILE, hand


def draw(dealer: Dealer, seat: Seat, number: int, kept_out: int = 0) -> None:
    """Draws cards. If the pile is too short, draws it, shuffles the centre pile and draws the missing cards (E46).

    kept_out: the number of cards on top of the centre pile that are not shuffled in.
    """
    drawn = len(dealer.draw(number, DRAW_PILE, hand(seat)))
    if drawn == number or dealer.state.options.reshuffle == "never":
        return
    played = dealer.state.cards("centre")
    if played := played[: len(played) - kept_out]:
        dealer.move(played, CENTRE, DRAW_PILE)
        dealer.shuffle(DRAW_PILE)
        dealer.draw(number - drawn, DRAW_PILE, hand(seat))


def is_exhausted(table: Table) -> bool:
    """Returns whether no card can be drawn any more."""
    return not table.size("draw_pile") and (table.options.reshuffle == "never" or not table.size("centre"))


def card_in_hand(table: Table, seat: Seat, face: Face) -> CardId:
    """Returns a card of that face in a seat's hand."""
    return next(card for card in table.cards("hand", seat) if table.face(card) == face)


def use_plays(dealer: Dealer, number: int = 1) -> None:
    """Counts plays; a turn has a limited number of them (A:57, B:268)."""
    dealer.change(plays_left=dealer.state.public.plays_left - number, has_played=True)


def play_to(dealer: Dealer, seat: Seat, face: Face, dst: Zone) -> None:
    """Plays a card from the hand to a zone; this is one play (E55)."""
    use_plays(dealer)
    dealer.move([card_in_hand(dealer.state, seat, face)], hand(seat), dst)


def spend(dealer: Dealer, seat: Seat, *faces: Face) -> None:
    """Plays cards to the centre; each is one play (B:290; E13, E55)."""
    for face in faces:
        play_to(dealer, seat, face, CENTRE)


def throw_in(dealer: Dealer, seat: Seat, face: Face) -> None:
    """Lays a card from the hand in the centre without counting a play, as for a Joker (E5)."""
    dealer.move([card_in_hand(dealer.state, seat, face)], hand(seat), CENTRE)
