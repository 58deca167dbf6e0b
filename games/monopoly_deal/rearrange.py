"""Moves of laid cards: freely on the own turn in edition B; by swapping in a drawn property in edition A (row 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.phase import verb
from games.kernel.slots import OneOf
from games.kernel.state import Seat, Table, Zone
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.actions import Actions
from games.monopoly_deal.board import Board, Group, group_zone, hand
from games.monopoly_deal.cards import faces_of
from games.monopoly_deal.deck import COLOURS, WILD_COLOURS, Colour
from games.monopoly_deal.estate import lay
from games.monopoly_deal.pay import building_sites

HAND = "hand"
SWAP_COSTS = {"net": (0, 1), "free": (0, 0), "one": (1, 1)}


def rearrangements(view: View, board: Board) -> Iterator[Template]:
    """Yields the templates for moving laid cards, for the active player."""
    public, options = view.public, view.options
    if options.wild_move == "swap_on_draw" and not public.has_played:
        yield from _swaps(view, board)
    if not public.wild_moves_left:
        return
    if options.wild_move == "free_on_own_turn" and (public.plays_left or not options.wild_move_costs_play):
        yield from _recolourings(view, board)
        yield from _exchanges(view, board)
    if options.buildings_movable:
        yield from _building_moves(view, board)


def _recolourings(view: View, board: Board) -> Iterator[Template]:
    """Yields moves of a wild to a group of another of its colours, in edition B (B:286, 396; E37, E39)."""
    for group, card in _wilds(view, board):
        if view.options.wild_may_leave_built_set or not group.buildings:
            colours = board.colours_for(view.me, view.face(card))
            yield template("recolour", card=OneOf([card]), colour=OneOf([c for c in colours if c != group.colour]))


def _exchanges(view: View, board: Board) -> Iterator[Template]:
    """Yields exchanges of two different cards of one colour between groups, in edition B (B:286, "reorganise")."""
    for group in board.groups[view.me]:
        for later in board.of_colour(view.me, group.colour):
            if later.number > group.number:
                for card in group.cards:
                    unlike = [other for other in later.cards if view.face(other) != view.face(card)]
                    yield template("trade_places", card=OneOf([card]), other=OneOf(unlike))


def _swaps(view: View, board: Board) -> Iterator[Template]:
    """Yields swaps of a wild for a drawn property of its present colour, in edition A (A:156; E38)."""
    faces = faces_of(view, _drawn(view, view.me))
    to_hand, to_group = (view.public.plays_left >= cost for cost in SWAP_COSTS[view.options.swap_cost])
    for group, card in _wilds(view, board):
        if group.colour in faces:
            colours = [c for c in board.colours_for(view.me, view.face(card)) if c != group.colour]
            places = [HAND] * to_hand + colours * to_group
            yield template("swap_wild", wild=OneOf([card]), face=OneOf([group.colour]), to=OneOf(places))


def _drawn(table: Table, seat: Seat) -> tuple[CardId, ...]:
    """Returns the hand cards drawn this turn, before the first play: the cards with the highest ids.

    A card gets a new id when it arrives, so ids follow the order of arrival.
    """
    return tuple(sorted(table.cards(HAND, seat))[table.public.held_before :])


def _building_moves(view: View, board: Board) -> Iterator[Template]:
    """Yields moves of a building to another set, if the option allows it (E40)."""
    for group in board.groups[view.me]:
        for card in group.buildings[:1]:
            sites = [site.name for site in building_sites(board, view.me, view.face(card)) if site != group]
            yield template("move_building", card=OneOf([card]), group=OneOf(sites))


def _wilds(view: View, board: Board) -> Iterable[tuple[Group, CardId]]:
    return [(group, c) for group in board.groups[view.me] for c in group.cards if view.face(c) in WILD_COLOURS]


class Rearranging(Actions):
    """The verbs that move laid cards. They are not plays, unless an option says so."""

    @verb
    def recolour(self, dealer: Dealer, seat: Seat, card: CardId, colour: Colour) -> None:
        """Moves a wild to a group of another of its colours (B:286, 396)."""
        _count_move(dealer)
        lay(dealer, card, _zone_of(dealer, seat, card), seat, colour)

    @verb
    def trade_places(self, dealer: Dealer, seat: Seat, card: CardId, other: CardId) -> None:
        """Lets two cards of one colour exchange their groups (B:286)."""
        _count_move(dealer)
        src, dst = _zone_of(dealer, seat, card), _zone_of(dealer, seat, other)
        dealer.move([card], src, dst)
        dealer.move([other], dst, src)

    @verb
    def swap_wild(self, dealer: Dealer, seat: Seat, wild: CardId, face: Face, to: str) -> None:
        """Lays a drawn property in place of a wild; the wild goes to the hand or to another group (A:156)."""
        state = dealer.state
        to_hand, to_group = SWAP_COSTS[state.options.swap_cost]
        dealer.change(plays_left=state.public.plays_left - (to_hand if to == HAND else to_group))
        place = _zone_of(dealer, seat, wild)
        drawn = [card for card in _drawn(state, seat) if state.face(card) == face]
        dealer.move(drawn[:1], hand(seat), place)
        if to == HAND:
            dealer.move([wild], place, hand(seat))
        else:
            lay(dealer, wild, place, seat, to)

    @verb
    def move_building(self, dealer: Dealer, seat: Seat, card: CardId, group: str) -> None:
        """Moves a building to another complete set (E40, `buildings_movable`)."""
        dealer.change(wild_moves_left=dealer.state.public.wild_moves_left - 1)
        dealer.move([card], _zone_of(dealer, seat, card), group_zone(seat, group))


def _count_move(dealer: Dealer) -> None:
    public = dealer.state.public
    cost = int(dealer.state.options.wild_move_costs_play)
    dealer.change(wild_moves_left=public.wild_moves_left - 1, plays_left=public.plays_left - cost)


def _zone_of(dealer: Dealer, seat: Seat, card: CardId) -> Zone:
    """Returns the zone of a card among a seat's groups."""
    zones = (Zone(colour, seat, n) for colour in COLOURS for n in dealer.state.numbers(colour, seat))
    return next(zone for zone in zones if card in dealer.state.cards(*zone))
