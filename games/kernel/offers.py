"""Offers between seats: the owner, the goods, the price, and the seats that may accept.

The goods are cards in a zone of their owner, face up (`offer_open`) or face down (`offer_down`), numbered by offer. So
the owner always has the goods, an offer reveals nothing of a hand, and a card is in one offer at a time. The goods
still belong to their owner. The offer, its numbers and its requested faces are public.

A move contains the offer's number and version (`named`), not the head of the log, so moves of other seats do not
invalidate it. If the offer has changed or closed, the move is refused with StaleOffer. The acceptance of an offer, with
all consequences, is one event.

A game derives its public state from `OfferPublic`, adds `OFFER_SIGHT` to its sights and `OFFER_SETS` to its sets. If
offers expire, it adds `OfferTime` to its phases. Its trading phase is a `Bargaining`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.errors import StaleOffer
from games.kernel.phase import OpenPhase
from games.kernel.slots import OneOf, Slot, is_whole
from games.kernel.state import Json, Move, Prompt, Public, Seat, Sight, Table, Zone, phase_name
from games.kernel.template import Template
from games.kernel.view import View

OFFER_SIGHT: Mapping[str, Sight] = {"offer_open": Sight.ALL, "offer_down": Sight.OWNER}
OFFER_SETS = frozenset(OFFER_SIGHT)


class Offer(NamedTuple):
    """An offer in its current version.

    id: its number, which is also the number of its zones. version: from 1, increased by each change. audience: the
    seats that may accept. give: the numbers on offer in addition to the cards (`{"coins": 3}`). want: the price.
    answers: the offer that this offer counters.
    """

    id: int
    version: int
    owner: Seat
    audience: tuple[Seat, ...]
    give: Mapping[str, int]
    want: Mapping[str, int]
    answers: int | None = None


@dataclass(frozen=True)
class OfferPublic(Public):
    """The public state of a game with offers: the open offers, oldest first, and the number of offers so far."""

    offers: tuple[Mapping[str, Json], ...] = ()
    next_offer: int = 0


# Open offers


def offers(table: Table) -> tuple[Offer, ...]:
    """Returns the open offers, oldest first."""
    return table.read(_offers, table.public.offers)


def _offers(values: tuple[Mapping[str, Json], ...]) -> tuple[Offer, ...]:
    return tuple([Offer(**value) for value in values])


def offers_of(table: Table, owner: Seat) -> tuple[Offer, ...]:
    """Returns the offers of one seat, oldest first."""
    return tuple(offer for offer in offers(table) if offer.owner == owner)


def standing(table: Table, number: int) -> Offer | None:
    """Returns the offer with that number if it is open, otherwise None."""
    return next((offer for offer in offers(table) if offer.id == number), None)


def open_zone(offer: Offer) -> Zone:
    """Returns the zone of the offer's face-up goods."""
    return Zone("offer_open", offer.owner, offer.id)


def down_zone(offer: Offer) -> Zone:
    """Returns the zone of the offer's face-down goods."""
    return Zone("offer_down", offer.owner, offer.id)


def goods(table: Table, offer: Offer) -> tuple[CardId, ...]:
    """Returns the cards on offer, face-up cards first; None for a card that a view does not see."""
    return table.cards(*open_zone(offer)) + table.cards(*down_zone(offer))


def countered(table: Table, offer: Offer, seat: Seat) -> Offer | None:
    """Returns the seat's open offer that this offer counters, or None. Accepting the counter-offer frees its goods."""
    first = None if offer.answers is None else standing(table, offer.answers)
    return first if first is not None and first.owner == seat else None


def named(offer: Offer) -> dict[str, Slot]:
    """Returns the slots that name an offer in its current version: `template("accept", **named(offer))`."""
    return {"offer": OneOf([offer.id]), "version": OneOf([offer.version])}


class TakenOffer(OneOf):
    """The number of an offer that may be accepted.

    withdraws: the numbers of the acceptor's own offers that are withdrawn first, since the acceptor needs their goods.

    >>> TakenOffer(3, [1]).to_json()
    {'slot': 'one_of', 'options': [3], 'withdraws': [1]}
    """

    __slots__ = ("withdraws",)

    def __init__(self, number: int, withdraws: Iterable[int]) -> None:
        super().__init__([number])
        self.withdraws = tuple(withdraws)

    def to_json(self) -> dict[str, Json]:
        slot = super().to_json()
        return {**slot, "withdraws": list(self.withdraws)} if self.withdraws else slot


def taken(offer: Offer, freed: Iterable[Offer]) -> dict[str, Slot]:
    """Returns the slots for accepting an offer.

    freed: the acceptor's own offers that are withdrawn first.
    """
    return {**named(offer), "offer": TakenOffer(offer.id, [own.id for own in freed])}


def refuse_stale(table: Table, move: Move) -> None:
    """Raises StaleOffer if a move names an offer or a version that is not open any more."""
    number: Json = move.args.get("offer")
    version: Json = move.args.get("version")
    if not is_whole(number) or not is_whole(version):
        return
    now = standing(table, number)
    if now is None and 0 <= number < table.public.next_offer:
        raise StaleOffer(f"offer {number} is closed", number)
    if now is not None and 1 <= version < now.version:
        raise StaleOffer(f"expected version {now.version} of offer {number}, got {version}", number)


# Changes


