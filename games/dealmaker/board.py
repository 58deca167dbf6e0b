"""The table of Dealmaker: its zones, the seats that see them, its public state, and values derived from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.dealmaker.goods import RANKS, by_rank
from games.dealmaker.options import DealmakerOptions
from games.dealmaker.payment import Goods, can_pay, reduced
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.offers import OFFER_SETS, OFFER_SIGHT, OfferPublic, offers_of, open_zone
from games.kernel.state import Backs, Json, Prompt, Seat, Sight, Table, Zone

STOCK, DISCARD = Zone("stock"), Zone("discard")
TILES, BOX_TILES, CANCELLED = Zone("tiles"), Zone("box_tiles"), Zone("cancelled")

SIGHT: Mapping[str, Sight] = {
    "hand": Sight.OWNER,
    "stock": Sight.NOBODY,
    "discard": Sight.ALL,
    "tiles": Sight.ALL,
    "box_tiles": Sight.NOBODY,
    "won": Sight.OWNER,
    "won_open": Sight.ALL,
    "cancelled": Sight.ALL,
    **OFFER_SIGHT,
}
SETS = frozenset({"hand", "won", "won_open"}) | OFFER_SETS

BACKS = Backs(
    of_face=lambda face: "goods" if face in RANKS else "tile",
    of_zone={"hand": "goods", "stock": "goods", "offer_down": "goods", "won": "tile", "box_tiles": "tile"},
)


@dataclass(frozen=True)
class DealmakerPublic(OfferPublic):
    """The public state.

    stage: `ready`, `trade` or `sales`. holders: the seats with the pawn (after a rush, one seat for each claimed tile).
    seized: whether a rush is in progress. ayes: the seats that agree in the open vote. enough: the seats that want to
    end the game. sales_used, waived: the seats that have used, or waived, their sale deal. idle_acts, announcements:
    the counts in this span.
    """

    stage: str = "ready"
    holders: tuple[Seat, ...] = ()
    seized: bool = False
    ayes: tuple[Seat, ...] = ()
    enough: tuple[Seat, ...] = ()
    sales_used: tuple[Seat, ...] = ()
    waived: tuple[Seat, ...] = ()
    idle_acts: int = 0
    announcements: int = 0


def hand(seat: Seat) -> Zone:
    """Returns the zone of a seat's goods, except those on offer."""
    return Zone("hand", seat)


def won(table: Table, seat: Seat) -> Zone:
    """Returns the zone of a seat's won tiles: face down, or face up if the option says so."""
    return Zone("won_open" if options_of(table).won_public else "won", seat)


def options_of(table: Table) -> DealmakerOptions:
    """Returns the match's options."""
    options: DealmakerOptions = table.options
    return options


def present(table: Table) -> tuple[Seat, ...]:
    """Returns the seats that have not resigned."""
    return tuple(seat for seat in range(table.seats) if seat not in table.public.left)


def entitled(table: Table) -> tuple[Seat, ...]:
    """Returns the seats that still have their sale deal."""
    public = table.public
    return tuple(seat for seat in present(table) if seat not in public.sales_used + public.waived)


def faces_in(table: Table, zone: Zone) -> Mapping[Face, int]:
    """Returns the number of cards of each face in a visible zone."""
    return table.derived(_faces_in, zone)


def _faces_in(table: Table, zone: Zone) -> Mapping[Face, int]:
    return Counter([table.face(card) for card in table.cards(*zone)])


def goods_held(table: Table, seat: Seat) -> Goods:
    """Returns all goods of a seat, by rank; the seat's face-up goods on offer count, too."""
    goods = table.derived(_goods_in, hand(seat))
    for offer in offers_of(table, seat):
        on_offer = table.derived(_goods_in, open_zone(offer))
        goods = tuple([number + more for number, more in zip(goods, on_offer, strict=True)])
    return goods


def _goods_in(table: Table, zone: Zone) -> Goods:
    return by_rank(faces_in(table, zone))


def goods_in(table: Table, cards: Iterable[CardId]) -> Goods:
    """Returns the number of cards of each good, by rank."""
    return by_rank(Counter(table.face(card) for card in cards))


def price(table: Table, tile: CardId) -> Goods:
    """Returns the price on a tile."""
    return table.read(_prices, options_of(table))[table.face(tile)]


def _prices(options: DealmakerOptions) -> Mapping[Face, Goods]:
    return {face: by_rank(printed["cost"]) for face, printed in options.cards.attributes.items() if "cost" in printed}


def points(table: Table, tile: CardId) -> int:
    """Returns the points of a tile."""
    number: int = options_of(table).cards.attributes[table.face(tile)]["points"]
    return number


def prices(table: Table, tile: CardId, at_sale: bool) -> tuple[Goods, ...]:
    """Returns the prices that buy a tile: the printed price, or, at the sales, each price with one good less."""
    full = price(table, tile)
    return reduced(full) if at_sale else (full,)


def payable_tiles(table: Table, seat: Seat, at_sale: bool) -> tuple[CardId, ...]:
    """Returns the tiles on the table that a seat can pay with its goods."""
    goods, limits = goods_held(table, seat), options_of(table).limits
    payable = []
    for tile in table.cards(*TILES):
        for one in prices(table, tile, at_sale):
            if can_pay(goods, one, limits):
                payable.append(tile)
                break
    return tuple(payable)


def prompt_of(table: Table, phase: str) -> Prompt | None:
    """Returns the prompt of a phase that has at most one prompt at a time, or None."""
    for prompt in table.prompts.values():
        if prompt.phase == phase:
            return prompt
    return None


def discard_goods(dealer: Dealer, seat: Seat, goods: Mapping[str, Json]) -> None:
    """Moves goods from a hand to the discard, visibly for all."""
    left = dict(goods)
    shown = []
    for card in dealer.state.cards(*hand(seat)):
        face = dealer.state.face(card)
        if left.get(face):
            left[face] -= 1
            shown.append(card)
    dealer.move(shown, hand(seat), DISCARD)
