"""The table: zones, public state, and functions that read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from games.kernel.dealer import Dealer
from games.kernel.deck import Face, counted
from games.kernel.offers import OFFER_SETS, OFFER_SIGHT, OfferPublic, goods, offers_of
from games.kernel.state import Seat, Sight, Table, Zone
from games.kernel.view import View
from games.negoces2.deck import COINS_EACH, FACES, GOODS

MARKET = Zone("market")
SEATS = 4

SIGHT = {
    "hand": Sight.OWNER,
    "market": Sight.ALL,
    "lot_open": Sight.ALL,
    "lot_down": Sight.OWNER,
    "shown": Sight.ALL,
    **OFFER_SIGHT,
}
SETS = frozenset({"hand", "market", "lot_open", "lot_down", "shown"}) | OFFER_SETS


@dataclass(frozen=True)
class NegocesPublic(OfferPublic):
    """The public state.

    coins, hidden_coins: the open and the hidden coins of each seat, which together are its purse. high, bidder,
    withdrawn: the state of the auction. price: the coins paid for the contraband. lot_coins: the coins on the seller's
    card. named: the good named in a forced sale. sold: the seats that have been seller. sales: the number of finished
    sales. buyer: the buyer in the last sale. acts: the number of moves that each seat has made in this negotiation,
    except moves that end it.
    """

    coins: tuple[int, ...] = (COINS_EACH,) * SEATS
    hidden_coins: tuple[int, ...] = (0,) * SEATS
    high: int = 0
    bidder: Seat | None = None
    withdrawn: tuple[Seat, ...] = ()
    price: int = 0
    seller: Seat | None = None
    lot_coins: int = 0
    named: Face | None = None
    sold: tuple[Seat, ...] = ()
    sales: int = 0
    buyer: Seat | None = None
    acts: tuple[int, ...] = (0,) * SEATS


@cache
def hand(seat: Seat) -> Zone:
    """Returns the zone of a seat's hand."""
    return Zone("hand", seat)


@cache
def lot_open(seat: Seat) -> Zone:
    """Returns the zone of the seller's card on the market, face up."""
    return Zone("lot_open", seat)


@cache
def lot_down(seat: Seat) -> Zone:
    """Returns the zone of the seller's cards on the market, face down."""
    return Zone("lot_down", seat)


@cache
def shown(seat: Seat) -> Zone:
    """Returns the zone of a buyer's copies of the named good, face up; they still belong to the buyer."""
    return Zone("shown", seat)


def clockwise(seat: Seat) -> Iterator[Seat]:
    """Yields the seats clockwise after a seat; the given seat is last."""
    for step in range(1, SEATS + 1):
        yield (seat + step) % SEATS


def others(seat: Seat) -> tuple[Seat, ...]:
    """Returns all other seats, in seat order."""
    return tuple([other for other in range(SEATS) if other != seat])


def purse(table: Table, seat: Seat) -> int:
    """Returns all coins of a seat, including those on offer and on the lot."""
    return int(table.public.coins[seat] + table.public.hidden_coins[seat])


def staked(table: Table, seat: Seat) -> int:
    """Returns the number of a seat's coins that lie on the lot or in its offer."""
    if seat == table.public.seller:
        return int(table.public.lot_coins)
    return sum(offer.give.get("coins", 0) for offer in offers_of(table, seat))


def in_print_order(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Returns each face once, ordered by number, contraband last."""
    return tuple(sorted(set(faces), key=FACES.index))


def held_faces(table: Table, seat: Seat) -> dict[Face, int]:
    """Returns the number of cards of each face in a visible hand."""
    return counted(hand_faces(table, seat))


def hand_faces(table: Table, seat: Seat) -> tuple[Face, ...]:
    """Returns the face of each card in a visible hand."""
    return table.derived(_faces_in, hand(seat))


def _faces_in(table: Table, zone: Zone) -> tuple[Face, ...]:
    return tuple([table.face(card) for card in table.cards(*zone)])


def offered_faces(view: View) -> tuple[Face, ...]:
    """Returns the faces of the viewer's card on offer; empty if there is no such card."""
    return tuple(view.face(card) for offer in offers_of(view, view.me) for card in goods(view, offer))


def lot_faces(table: Table, seat: Seat) -> tuple[Face, ...]:
    """Returns the faces of the seller's cards on the market, if they are visible."""
    return tuple(table.face(card) for card in table.cards(*lot_open(seat)) + table.cards(*lot_down(seat)))


def lacked(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Returns the goods missing from these faces."""
    there = set(faces)
    return tuple([good for good in GOODS if good not in there])


def nine_holder(table: Table) -> Seat:
    """Returns the seat that holds nine cards between two sales."""
    return next(seat for seat in range(SEATS) if table.size("hand", seat) == 9)


def everybody_has_sold(table: Table) -> bool:
    """Returns whether every seat that has not resigned has been seller, so that the match may end (N20)."""
    return {*table.public.sold, *table.public.left} >= set(range(SEATS))


def qualifies(table: Table, seat: Seat) -> bool:
    """Returns whether a seat with a visible hand has the coins or the goods to win (N21, N22)."""
    return purse(table, seat) >= table.options.coins_to_win or not lacked(hand_faces(table, seat))


def lay_on_market(dealer: Dealer, seat: Seat, face: Face, side: str) -> None:
    """Lays a card of that face on the market. `side`: `up` or `down`."""
    card = next(card for card in dealer.state.cards("hand", seat) if dealer.state.face(card) == face)
    dealer.move([card], hand(seat), lot_open(seat) if side == "up" else lot_down(seat))


def hand_over_lot(dealer: Dealer, seller: Seat, buyer: Seat) -> None:
    """Moves the seller's cards on the market to a buyer's hand."""
    for zone in (lot_open(seller), lot_down(seller)):
        dealer.move(dealer.state.cards(*zone), zone, hand(buyer))
