"""The arrangement of properties: cards join groups, loose cards fill gaps, and broken sets lose their buildings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain, combinations, product
from operator import le

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.state import Seat, Table, Zone
from games.monopoly_deal.board import CENTRE, Board, Group, arriving, bank, group_at
from games.monopoly_deal.deck import ANY_COLOUR, STREETS, VALUES, WILD_COLOURS, Colour

Layout = dict[int, list[CardId]]
Arrangement = Callable[[Table, Sequence[Group]], Layout]


def lay(dealer: Dealer, card: CardId, src: Zone, seat: Seat, colour: Colour) -> None:
    """Puts a property among a seat's properties of a colour (E32, E33)."""
    dealer.move([card], src, Board(dealer.state).group_for(seat, colour))


def receive(dealer: Dealer, card: CardId, src: Zone, seat: Seat) -> None:
    """Moves a taken or paid property to a seat; the seat names the colour of a wild later (A:94, B:306; E22, E27)."""
    face = dealer.state.face(card)
    if face in WILD_COLOURS:
        dealer.move([card], src, arriving(seat))
    else:
        lay(dealer, card, src, seat, face)


def settle(dealer: Dealer) -> None:
    """Rearranges all groups after a move: fills gaps, and takes down buildings without a set (E23b, E33)."""
    for arranged in (shored_up, merged):
        board = Board(dealer.state)
        for seat in _unsettled(dealer.state):
            groups = board.groups[seat]
            for colour in dict.fromkeys(group.colour for group in groups):
                _rearrange(dealer, [group for group in groups if group.colour == colour], arranged)
            for group in groups:
                if group.buildings:
                    _take_down(dealer, group_at(dealer.state, group.zone))


def _unsettled(table: Table) -> list[Seat]:
    """Returns the seats whose groups may need rearranging: seats with two groups of one colour, or with a building."""
    return table.surveyed(_with_loose_ends)


def _with_loose_ends(table: Table) -> list[Seat]:
    board = Board(table)
    return [
        seat for seat in range(table.seats) if any(group.number != 1 or group.buildings for group in board.groups[seat])
    ]


def _rearrange(dealer: Dealer, groups: Sequence[Group], arranged: Arrangement) -> None:
    if len(groups) < 2:
        return
    layout = arranged(dealer.state, groups)
    zone_before = {card: group.zone for group in groups for card in group.cards}
    for group in groups:
        for card in layout[group.number]:
            if zone_before[card] != group.zone:
                dealer.move([card], zone_before[card], group.zone)


def shored_up(table: Table, groups: Sequence[Group], gone: Collection[CardId] = ()) -> Layout:
    """Returns one colour's groups after some cards are gone; groups with buildings are filled from the other groups.

    Loose cards move first, then cards of sets without buildings, so that a set keeps its buildings as long as possible.
    """
    layout = {group.number: [card for card in group.cards if card not in gone] for group in groups}
    size = STREETS[groups[0].colour].size
    plain = [group.number for group in groups if not group.buildings]
    donors = sorted(plain, key=lambda number: _is_set(table, layout[number], size))
    for group in groups:
        if group.buildings and not _is_set(table, layout[group.number], size):
            _fill(table, layout, group.number, donors, size)
    return layout


def merged(table: Table, groups: Sequence[Group]) -> Layout:
    """Returns one colour's groups with incomplete groups merged: at most one stays incomplete (E33; E32, `cap`)."""
    layout = {group.number: list(group.cards) for group in groups}
    size = STREETS[groups[0].colour].size
    capped = table.options.extra_cards == "cap"
    short = [group for group in groups if capped or not group.is_complete]
    order = [group.number for group in sorted(short, key=lambda group: not group.buildings)]
    room = sum(map(len, layout.values())) if capped else size
    for place, number in enumerate(order):
        _fill(table, layout, number, order[place + 1 :], room)
    return layout


def _is_set(table: Table, cards: Sequence[CardId], size: int) -> bool:
    return len(cards) >= size and any(table.face(card) != ANY_COLOUR for card in cards)


def _fill(table: Table, layout: Layout, number: int, donors: Sequence[int], room: int) -> None:
    """Fills a group from others. A group of multicolour wilds first gets a card that names the colour (E35)."""
    mine = layout[number]
    spare = [card for donor in donors for card in layout[donor]]
    naming = [card for card in spare if table.face(card) != ANY_COLOUR]
    if naming and all(table.face(card) == ANY_COLOUR for card in mine):
        spare.remove(naming[0])
        spare.insert(0, naming[0])
        donor = next(donor for donor in donors if naming[0] in layout[donor])
        layout[donor] += mine[room - 1 :]
        mine = mine[: room - 1]
    layout[number] = mine + spare[: room - len(mine)]
    for donor in donors:
        layout[donor] = [card for card in layout[donor] if card not in layout[number]]


