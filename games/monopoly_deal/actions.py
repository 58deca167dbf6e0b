"""The action and rent cards: each is declared with its printed line, its legal choices and its effect.

A verb spends its card or cards. It then takes effect at once, or makes a claim against other players, who may say no.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face, Printed
from games.kernel.phase import Phase, verb
from games.kernel.slots import Integer, OneOf
from games.kernel.state import Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.board import Board, group_zone, others
from games.monopoly_deal.claims import Debt, Exchange, Takeover, Theft, claim
from games.monopoly_deal.deck import RENT_ANY, RENTS, enrol
from games.monopoly_deal.pay import building_sites
from games.monopoly_deal.piles import draw, play_to, spend
from games.monopoly_deal.rents import rent_owed, rentable

DEBT, GIFT, DRAWN = 5, 2, 2

Choices = Callable[[View, Board, Seat, Face], Iterable[Template]]
Method = TypeVar("Method", bound=Callable[..., None])


CARDS: list[Printed] = []  # in the order of their declarations
CHOICES: dict[Face, Choices] = {}  # the choices for each card that a verb plays


def action(*cards: Printed, choices: Choices) -> Callable[[Method], Method]:
    """Declares a verb of the turn that plays these cards, and the templates for playing them."""
    CARDS.extend(cards)
    CHOICES.update(dict.fromkeys([card.face for card in cards], choices))
    return verb


def without_a_verb(card: Printed) -> Printed:
    """Declares a card that another verb or another phase plays."""
    CARDS.append(card)
    return card


# The choices for a card


def no_choice(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """Yields the card without choices."""
    yield template(face)


def one_player(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """Yields any other player, even a player who owns nothing (E52)."""
    yield template(face, target=OneOf(others(view, me)))


def a_rent(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """Yields a group of the card's colours, a number of Doubles, and one player unless all players owe it (E16)."""
    slots = {
        "face": OneOf([face]),
        "group": OneOf([group.name for group in rentable(board, me, face)]),
        "doubles": Integer(0, most_doubles(view, me)),
    }
    if face == RENT_ANY or view.options.rent_targets == "one":
        slots["target"] = OneOf(others(view, me))
    yield template("rent", **slots)


def most_doubles(view: View, me: Seat) -> int:
    """Returns how often a rent may be doubled: each doubling takes a card from the hand, which is a play."""
    held = sum(view.face(card) == "double_the_rent" for card in view.cards("hand", me))
    stack = 1 if view.options.double_stack == "no" else held
    plays_left: int = view.public.plays_left
    return min(held, stack, plays_left - 1)


