"""Claims of actions against other players, who may play Jokers before a claim is executed.

Each kind of claim is its own phase, so the name of the prompt tells the effect after the Jokers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Phase
from games.kernel.state import Json, Prompt, Seat, Zone
from games.monopoly_deal.board import Board, group_zone
from games.monopoly_deal.estate import receive
from games.monopoly_deal.pay import prompt_payment
from games.monopoly_deal.reaction import prompt_targets


class Claim(Phase):
    """A frame around the Jokers against one action.

    data: by: the seat that played the action; targets: the seats against which it is played, clockwise; and the object
    of the claim.
    """

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        """Executes the claim, after the Jokers, against the targets without a shield."""
        upheld = [seat for seat in prompt.data["targets"] if seat not in dealer.state.public.thwarted]
        dealer.close()
        dealer.change(thwarted=())
        if upheld:
            self.carry_out(dealer, prompt.data, upheld)

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        """Executes the claim against these targets."""
        raise NotImplementedError


def claim(dealer: Dealer, kind: type[Claim], by: Seat, targets: Sequence[Seat], **data: Json) -> None:
    """Makes a claim against some seats, which may say no first."""
    frame = dealer.prompt(kind, by=by, targets=targets, **data)
    prompt_targets(dealer, by, targets, within=frame)


class Debt(Claim):
    """A claim to a sum from each target. owed: the sum in millions; cards: the faces played."""

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        prompt_payment(dealer, data["by"], targets, data["owed"])


class Theft(Claim):
    """A claim to one property of the target. card: its id."""

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        for target in targets:
            receive(dealer, data["card"], zone_of(dealer, target, data["card"]), data["by"])


class Exchange(Claim):
    """A claim to exchange the target's property for another one. card, given: the ids of both properties."""

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        by, card, given = data["by"], data["card"], data["given"]
        for target in targets:
            theirs, own = zone_of(dealer, target, card), zone_of(dealer, by, given)
            receive(dealer, card, theirs, by)
            receive(dealer, given, own, target)


class Takeover(Claim):
    """A claim to a complete group of the target. group: its name."""

    def carry_out(self, dealer: Dealer, data: Mapping[str, Json], targets: Sequence[Seat]) -> None:
        """Moves the group unchanged, with wilds and buildings; keeps it apart from the taker's groups (E29, E30)."""
        for target in targets:
            src = group_zone(target, data["group"])
            dst = Board(dealer.state).new_group(data["by"], src.name)
            dealer.move(dealer.state.cards(*src), src, dst)


CLAIMS: tuple[type[Claim], ...] = (Debt, Theft, Exchange, Takeover)


def zone_of(dealer: Dealer, seat: Seat, card: CardId) -> Zone:
    """Returns the zone of a seat's property."""
    return next(group.zone for group in Board(dealer.state).groups[seat] if card in group.cards)