def drop_lone_hotels(dealer: Dealer) -> None:
    """Takes down each hotel whose house is gone (E23b)."""
    for seat in _unsettled(dealer.state):
        for group in Board(dealer.state).groups[seat]:
            if group.hotel is not None and group.house is None:
                dealer.move([group.hotel], group.zone, fallen_to(dealer.state, seat))


def fallen_to(table: Table, seat: Seat) -> Zone:
    """Returns the zone for buildings of a broken set (E23b; `orphan_buildings`)."""
    return CENTRE if table.options.orphan_buildings == "discard" else bank(seat)


def _take_down(dealer: Dealer, group: Group) -> None:
    """Takes down the buildings that a group can no longer bear (E23b; `orphan_buildings`)."""
    fate = dealer.state.options.orphan_buildings
    if not group.cards or (not group.is_complete and fate != "stay_inactive"):
        fallen = group.buildings
    else:
        fallen = group.buildings[:1] if group.house is None else ()
    dealer.move(fallen, group.zone, fallen_to(dealer.state, group.seat))


def payable(board: Board, seat: Seat) -> dict[CardId, int]:
    """Returns the cards with which a seat can pay, and their values; cards that it prefers to keep come first (E18)."""
    table = board.table
    groups = sorted(board.groups[seat], key=lambda group: not group.is_complete)
    properties = [card for group in groups for card in group.cards]
    buildings = [card for group in groups for card in group.buildings]
    money = sorted(table.cards("bank", seat), key=lambda card: -VALUES[table.face(card)])
    worth = {card: VALUES[table.face(card)] for card in [*properties, *buildings, *money]}
    wilds = table.options.multi_wild_payable
    return {card: value for card, value in worth.items() if wilds or table.face(card) != ANY_COLOUR}


def building_needs(board: Board, seat: Seat) -> dict[CardId, list[list[CardId]]]:
    """Returns the cards to pay together with a house under a hotel: the hotel, or cards that break the set (E23)."""
    return {
        group.house: [[group.hotel], *_breaks(board, group)]
        for group in board.groups[seat]
        if group.house is not None and group.hotel is not None
    }


def _breaks(board: Board, group: Group) -> list[list[CardId]]:
    """Returns the smallest payments of properties that break this set although loose cards refill it.

    Cards of one kind are interchangeable, so only the number of paid cards of each kind varies.
    """
    table, groups = board.table, board.of_colour(group.seat, group.colour)
    size = STREETS[group.colour].size
    worth = payable(board, group.seat)
    alike = [cards for kind in _alike(table, groups) if (cards := [card for card in kind if card in worth])]
    smallest: list[tuple[int, ...]] = []
    for numbers in sorted(product(*(range(len(cards) + 1) for cards in alike)), key=sum):
        if not any(all(map(le, known, numbers)) for known in smallest):
            gone = {card for cards, number in zip(alike, numbers, strict=True) for card in cards[:number]}
            if not _is_set(table, shored_up(table, groups, gone)[group.number], size):
                smallest.append(numbers)
    cards = [card for one in groups for card in one.cards]
    chosen = (chain(*parts) for numbers in smallest for parts in product(*map(combinations, alike, numbers)))
    breaks = sorted((sorted(map(cards.index, gone)) for gone in chosen), key=lambda places: (len(places), places))
    return [sorted(cards[place] for place in places) for places in breaks]


def _alike(table: Table, groups: Sequence[Group]) -> list[list[CardId]]:
    """Returns one colour's cards, grouped by kind: cards of one kind are interchangeable when groups are filled.

    If there are multicolour wilds, each loose card is its own kind, because the first loose card determines which card
    names a group.
    """
    kinds = []
    for group in groups:
        if group.buildings:
            wilds = [card for card in group.cards if table.face(card) == ANY_COLOUR]
            kinds += [wilds, [card for card in group.cards if card not in wilds]]
    loose = [card for group in groups if not group.buildings for card in group.cards]
    has_wilds = any(table.face(card) == ANY_COLOUR for card in loose)
    return kinds + ([[card] for card in loose] if has_wilds else [loose])
