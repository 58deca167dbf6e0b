"""Dealmaker by rules of thumb: hold the goods that the nearest tile lacks, and take a deal as soon as it can be paid.

A holding is judged by the tile it comes nearest to and by what its cards are worth to anybody. A trade has to make
it better by a margin; so no row of trades, however often repeated, leads back to where it began.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import NamedTuple

from games.dealmaker.board import TILES, goods_held, goods_in, hand, options_of, payable_tiles, points, price
from games.dealmaker.goods import GOODS, by_rank
from games.dealmaker.payment import Goods, Limits
from games.kernel import offers
from games.kernel.offers import Offer
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

Bundle = Mapping[str, int]

# What a card is worth by rank, in points, to somebody who may need it; about what the tiles pay for it.
WORTH = (0.8, 0.95, 1.2, 1.65, 2.1, 2.6)
CARD_WEIGHT = 0.35
# How much of a tile's points a holding is worth that lacks so many units of it.
NEARNESS = (1.0, 0.6, 0.4, 0.25, 0.12, 0.05)
MARGIN = 0.1
MOST_STANDING = 2
# So many acts a seat may pass without a deal before the bot stops offering, and then proposing.
OFFERS_A_SEAT, PROPOSALS_A_SEAT = 5, 7


class Wish(NamedTuple):
    """A trade that would be good: what to give, what to want, and how much better the holding would be."""

    give: Bundle
    want: Bundle
    gain: float


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """The move for the question that is asked; None if there is nothing to say for now."""
    verbs = {template.verb for template in moves.templates}
    for asked, answer in ANSWERS.items():
        if asked in verbs:
            return answer(view, moves, draws)
    return next(iter(moves))


# What goods are worth


def value(goods: Goods) -> float:
    """What goods are worth to anybody."""
    return sum(number * worth for number, worth in zip(goods, WORTH, strict=True))


def lacking(goods: Goods, asked: Goods, limits: Limits) -> int:
    """How many units of a tile a holding cannot pay; of several goods, each is counted by itself."""
    return sum(max(0, units - _units(goods, rank, limits)) for rank, units in enumerate(asked) if units)


def _units(goods: Goods, rank: int, limits: Limits) -> int:
    higher = min(sum(goods[rank + 1 :]), limits.higher)
    triples = min(sum(number // 3 for number in goods[:rank]), limits.triples)
    return goods[rank] + higher + triples


class Judgement:
    """What holdings are worth to the viewer, with the tiles that lie on the table."""

    def __init__(self, view: View) -> None:
        self.limits = options_of(view).limits
        self.tiles = {(price(view, tile), points(view, tile)) for tile in view.cards(*TILES)}
        self.goods = goods_held(view, view.me)
        self.now = self.worth(self.goods)

    def worth(self, goods: Goods) -> float:
        """The points of the tile that is nearest, as far as it is near, and a little for each card."""
        return max((self._near(goods, *tile) for tile in self.tiles), default=0.0) + CARD_WEIGHT * value(goods)

    def gain(self, give: Goods, get: Goods) -> float:
        """How much better a trade makes the holding."""
        return self.worth(tuple(h - g + n for h, g, n in zip(self.goods, give, get, strict=True))) - self.now

    def _near(self, goods: Goods, asked: Goods, worth: int) -> float:
        missing = lacking(goods, asked, self.limits)
        return worth * NEARNESS[missing] if missing < len(NEARNESS) else 0.0


# The pawn


def conclude(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """The tile and payment that win most: points for what the goods are worth."""
    deals = [move for template in moves.of("conclude") for move in template]
    return max(deals, key=lambda move: profit(view, move)) if deals else Move("release")


def profit(view: View, deal: Move) -> float:
    """A deal's points, less what is paid."""
    return points(view, deal.args["tile"]) - CARD_WEIGHT * value(by_rank(deal.args["payment"]))