def make(
    dealer: Dealer,
    owner: Seat,
    audience: Iterable[Seat],
    up: Iterable[Face] = (),
    down: Iterable[Face] = (),
    *,
    give: Mapping[str, int] | None = None,
    want: Mapping[str, int] | None = None,
    answers: int | None = None,
    after: int | None = None,
) -> Offer:
    """Makes an offer; its goods, named by face, come from the owner's hand.

    after: the seconds until the offer expires, or None.
    """
    number = dealer.state.public.next_offer
    offer = Offer(number, 1, owner, tuple(sorted(audience)), give or {}, want or {}, answers)
    dealer.change(next_offer=number + 1)
    _cover(dealer, offer, up, down)
    _write(dealer, offer, after)
    return offer


def change(
    dealer: Dealer,
    offer: Offer,
    up: Iterable[Face] = (),
    down: Iterable[Face] = (),
    *,
    give: Mapping[str, int] | None = None,
    want: Mapping[str, int] | None = None,
    after: int | None = None,
) -> Offer:
    """Replaces an offer's terms under the next version; goods that stay on offer do not move."""
    changed = offer._replace(version=offer.version + 1, give=give or {}, want=want or {})
    _cover(dealer, changed, up, down)
    _write(dealer, changed, after)
    return changed


def withdraw(dealer: Dealer, offer: Offer) -> None:
    """Closes an offer; its goods return to the owner's hand."""
    _cover(dealer, offer, (), ())
    _strike(dealer, offer)


def withdraw_all(dealer: Dealer, owner: Seat | None = None) -> None:
    """Closes all offers, or all offers of one seat."""
    for offer in offers(dealer.state):
        if owner is None or offer.owner == owner:
            withdraw(dealer, offer)


def take(dealer: Dealer, offer: Offer, seat: Seat) -> None:
    """Closes an offer that a seat has accepted; its goods go to that seat's hand. The game moves the price."""
    for zone in (open_zone(offer), down_zone(offer)):
        dealer.move(dealer.state.cards(*zone), zone, Zone("hand", seat))
    _strike(dealer, offer)


def forget(dealer: Dealer, seat: Seat) -> None:
    """Closes the offers of a seat that has resigned, and the offers that only that seat could accept."""
    withdraw_all(dealer, seat)
    for offer in offers(dealer.state):
        decline(dealer, offer, seat)


def decline(dealer: Dealer, offer: Offer, seat: Seat) -> None:
    """Removes a seat from an offer's audience; an offer without an audience closes."""
    audience = tuple(other for other in offer.audience if other != seat)
    if not audience:
        withdraw(dealer, offer)
    elif audience != offer.audience:
        dealer.change(offers=_with(dealer, offer._replace(audience=audience)))


def _cover(dealer: Dealer, offer: Offer, up: Iterable[Face], down: Iterable[Face]) -> None:
    """Takes cards back and lays cards down until an offer's zones contain exactly these faces."""
    covered = {open_zone(offer): Counter(up), down_zone(offer): Counter(down)}
    hand = Zone("hand", offer.owner)
    for zone, faces in covered.items():
        if cards := dealer.state.cards(*zone):
            there = Counter(map(dealer.state.face, cards))
            dealer.move(_of_faces(dealer, zone, there - faces), zone, hand)
    for zone, faces in covered.items():
        if faces:
            there = Counter(map(dealer.state.face, dealer.state.cards(*zone)))
            dealer.move(_of_faces(dealer, hand, faces - there), hand, zone)


def _of_faces(dealer: Dealer, zone: Zone, faces: Counter[Face]) -> list[CardId]:
    """Returns cards of a zone with these faces, in their order."""
    left = faces.copy()
    chosen = []
    for card in dealer.state.cards(*zone):
        face = dealer.state.face(card)
        if left[face] > 0:
            left[face] -= 1
            chosen.append(card)
    if +left:
        raise ValueError(f"expected {dict(+left)!r} in {zone!r} to be laid there or taken back")
    return chosen


def _write(dealer: Dealer, offer: Offer, after: int | None) -> None:
    _stop_clock(dealer, offer)
    dealer.change(offers=_with(dealer, offer))
    if after is not None:
        dealer.prompt(OfferTime, (), after=after, beside=True, offer=offer.id)


def _strike(dealer: Dealer, offer: Offer) -> None:
    _stop_clock(dealer, offer)
    dealer.change(offers=[other for other in dealer.state.public.offers if other["id"] != offer.id])


def _with(dealer: Dealer, offer: Offer) -> list[Mapping[str, Json]]:
    others = [other for other in dealer.state.public.offers if other["id"] != offer.id]
    return sorted([*others, offer._asdict()], key=lambda other: int(other["id"]))


def _stop_clock(dealer: Dealer, offer: Offer) -> None:
    for prompt in tuple(dealer.state.prompts.values()):
        if prompt.phase == phase_name(OfferTime) and prompt.data["offer"] == offer.id:
            dealer.close(prompt.id)


class OfferTime(OpenPhase):
    """A frame that limits the time of an offer: it prompts no seat, and withdraws the offer when its time is up."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        offer = standing(dealer.state, prompt.data["offer"])
        assert offer is not None, "an offer that closes takes its clock with it"
        withdraw(dealer, offer)


class Bargaining(OpenPhase):
    """An open prompt for making offers; raises StaleOffer for a move that names an outdated offer."""

    def refused(self, view: View, prompt: Prompt, move: Move) -> None:
        refuse_stale(view, move)
