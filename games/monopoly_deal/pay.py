"""Paying: each debtor chooses what he gives, of what lies before him; nobody gives change (A:90-95, B:300-308)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import SealedPhase
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.board import Board, Group, bank, clockwise
from games.monopoly_deal.deck import MAY_BE, STREETS
from games.monopoly_deal.estate import building_needs, payable, receive
from games.monopoly_deal.payment import Payment


def ask_payment(dealer: Dealer, to: Seat, debtors: Sequence[Seat], owed: int) -> None:
    """Asks all debtors who have anything to pay with; who has not pays nothing (E19)."""
    board = Board(dealer.state)
    if able := [seat for seat in debtors if payable(board, seat)]:
        dealer.prompt(Pay, able, after=dealer.state.options.answer_seconds, to=to, owed=owed)


class Pay(SealedPhase):
    """How do you pay? Several debtors answer side by side, each for his own full debt (E17)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        board = Board(view)
        slot = Payment(
            payable(board, view.me),
            prompt.data["owed"],
            building_needs(board, view.me),
            minimal=view.options.irreducible_only,
        )
        yield template("pay", cards=slot)

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Hands the cards over, debtor by debtor clockwise (E17)."""
        for seat in clockwise(dealer.state, prompt.data["to"]):
            if seat in answers:
                hand_over(dealer, answers[seat].args["cards"], seat, prompt.data["to"])


def hand_over(dealer: Dealer, cards: Sequence[CardId], seat: Seat, to: Seat) -> None:
    """Money goes to the receiver's bank, never to his hand; properties to his properties (A:63, 90, 94; B:276, 306)."""
    money = set(dealer.state.cards("bank", seat))
    dealer.move([card for card in cards if card in money], bank(seat), bank(to))
    where = {card: group for group in Board(dealer.state).groups[seat] for card in group.cards + group.buildings}
    for card in cards:
        if card in where and dealer.state.face(card) in MAY_BE:
            receive(dealer, card, where[card].zone, to)
    buildings = [card for card in cards if card in where and card in where[card].buildings]
    for card in buildings[::-1]:
        _hand_over_building(dealer, card, where[card], to)


def _hand_over_building(dealer: Dealer, card: CardId, group: Group, to: Seat) -> None:
    """A building that pays becomes money; or stands on a set of the receiver's, houses first (E23; `building_paid`)."""
    sites = []
    if dealer.state.options.building_paid == "receiver_set_if_legal":
        sites = building_sites(Board(dealer.state), to, dealer.state.face(card))
    dealer.move([card], group.zone, sites[0].zone if sites else bank(to))


def building_sites(board: Board, seat: Seat, face: str) -> list[Group]:
    """A seat's sets on which a house or hotel may be put: the house first, one of each (A:145-149, B:366; E41)."""
    buildable = [group for group in board.complete(seat) if STREETS[group.colour].buildable]
    if face == "house":
        return [group for group in buildable if group.house is None]
    return [group for group in buildable if group.house is not None and group.hotel is None]