def a_property(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """Yields another player's property outside complete groups (E26, E28)."""
    for seat in others(view, me):
        yield template(face, target=OneOf([seat]), card=OneOf(board.exposed(seat, also_complete=False)))


def two_properties(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """Yields another player's property, and one of the seat's own properties in return (E24, E25)."""
    options = view.options
    own = [
        card
        for group in board.groups[me]
        if options.forced_deal_give_from_complete or not group.is_complete
        for card in group.cards
    ]
    for seat in others(view, me):
        theirs = board.exposed(seat, options.forced_deal_take_from_complete)
        yield template(face, target=OneOf([seat]), card=OneOf(theirs), given=OneOf(own))


def a_complete_group(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """Yields another player's complete group (E29, E30)."""
    for seat in others(view, me):
        yield template(face, target=OneOf([seat]), group=OneOf([group.name for group in board.complete(seat)]))


def a_site(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """Yields one of the seat's own complete groups that can bear the building (E41)."""
    yield template(face, group=OneOf([group.name for group in building_sites(board, me, face)]))


class Actions(Phase):
    """The verbs that play these cards. The cards are printed in the order of their declarations."""

    @action(Printed("deal_breaker", 2, value=5), choices=a_complete_group)
    def deal_breaker(self, dealer: Dealer, seat: Seat, target: Seat, group: str) -> None:
        """Takes a complete group with its buildings (Deal Banco, A:113, B:378)."""
        spend(dealer, seat, "deal_breaker")
        claim(dealer, Takeover, seat, [target], group=group, cards=["deal_breaker"])

    just_say_no = without_a_verb(Printed("just_say_no", 3, value=4))  # answers a claim, on any turn: see reaction.py

    @action(Printed("sly_deal", 3, value=3), choices=a_property)
    def sly_deal(self, dealer: Dealer, seat: Seat, target: Seat, card: CardId) -> None:
        """Takes a property outside complete groups (Deal Duel, A:105, B:402)."""
        spend(dealer, seat, "sly_deal")
        claim(dealer, Theft, seat, [target], card=card, cards=["sly_deal"])

    @action(Printed("forced_deal", 3, value=3), choices=two_properties)
    def forced_deal(self, dealer: Dealer, seat: Seat, target: Seat, card: CardId, given: CardId) -> None:
        """Exchanges one of the seat's properties for another player's property (Deal Troc, A:109, B:372; E24, E25)."""
        spend(dealer, seat, "forced_deal")
        claim(dealer, Exchange, seat, [target], card=card, given=given, cards=["forced_deal"])

    @action(Printed("debt_collector", 3, value=3), choices=one_player)
    def debt_collector(self, dealer: Dealer, seat: Seat, target: Seat) -> None:
        """Makes one player owe 5M (Deal Jackpot, A:121, B:390; E52, E53)."""
        spend(dealer, seat, "debt_collector")
        claim(dealer, Debt, seat, [target], owed=DEBT, cards=["debt_collector"])

    @action(Printed("its_my_birthday", 3, value=2), choices=no_choice)
    def its_my_birthday(self, dealer: Dealer, seat: Seat) -> None:
        """Makes all other players owe 2M (C'est mon anniversaire, A:125, B:336)."""
        spend(dealer, seat, "its_my_birthday")
        claim(dealer, Debt, seat, others(dealer.state, seat), owed=GIFT, cards=["its_my_birthday"])

    double_the_rent = without_a_verb(Printed("double_the_rent", 2, value=1))  # spent together with a rent: see `rent`

    @action(Printed("house", 3, value=3), choices=a_site)
    def house(self, dealer: Dealer, seat: Seat, group: str) -> None:
        """Builds a house on a complete group (Maison, A:145-149, B:366)."""
        play_to(dealer, seat, "house", group_zone(seat, group))

    @action(Printed("hotel", 2, value=4), choices=a_site)
    def hotel(self, dealer: Dealer, seat: Seat, group: str) -> None:
        """Builds a hotel on a complete group with a house (Hôtel, A:145-149, B:366)."""
        play_to(dealer, seat, "hotel", group_zone(seat, group))

    @action(Printed("pass_go", 10, value=1), choices=no_choice)
    def pass_go(self, dealer: Dealer, seat: Seat) -> None:
        """Draws two cards (Départ, A:141, B:360)."""
        spend(dealer, seat, "pass_go")
        draw(dealer, seat, DRAWN, kept_out=int(dealer.state.options.reshuffle_excludes_current))

    @action(*RENTS, choices=a_rent)
    def rent(
        self,
        dealer: Dealer,
        seat: Seat,
        face: Face,
        group: str,
        doubles: int,
        target: Seat | None = None,
    ) -> None:
        """Makes all other players, or one player, owe the rent of a group (Loyer, A:129-137, B:342-354; E11-E16)."""
        owed = rent_owed(Board(dealer.state), seat, group, doubles)
        cards = [face] + ["double_the_rent"] * doubles
        spend(dealer, seat, *cards)
        targets = others(dealer.state, seat) if target is None else [target]
        claim(dealer, Debt, seat, targets, owed=owed, cards=cards)


ACTIONS_AND_RENTS: tuple[Printed, ...] = tuple(CARDS)
enrol(ACTIONS_AND_RENTS)
