"""A game of offers: each seat has cards and coins, and may offer, counter, change and accept."""

from __future__ import annotations

from collections.abc import Iterable

from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import Deck, Printed
from games.kernel.game import BOX, Game
from games.kernel.offers import OFFER_SETS, OFFER_SIGHT, Bargaining, OfferPublic, OfferTime
from games.kernel.options import Options
from games.kernel.phase import verb
from games.kernel.slots import Counts, Integer, OneOf, Subset
from games.kernel.state import Prompt, Seat, Sight, Zone
from games.kernel.template import Template, template
from games.kernel.view import View

HANDS = {0: "aab", 1: "bbc", 2: "acc"}


class Market(Bargaining):
    """Any seat may trade with any other."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        me = view.me
        others = [seat for seat in range(view.seats) if seat != me]
        faces = {face: (0, view_faces(view).count(face)) for face in sorted(set(view_faces(view)))}
        price = Counts({face: (0, 2) for face in "abc"}, range(1, 3))
        lay = {"up": Counts(faces, range(3)), "down": Counts(faces, range(1)), "want": price}
        yield template("offer", audience=Subset(others, range(1, 3)), after=OneOf([0, 30]), **lay)
        for face in faces:
            hidden = Counts({face: (1, 1)}, range(1, 2), private=True)
            yield template("hide", audience=Subset(others, range(1, 3)), down=hidden, coins=Integer(0, 2), want=price)
        for offer in offers.offers(view):
            offer_args = offers.named(offer)
            if offer.owner == me:
                yield template("withdraw", **offer_args)
                yield template("raise_coins", coins=Integer(1, 3), **offer_args)
            if me in offer.audience:
                yield template("counter", up=Counts(faces, range(3)), want=price, **offer_args)
                if all(view_faces(view, offer).count(face) >= number for face, number in offer.want.items()):
                    yield template("accept", **offer_args)

    @verb
    def offer(self, dealer, seat, audience, up, down, want, after):
        """Offer cards face up."""
        offers.make(dealer, seat, audience, spread(up), spread(down), want=want, after=after or None)

    @verb
    def hide(self, dealer, seat, audience, down, coins, want):
        """Offer a card face down, and coins."""
        offers.make(dealer, seat, audience, down=spread(down), give={"coins": coins}, want=want)

    @verb
    def raise_coins(self, dealer, seat, offer, version, coins):
        """Change only the coins of an offer."""
        now = offers.standing(dealer.state, offer)
        up = [dealer.state.face(card) for card in dealer.state.cards(*offers.open_zone(now))]
        down = [dealer.state.face(card) for card in dealer.state.cards(*offers.down_zone(now))]
        offers.change(dealer, now, up, down, give={"coins": coins}, want=now.want, after=30)

    @verb
    def counter(self, dealer, seat, offer, version, up, want):
        """Answer an offer with another."""
        owner = offers.standing(dealer.state, offer).owner
        offers.make(dealer, seat, [owner], spread(up), want=want, answers=offer)

    @verb
    def withdraw(self, dealer, seat, offer, version):
        """Withdraw an offer."""
        offers.withdraw(dealer, offers.standing(dealer.state, offer))

    @verb
    def accept(self, dealer, seat, offer, version):
        """Accept an offer."""
        now = offers.standing(dealer.state, offer)
        if mine := offers.countered(dealer.state, now, seat):
            offers.withdraw(dealer, mine)
        hand = list(dealer.state.cards("hand", seat))
        for face in spread(now.want):
            card = next(card for card in hand if dealer.state.face(card) == face)
            hand.remove(card)
            dealer.move([card], Zone("hand", seat), Zone("hand", now.owner))
        offers.take(dealer, now, seat)


def spread(counts):
    """Returns faces one by one."""
    return [face for face, number in counts.items() for _ in range(number)]


def view_faces(view, offer=None):
    """Returns the faces with which the viewer can pay: their hand, and the goods that a counter-offer frees."""
    cards = list(view.cards("hand", view.me))
    if offer is not None and (mine := offers.countered(view, offer, view.me)):
        cards += offers.goods(view, mine)
    return [view.face(card) for card in cards]


class Stalls(Game):
    """A game that consists of offers."""

    key = "stalls"
    seats = range(3, 4)
    deck = Deck(*(Printed(face, 3) for face in "abc"))
    sight = {"hand": Sight.OWNER, **OFFER_SIGHT}
    sets = frozenset({"hand"}) | OFFER_SETS
    options = Options
    public = OfferPublic
    phase_types = (Market, OfferTime)

    def setup(self, dealer: Dealer) -> None:
        for seat, faces in HANDS.items():
            for face in faces:
                card = next(card for card in dealer.state.cards("box") if dealer.state.face(card) == face)
                dealer.move([card], BOX, Zone("hand", seat))
        dealer.prompt(Market, range(3))

    def seat_resigned(self, dealer: Dealer, seat: Seat) -> None:
        offers.forget(dealer, seat)


GAME = Stalls()
