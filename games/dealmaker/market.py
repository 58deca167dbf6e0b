"""What trading is, before the sales and during them: offers, counters and acceptances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from games.dealmaker.board import hand, options_of, present
from games.dealmaker.clocks import Clock, Limit, has_reached, wind
from games.dealmaker.ending import Ending
from games.dealmaker.goods import GOODS, counted, spread
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.offers import Bargaining, Offer
from games.kernel.phase import verb
from games.kernel.slots import Counts, Subset
from games.kernel.state import Json, Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View

MOST_GOODS = 6
MOST_OFFERS = 5


class Market(Bargaining, Ending):
    """Everybody trades with everybody, any goods for any goods (rules, 'Le deal').

    idle: the clock of idleness; clocks: those that stop while the pawn is held; limit: the one that does not.
    """

    idle: type[Clock]
    clocks: tuple[type[Clock], ...]
    limit: type[Limit]

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield from self.calls(view, prompt)
        yield from self.standing(view)
        yield from self.new_offers(view)

    def calls(self, view: View, prompt: Prompt) -> Iterable[Template]:
        """What can be said besides offers; always something."""
        raise NotImplementedError

    def idled(self, dealer: Dealer) -> None:
        """What happens when nothing has come of all the talk."""
        raise NotImplementedError

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        """Whoever has been made an offer and has not answered it."""
        asked = {seat for offer in offers.offers(table) for seat in offer.audience}
        return tuple(sorted(asked))

    def freed(self, table: Table, seat: Seat, offer: Offer) -> tuple[Offer, ...]:
        """The seat's own offers that it withdraws to accept an offer (ruling 5).

        The offer to which this one is a counter comes first, then each that holds a good the seat lacks, oldest first.
        """
        countered = offers.countered(table, offer, seat)
        lacking = Counter(offer.want) - _faces(table, table.cards(*hand(seat)))
        freed = []
        for own in sorted(offers.offers_of(table, seat), key=lambda own: own != countered):
            goods = _faces(table, offers.goods(table, own))
            if own == countered or goods & lacking:
                freed.append(own)
                lacking -= goods
        return tuple(freed)

    def standing(self, view: View) -> Iterator[Template]:
        """The answers to the offers that stand."""
        for offer in offers.offers(view):
            if offer.owner == view.me:
                yield template("withdraw", **offers.named(offer))
            if view.me in offer.audience:
                yield template("decline", **offers.named(offer))
                if self.can_accept(view, offer):
                    yield template("accept", **offers.taken(offer, self.freed(view, view.me, offer)))

    def can_accept(self, view: View, offer: Offer) -> bool:
        """Whether the viewer has the goods that an offer wants, in hand or in the offers that they withdraw for it."""
        freed = (card for own in self.freed(view, view.me, offer) for card in offers.goods(view, own))
        return not Counter(offer.want) - _faces(view, (*view.cards(*hand(view.me)), *freed))

    def new_offers(self, view: View) -> Iterator[Template]:
        """New offers, and counters to those that stand."""
        gives, wants = sides(view)
        if not gives or len(offers.offers_of(view, view.me)) >= MOST_OFFERS:
            return
        others = [seat for seat in present(view) if seat != view.me]
        yield template("offer", audience=Subset(others, range(1, len(others) + 1)), give=gives, want=wants)
        for offer in offers.offers(view):
            if view.me in offer.audience:
                yield template("counter", **offers.named(offer), give=gives, want=wants)

    def run(self, dealer: Dealer, prompt: Prompt, seat: Seat | None, move: Move) -> None:
        super().run(dealer, prompt, seat, move)
        if dealer.state.is_over:
            return
        dealer.change(idle_acts=dealer.state.public.idle_acts + 1)
        if prompt.id in dealer.state.prompts and dealer.state.is_open(prompt):
            self.check_idle(dealer)

    def check_idle(self, dealer: Dealer) -> bool:
        """Whether so many acts have passed without a deal that the table does not wait any longer."""
        idle: bool = dealer.state.public.idle_acts >= options_of(dealer.state).max_idle_acts
        if idle:
            self.idled(dealer)
        return idle

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        self.idled(dealer)

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        dealer.change(holders=(), seized=False)
        if self.settle(dealer):
            return
        if has_reached(dealer.state, self.limit):
            self.limit().reached(dealer)
        elif not self.check_idle(dealer):
            wind(dealer, prompt, self.clocks)

    @verb
    def offer(
        self,
        dealer: Dealer,
        seat: Seat,
        audience: list[Seat],
        give: Mapping[str, Json],
        want: Mapping[str, Json],
    ) -> None:
        """Lays goods before oneself and says what one wants for them (rules, 'Le deal')."""
        offers.make(dealer, seat, audience, spread(give), want=want)

    @verb
    def counter(
        self,
        dealer: Dealer,
        seat: Seat,
        offer: int,
        version: int,
        give: Mapping[str, Json],
        want: Mapping[str, Json],
    ) -> None:
        """Answers an offer with another one, to its owner; the first stays open."""
        offers.make(dealer, seat, [_standing(dealer, offer).owner], spread(give), want=want, answers=offer)

    @verb
    def withdraw(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Takes an offer back."""
        offers.withdraw(dealer, _standing(dealer, offer))

    @verb
    def decline(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Says no to an offer; when everybody has, it closes."""
        offers.decline(dealer, _standing(dealer, offer), seat)

    @verb
    def accept(self, dealer: Dealer, seat: Seat, prompt: Prompt, offer: int, version: int) -> None:
        """Withdraws the seat's own offers that hold these goods, swaps the goods, restarts the clock of idleness."""
        taken = _standing(dealer, offer)
        for own in self.freed(dealer.state, seat, taken):
            offers.withdraw(dealer, own)
        _hand_over(dealer, seat, taken)
        offers.take(dealer, taken, seat)
        wind(dealer, prompt, [self.idle])


def sides(view: View) -> tuple[Counts, Counts]:
    """What the viewer may give, out of his hand, and what he may ask for; with gifts he may ask for nothing."""
    in_hand = Counter(view.face(card) for card in view.cards(*hand(view.me)))
    printed = options_of(view).goods_counts
    gives = {good: (0, in_hand[good]) for good in GOODS if in_hand[good]}
    wants = {good: (0, min(printed[good], MOST_GOODS)) for good in GOODS if printed[good]}
    fewest = 0 if options_of(view).allow_gifts else 1
    return Counts(gives, range(1, MOST_GOODS + 1)), Counts(wants, range(fewest, MOST_GOODS + 1))


def _faces(table: Table, cards: Iterable[CardId]) -> Counter[Face]:
    return Counter(table.face(card) for card in cards)


def _standing(dealer: Dealer, number: int) -> Offer:
    offer = offers.standing(dealer.state, number)
    assert offer is not None, "a legal move names an offer that stands"
    return offer


def _hand_over(dealer: Dealer, seat: Seat, offer: Offer) -> None:
    left = dict(zip(GOODS, counted(offer.want), strict=True))
    cards = []
    for card in dealer.state.cards(*hand(seat)):
        face = dealer.state.face(card)
        if left[face]:
            left[face] -= 1
            cards.append(card)
    dealer.move_openly(cards, hand(seat), offers.open_zone(offer), hand(offer.owner))
