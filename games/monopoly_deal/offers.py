"""For which choices each action card can be played: one function per card, in a table by the card's face."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.kernel.deck import Face
from games.kernel.slots import Integer, OneOf
from games.kernel.state import Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.board import Board, others
from games.monopoly_deal.deck import RENT_ANY, RENTS
from games.monopoly_deal.pay import building_sites
from games.monopoly_deal.rents import rentable

Offer = Callable[[View, Board, Seat, Face], Iterable[Template]]


def at_will(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """The card needs no choice."""
    yield template(face)


def one_player(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """Any other player, even one who owns nothing (E52)."""
    yield template(face, target=OneOf(others(view, me)))


def a_rent(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """A group of the card's colours, and Doubles as far as hand and plays allow; of one player or of all (E16)."""
    slots = {
        "face": OneOf([face]),
        "group": OneOf([group.name for group in rentable(board, me, face)]),
        "doubles": Integer(0, _doubles(view, me)),
    }
    if face == RENT_ANY or view.options.rent_targets == "one":
        slots["target"] = OneOf(others(view, me))
    yield template("rent", **slots)


def _doubles(view: View, me: Seat) -> int:
    held = sum(view.face(card) == "double_the_rent" for card in view.cards("hand", me))
    stack = 1 if view.options.double_stack == "no" else held
    plays_left: int = view.public.plays_left
    return min(held, stack, plays_left - 1)


def a_property(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """A property of another player that is in no complete set (E26, E28)."""
    for seat in others(view, me):
        yield template(face, target=OneOf([seat]), card=OneOf(board.exposed(seat, also_complete=False)))


def two_properties(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """A property of another player, and one of one's own for it (E24, E25)."""
    options = view.options
    given = [
        card
        for group in board.groups[me]
        if options.forced_deal_give_from_complete or not group.is_complete
        for card in group.cards
    ]
    for seat in others(view, me):
        wanted = board.exposed(seat, options.forced_deal_take_from_complete)
        yield template(face, target=OneOf([seat]), card=OneOf(wanted), given=OneOf(given))


def a_set(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """A complete set of another player (E29, E30)."""
    for seat in others(view, me):
        yield template(face, target=OneOf([seat]), group=OneOf([group.name for group in board.complete(seat)]))


def a_site(view: View, board: Board, me: Seat, face: Face) -> Iterable[Template]:
    """A set of one's own on which the building may be put (E41)."""
    yield template(face, group=OneOf([group.name for group in building_sites(board, me, face)]))


OFFERS: Mapping[Face, Offer] = {
    "pass_go": at_will,
    "its_my_birthday": at_will,
    "debt_collector": one_player,
    "sly_deal": a_property,
    "forced_deal": two_properties,
    "deal_breaker": a_set,
    "house": a_site,
    "hotel": a_site,
    **{rent.face: a_rent for rent in RENTS},
}