def pay(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """The cheapest payment."""
    payments = [move for template in moves.of("pay") for move in template]
    return min(payments, key=lambda move: value(by_rank(move.args["payment"])), default=Move("release"))


def rush(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """One of the best tiles, by chance: who always claims the best one meets the others there."""
    claims = sorted(
        (move for template in moves.of("claim") for move in template),
        key=lambda move: -points(view, move.args["tile"]),
    )
    best = claims[: max(2, len(claims) // 2)]
    return best[draws.below(len(best))] if best else Move("hands_off")


# Votes and words


def vote(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Agrees unless there is a deal to be had."""
    if payable_tiles(view, view.me, at_sale=False):
        return Move("refuse")
    return Move("agree") if moves.of("agree") else None


def talk(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Now and then, soon after a deal, says what the best trade would be."""
    wishes = list(best_wishes(view)) if view.public.announcements < view.seats else []
    if not wishes or draws.below(4):
        return None
    return Move("announce", {"seeks": list(wishes[0].want), "gives": list(wishes[0].give)})


# Trade


def trade(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """A deal if there is one, else an answer to an offer, else an offer, else a proposal to go on."""
    at_sale = view.public.stage == "sales"
    if not at_sale and payable_tiles(view, view.me, at_sale=False):
        return Move("grab")
    for rushing in ("seize", "grab_tile"):
        if moves.of(rushing):
            return max(moves.of(rushing)[0], key=lambda move: points(view, move.args["tile"]) if move.args else 0)
    for offer in offers.offers(view):
        if view.me in offer.audience:
            return answer(view, moves, offer)
    return new_offer(view, moves, draws) or proposal(view, moves)


def answer(view: View, moves: LegalMoves, offer: Offer) -> Move:
    """Accepts what is good, counters where the goods on offer would be, declines the rest."""
    named = {"offer": offer.id, "version": offer.version}
    on_offer = goods_in(view, offers.goods(view, offer))
    accepted = Move("accept", named)
    if accepted in moves and Judgement(view).gain(by_rank(offer.want), on_offer) >= MARGIN:
        return accepted
    answered = any(mine.answers == offer.id for mine in offers.offers_of(view, view.me))
    if not answered and moves.of("counter") and may_offer(view):
        fitting = (w for w in best_wishes(view) if all(on_offer[GOODS.index(good)] >= n for good, n in w.want.items()))
        for wish in fitting:
            return Move("counter", {**named, "give": dict(wish.give), "want": dict(wish.want)})
    return Move("decline", named)


def new_offer(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """One of the three best trades that one could wish for, to everybody; none that stands already."""
    if not moves.of("offer") or not may_offer(view) or len(offers.offers_of(view, view.me)) >= MOST_STANDING:
        return None
    asked = [dict(offer.want) for offer in offers.offers_of(view, view.me)]
    wishes = [wish for wish in best_wishes(view) if wish.want not in asked][:3]
    if not wishes:
        return None
    wish = wishes[draws.below(len(wishes))]
    audience = [seat for seat in range(view.seats) if seat != view.me and seat not in view.public.left]
    return Move("offer", {"audience": audience, "give": dict(wish.give), "want": dict(wish.want)})


def may_offer(view: View) -> bool:
    """Whether there have not been too many offers since the last deal."""
    return bool(view.public.idle_acts < OFFERS_A_SEAT * view.seats)


def best_wishes(view: View) -> Iterator[Wish]:
    """Trades of one or two cards for one that gain something and leave the other side no worse, the best first."""
    judgement = Judgement(view)
    in_hand = Counter(view.face(card) for card in view.cards(*hand(view.me)))
    in_play = [good for good in GOODS if options_of(view).goods_counts[good]]
    wishes = []
    for give in _bundles(in_hand):
        for good in in_play:
            get = by_rank({good: 1})
            if good not in give and value(by_rank(give)) >= value(get) - MARGIN:
                wishes.append(Wish(give, {good: 1}, judgement.gain(by_rank(give), get)))
    return iter(sorted((w for w in wishes if w.gain >= MARGIN), key=lambda w: -w.gain))


def _bundles(in_hand: Mapping[str, int]) -> Iterator[Bundle]:
    for number in (1, 2):
        for goods in combinations_with_replacement(GOODS, number):
            bundle = Counter(goods)
            if all(in_hand.get(good, 0) >= some for good, some in bundle.items()):
                yield dict(bundle)


def proposal(view: View, moves: LegalMoves) -> Move | None:
    """With nothing left to trade: stop achat, then the sales, then the end."""
    if view.public.idle_acts >= PROPOSALS_A_SEAT * view.seats:
        return Move("enough") if moves.of("enough") else None
    for verb in ("propose_stop", "propose_sales", "enough"):
        if moves.of(verb):
            return Move(verb)
    return None


ANSWERS: Mapping[str, Callable[[View, LegalMoves, Draws], Move | None]] = {
    "hands_off": rush,
    "pay": pay,
    "conclude": conclude,
    "refuse": vote,
    "announce": talk,
    "grab": trade,
    "enough": trade,
    "go_on": trade,
}
