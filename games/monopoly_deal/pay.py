"""Payments: each debtor chooses cards from their bank and properties; there is no change (A:90-95, B:300-308)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import SealedPhase
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.board import Board, Group, bank, clockwise
from games.monopoly_deal.deck import MAY_BE, STREETS
from games.monopoly_deal.estate import building_needs, payable, receive
from games.monopoly_deal.payment import Payment


def prompt_payment(dealer: Dealer, to: Seat, debtors: Sequence[Seat], owed: int) -> None:
    """Prompts all debtors that can pay something; other debtors pay nothing (E19)."""
    board = Board(dealer.state)
    if able := [seat for seat in debtors if payable(board, seat)]:
        dealer.prompt(Pay, able, after=dealer.state.options.answer_seconds, to=to, owed=owed)


class Pay(SealedPhase):
    """A prompt for payment: all debtors answer simultaneously, each for their own full debt (E17)."""

    unusable_card_reason = because("not_yours_to_pay")

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        board = Board(view)
        slot = Payment(
            payable(board, view.me),
            prompt.data["owed"],
            building_needs(board, view.me),
            minimal=view.options.irreducible_only,
        )
        yield template("pay", cards=slot)

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if refusal.code == "too_little":
            return because("short", missing=refusal.params["missing"])
        return because("not_yours_to_pay") if refusal.code == "not_an_option" else None

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Hands the cards over, debtor by debtor clockwise (E17)."""
        for seat in clockwise(dealer.state, prompt.data["to"]):
            if seat in answers:
                hand_over(dealer, answers[seat].args["cards"], seat, prompt.data["to"])


def hand_over(dealer: Dealer, cards: Sequence[CardId], seat: Seat, to: Seat) -> None:
    """Moves money to the receiver's bank, and properties to the receiver's properties (A:63, 90, 94; B:276, 306)."""
    money = set(dealer.state.cards("bank", seat))
    dealer.move([card for card in cards if card in money], bank(seat), bank(to))
    group_of = {card: group for group in Board(dealer.state).groups[seat] for card in group.cards + group.buildings}
    for card in cards:
        if card in group_of and dealer.state.face(card) in MAY_BE:
            receive(dealer, card, group_of[card].zone, to)
    buildings = [card for card in cards if card in group_of and card in group_of[card].buildings]
    for card in buildings[::-1]:
        _hand_over_building(dealer, card, group_of[card], to)


def _hand_over_building(dealer: Dealer, card: CardId, group: Group, to: Seat) -> None:
    """Moves a building to the receiver's bank, or to a set that can bear it (E23; `building_paid`)."""
    sites = []
    if dealer.state.options.building_paid == "receiver_set_if_legal":
        sites = building_sites(Board(dealer.state), to, dealer.state.face(card))
    dealer.move([card], group.zone, sites[0].zone if sites else bank(to))


def building_sites(board: Board, seat: Seat, face: str) -> list[Group]:
    """Returns a seat's sets that can bear a house, or a hotel on a house; at most one each (A:145-149, B:366; E41)."""
    buildable = [group for group in board.complete(seat) if STREETS[group.colour].buildable]
    if face == "house":
        return [group for group in buildable if group.house is None]
    return [group for group in buildable if group.house is not None and group.hotel is None]
