"""Trading, before and during the sales: offers, counters and acceptances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from games.dealmaker.board import hand, options_of, present
from games.dealmaker.clocks import Clock, Limit, is_time_up, restart_clocks
from games.dealmaker.ending import Ending
from games.dealmaker.goods import GOODS, by_rank, spread
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

    idle: the clock that a trade restarts; clocks: those that stop while the pawn is held; limit: the one that runs on.
    """

    idle: type[Clock]
    clocks: tuple[type[Clock], ...]
    limit: type[Limit]

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield from self.other_templates(view, prompt)
        yield from self.answer_templates(view)
        yield from self.offer_templates(view)

    def other_templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        """The templates of this market that concern no offer; there is always at least one."""
        raise NotImplementedError

    def when_idle(self, dealer: Dealer) -> None:
        """Goes on by itself after too long, or too many acts, without a deal (ruling 15)."""
        raise NotImplementedError

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        """The seats with an offer to answer (ruling 20)."""
        return tuple(sorted({seat for offer in offers.offers(table) for seat in offer.audience}))

    def offers_to_withdraw(self, table: Table, seat: Seat, offer: Offer) -> tuple[Offer, ...]:
        """The seat's own offers that it withdraws in order to accept an offer (ruling 5).

        First the offer that this one counters, then each that holds a good the seat lacks, oldest first.
        """
        countered = offers.countered(table, offer, seat)
        lacking = Counter(offer.want) - _faces(table, table.cards(*hand(seat)))
        withdrawn = []
        for own in sorted(offers.offers_of(table, seat), key=lambda own: own != countered):
            goods = _faces(table, offers.goods(table, own))
            if own == countered or goods & lacking:
                withdrawn.append(own)
                lacking -= goods
        return tuple(withdrawn)

    def answer_templates(self, view: View) -> Iterator[Template]:
        """The answers to standing offers."""
        for offer in offers.offers(view):
            if offer.owner == view.me:
                yield template("withdraw", **offers.named(offer))
            if view.me in offer.audience:
                yield template("decline", **offers.named(offer))
                if self.can_accept(view, offer):
                    yield template("accept", **offers.taken(offer, self.offers_to_withdraw(view, view.me, offer)))

    def can_accept(self, view: View, offer: Offer) -> bool:
        """Whether the viewer has the goods that an offer wants, in hand or in offers that they withdraw for it."""
        regained = (card for own in self.offers_to_withdraw(view, view.me, offer) for card in offers.goods(view, own))
        return not Counter(offer.want) - _faces(view, (*view.cards(*hand(view.me)), *regained))

    def offer_templates(self, view: View) -> Iterator[Template]:
        """New offers, and counters to standing ones."""
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
            self.go_on_if_idle(dealer)

    def go_on_if_idle(self, dealer: Dealer) -> bool:
        """Goes on by itself after too many acts without a deal; returns whether it did."""
        idle: bool = dealer.state.public.idle_acts >= options_of(dealer.state).max_idle_acts
        if idle:
            self.when_idle(dealer)
        return idle

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        self.when_idle(dealer)

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        dealer.change(holders=(), seized=False)
        if self.end_if_done(dealer):
            return
        if is_time_up(dealer.state, self.limit):
            self.limit().when_time_is_up(dealer)
        elif not self.go_on_if_idle(dealer):
            restart_clocks(dealer, prompt, self.clocks)

    @verb
    def offer(
        self,
        dealer: Dealer,
        seat: Seat,
        audience: list[Seat],
        give: Mapping[str, Json],
        want: Mapping[str, Json],
    ) -> None:
        """Lay goods before you and say what you want for them (rules, 'Le deal')."""
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
        """Answer an offer with another one, to its owner; the first stays open."""
        offers.make(dealer, seat, [_standing_offer(dealer, offer).owner], spread(give), want=want, answers=offer)

    @verb
    def withdraw(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Take an offer back."""
        offers.withdraw(dealer, _standing_offer(dealer, offer))

    @verb
    def decline(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Say no to an offer. It closes when its whole audience has."""
        offers.decline(dealer, _standing_offer(dealer, offer), seat)

    @verb
    def accept(self, dealer: Dealer, seat: Seat, prompt: Prompt, offer: int, version: int) -> None:
        """Swap the goods; your own offers that hold goods you need are withdrawn first (ruling 5)."""
        accepted = _standing_offer(dealer, offer)
        for own in self.offers_to_withdraw(dealer.state, seat, accepted):
            offers.withdraw(dealer, own)
        _hand_over(dealer, seat, accepted)
        offers.take(dealer, accepted, seat)
        restart_clocks(dealer, prompt, [self.idle])


def sides(view: View) -> tuple[Counts, Counts]:
    """What the viewer may give, from the hand, and what they may want; with gifts, that may be nothing."""
    in_hand = Counter(view.face(card) for card in view.cards(*hand(view.me)))
    printed = options_of(view).goods_counts
    gives = {good: (0, in_hand[good]) for good in GOODS if in_hand[good]}
    wants = {good: (0, min(printed[good], MOST_GOODS)) for good in GOODS if printed[good]}
    fewest = 0 if options_of(view).allow_gifts else 1
    return Counts(gives, range(1, MOST_GOODS + 1)), Counts(wants, range(fewest, MOST_GOODS + 1))


def _faces(table: Table, cards: Iterable[CardId]) -> Counter[Face]:
    return Counter(table.face(card) for card in cards)


def _standing_offer(dealer: Dealer, number: int) -> Offer:
    offer = offers.standing(dealer.state, number)
    assert offer is not None, "a legal move names an offer that stands"
    return offer


def _hand_over(dealer: Dealer, seat: Seat, offer: Offer) -> None:
    missing = dict(zip(GOODS, by_rank(offer.want), strict=True))
    cards = []
    for card in dealer.state.cards(*hand(seat)):
        face = dealer.state.face(card)
        if missing[face]:
            missing[face] -= 1
            cards.append(card)
    dealer.move_openly(cards, hand(seat), offers.open_zone(offer), hand(offer.owner))
