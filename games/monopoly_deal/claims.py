"""What an action claims of others. A claim is a frame: within it the Jokers are played; what they leave is carried out.

Each kind of claim is a phase of its own, so that what is to be done after the Jokers stands in the prompt's name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.dealer import Dealer
from games.kernel.phase import Phase
from games.kernel.state import Json, Prompt, Seat, Zone
from games.monopoly_deal.board import Board, group_zone
from games.monopoly_deal.estate import receive
from games.monopoly_deal.pay import ask_payment
from games.monopoly_deal.reaction import ask_targets


class Claim(Phase):
    """A frame around the Jokers against one action.

    by: who played it; targets: against whom, clockwise; the rest of its data says what is claimed.
    """

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        """The Jokers are played: the claim is carried out against those who are not shielded."""
        upheld = [seat for seat in prompt.data["targets"] if seat not in dealer.state.public.thwarted]
        dealer.close()
        dealer.change(thwarted=())
        if upheld:
            self.carry_out(dealer, prompt.data, upheld)

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        """Does what was claimed."""
        raise NotImplementedError


def claim(dealer: Dealer, kind: type[Claim], by: Seat, targets: Sequence[Seat], **data: Json) -> None:
    """Claims something of some seats, who may first say no."""
    frame = dealer.prompt(kind, by=by, targets=targets, **data)
    ask_targets(dealer, by, targets, within=frame)


class Debt(Claim):
    """Each target owes so much. owed: millions; cards: what was played."""

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        ask_payment(dealer, data["by"], targets, data["owed"])


class Theft(Claim):
    """The target loses one property. card: its id."""

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        for target in targets:
            receive(dealer, data["card"], zone_of(dealer, target, data["card"]), data["by"])


class Exchange(Claim):
    """The target's property is exchanged for another. card, given: their ids."""

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        by, card, given = data["by"], data["card"], data["given"]
        for target in targets:
            src, dst = zone_of(dealer, target, card), zone_of(dealer, by, given)
            receive(dealer, card, src, by)
            receive(dealer, given, dst, target)


class Takeover(Claim):
    """The target loses a complete group. group: its name."""

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        """It arrives as it is, wilds and buildings included, apart from others of its colour (E29, E30)."""
        for target in targets:
            src = group_zone(target, data["group"])
            dst = Board(dealer.state).new_group(data["by"], src.name)
            dealer.move(dealer.state.cards(*src), src, dst)


CLAIMS: tuple[type[Claim], ...] = (Debt, Theft, Exchange, Takeover)


def zone_of(dealer: Dealer, seat: Seat, card: int) -> Zone:
    """Where among a seat's properties a card lies."""
    return next(group.zone for group in Board(dealer.state).groups[seat] if card in group.cards)
