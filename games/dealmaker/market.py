"""Trading, before and during the sales: offers, counters and acceptances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from games.dealmaker.board import faces_in, hand, options_of, present
from games.dealmaker.clocks import StageClock, StageLimit, is_time_up, restart_clocks
from games.dealmaker.ending import Ending
from games.dealmaker.goods import GOODS, by_rank, spread
from games.dealmaker.options import DealmakerOptions
from games.dealmaker.reasons import standing_offer, why_goods_short, why_no_goods, why_not_this_offer
from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.offers import Bargaining, Offer
from games.kernel.phase import verb
from games.kernel.slots import Counts, Subset
from games.kernel.state import Json, Move, Prompt, Seat, Table, Zone
from games.kernel.template import Template, template
from games.kernel.view import View

MOST_GOODS = 6
MOST_OFFERS = 5
ANSWERS = frozenset({"accept", "decline", "counter", "withdraw"})


class Market(Bargaining, Ending):
    """A market in which everybody trades with everybody, any goods for any goods (rules, 'Le deal').

    idle: the clock that a trade restarts; clocks: the clocks that stop while the pawn is held; limit: the clock that
    continues.
    """

    idle: ClassVar[type[StageClock]]
    clocks: ClassVar[tuple[type[StageClock], ...]]
    limit: ClassVar[type[StageLimit]]

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield from self.other_templates(view, prompt)
        yield from self.answer_templates(view)
        yield from self.offer_templates(view)

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if refusal.slot in ("give", "want"):
            return why_no_goods(view, refusal, MOST_GOODS)
        if refusal.slot == "audience":
            return because("not_yourself") if view.me in move.args["audience"] else None
        if move.verb == "offer" and len(offers.offers_of(view, view.me)) >= MOST_OFFERS:
            return because("too_many_offers", most=MOST_OFFERS)
        offer = standing_offer(view, move.args.get("offer"))
        if offer is None or move.verb not in ANSWERS:
            return None
        return why_not_this_offer(view, move.verb, offer) or self._why_short(view, move.verb, offer)

    def _why_short(self, view: View, verb: str, offer: Offer) -> Reason | None:
        return why_goods_short(view, offer, self.goods_for(view, offer)) if verb == "accept" else None

    def goods_for(self, view: View, offer: Offer) -> tuple[CardId, ...]:
        """Returns the cards with which the viewer may pay for an offer: the hand, and own offers to withdraw."""
        withdrawn = self.offers_to_withdraw(view, view.me, offer)
        regained = [card for own in withdrawn for card in offers.goods(view, own)]
        return (*view.cards(*hand(view.me)), *regained)

    def other_templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        """Returns the market's templates that do not concern offers; there is always at least one."""
        raise NotImplementedError

    def when_idle(self, dealer: Dealer) -> None:
        """Continues automatically after too much time, or too many acts, without a deal (ruling 15)."""
        raise NotImplementedError

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        """Returns the seats that have an offer to answer (ruling 20)."""
        standing = offers.offers(table)
        return tuple(sorted({seat for offer in standing for seat in offer.audience})) if standing else ()

    def offers_to_withdraw(self, table: Table, seat: Seat, offer: Offer) -> tuple[Offer, ...]:
        """Returns the seat's own offers that it withdraws to accept an offer (ruling 5).

        These are first the offer that the accepted offer counters, then, oldest first, each offer with a good that the
        seat lacks.
        """
        countered = offers.countered(table, offer, seat)
        lacking = _lacking(offer.want, faces_in(table, hand(seat)))
        if not lacking and countered is None:
            return ()
        withdrawn = []
        others = [own for own in offers.offers_of(table, seat) if own != countered]
        for own in others if countered is None else [countered, *others]:
            goods = faces_in(table, offers.open_zone(own))
            if own == countered or not goods.keys().isdisjoint(lacking):
                withdrawn.append(own)
                lacking = _lacking(lacking, goods)
        return tuple(withdrawn)

    def answer_templates(self, view: View) -> Iterator[Template]:
        """Yields the answers to open offers."""
        me = view.me
        for offer in offers.offers(view):
            if offer.owner == me:
                yield template("withdraw", **offers.named(offer))
            if me in offer.audience:
                yield template("decline", **offers.named(offer))
                withdrawn = self.offers_to_withdraw(view, me, offer)
                if has_goods_for(view, offer, withdrawn):
                    yield template("accept", **offers.taken(offer, withdrawn))

    def offer_templates(self, view: View) -> Iterator[Template]:
        """Yields new offers, and counter-offers to open offers."""
        me = view.me
        gives, wants = sides(view)
        if not gives or len(offers.offers_of(view, me)) >= MOST_OFFERS:
            return
        others = [seat for seat in present(view) if seat != me]
        yield template("offer", audience=Subset(others, range(1, len(others) + 1)), give=gives, want=wants)
        for offer in offers.offers(view):
            if me in offer.audience:
                yield template("counter", **offers.named(offer), give=gives, want=wants)

    def run(self, dealer: Dealer, prompt: Prompt, seat: Seat | None, move: Move) -> None:
        super().run(dealer, prompt, seat, move)
        if dealer.state.is_over:
            return
        dealer.change(idle_acts=dealer.state.public.idle_acts + 1)
        if prompt.id in dealer.state.prompts and dealer.state.is_open(prompt):
            self.go_on_if_idle(dealer)

    def go_on_if_idle(self, dealer: Dealer) -> bool:
        """Continues automatically after too many acts without a deal; returns whether it has continued."""
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
        audience: Sequence[Seat],
        give: Mapping[str, Json],
        want: Mapping[str, Json],
    ) -> None:
        """Lays out goods and states the goods that the seat wants for them (rules, 'Le deal')."""
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
        """Answers an offer with another offer to its owner; the first offer stays open."""
        offers.make(dealer, seat, [_standing_offer(dealer, offer).owner], spread(give), want=want, answers=offer)

    @verb
    def withdraw(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Withdraws an offer."""
        offers.withdraw(dealer, _standing_offer(dealer, offer))

    @verb
    def decline(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Declines an offer. The offer closes when its whole audience has declined it."""
        offers.decline(dealer, _standing_offer(dealer, offer), seat)

    @verb
    def accept(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Swaps the goods; first withdraws own offers that hold needed goods (ruling 5)."""
        accepted = _standing_offer(dealer, offer)
        for own in self.offers_to_withdraw(dealer.state, seat, accepted):
            offers.withdraw(dealer, own)
        _hand_over(dealer, seat, accepted)
        offers.take(dealer, accepted, seat)
        restart_clocks(dealer, dealer.current, [self.idle])


def sides(view: View) -> tuple[Counts, Counts]:
    """Returns the slots for the goods that the viewer gives from the hand and wants; either may be empty for a gift."""
    return view.derived(_gives, hand(view.me)), view.read(_wants, options_of(view))


def _gives(table: Table, zone: Zone) -> Counts:
    in_hand = faces_in(table, zone)
    return Counts({good: (0, in_hand[good]) for good in GOODS if good in in_hand}, range(1, MOST_GOODS + 1))


def _wants(options: DealmakerOptions) -> Counts:
    printed = options.goods_counts
    wants = {good: (0, min(printed[good], MOST_GOODS)) for good in GOODS if printed[good]}
    return Counts(wants, range(0 if options.allow_gifts else 1, MOST_GOODS + 1))


def has_goods_for(view: View, offer: Offer, withdrawn: Iterable[Offer]) -> bool:
    """Returns whether the viewer has the goods that an offer wants, in the hand or in the withdrawn offers."""
    lacking = _lacking(offer.want, faces_in(view, hand(view.me)))
    for own in withdrawn:
        lacking = _lacking(lacking, faces_in(view, offers.open_zone(own)))
    return not lacking


def _lacking(want: Mapping[Face, int], goods: Mapping[Face, int]) -> dict[Face, int]:
    """Returns the missing number of each good."""
    return {good: number - goods.get(good, 0) for good, number in want.items() if number > goods.get(good, 0)}


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
