"""Plays Dealmaker by rules of thumb: collects goods for the nearest tile, and concludes a deal as soon as it can pay.

The worth of goods depends on the nearest tile that they could pay, and on the worth of each card to any player. A trade
must improve the worth by a margin, so trades never go round in a circle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from games.dealmaker.board import TILES, goods_held, goods_in, hand, options_of, payable_tiles, points, price
from games.dealmaker.goods import GOODS, by_rank
from games.dealmaker.payment import Goods, SubstitutionLimits
from games.kernel import offers
from games.kernel.offers import Offer
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

Bundle = Mapping[str, int]

# The worth of a card to any player, in points, by rank: approximately what the tiles pay for it.
WORTH = (0.8, 0.95, 1.2, 1.65, 2.1, 2.6)
MARGIN = 0.1
MOST_STANDING = 2
# The numbers of idle acts per seat after which the bot stops making offers, and stops making proposals.
OFFERS_A_SEAT, PROPOSALS_A_SEAT = 5, 7


class Temper(NamedTuple):
    """The way a player values goods, how much it asks for them, and what it announces.

    card: the weight of each card's worth. nearness: the share of a tile's points that goods are worth, by the number of
    missing units. asks: the points by which an offer may want more than it gives. words: the number of best trades
    among which the player chooses one to announce, to hide its tile.
    """

    card: float = 0.35
    nearness: Sequence[float] = (1.0, 0.6, 0.4, 0.25, 0.12, 0.05)
    asks: float = MARGIN
    words: int = 1


CASUAL = Temper()


class DesiredTrade(NamedTuple):
    """A good trade: the goods to give and to want, and how much they improve the worth of the goods."""

    give: Bundle
    want: Bundle
    gain: float


def choose(view: View, moves: LegalMoves, draws: Draws, temper: Temper = CASUAL) -> Move | None:
    """Returns the move for a prompt, chosen by the rule for one of its verbs; None to wait."""
    verbs = {template.verb for template in moves.templates}
    for verb, rule in RULES.items():
        if verb in verbs:
            return rule(view, moves, draws, temper)
    return next(iter(moves))


# The worth of goods


def value(goods: Goods) -> float:
    """Returns the worth of goods to any player."""
    return sum(number * worth for number, worth in zip(goods, WORTH, strict=True))


def lacking(goods: Goods, cost: Goods, limits: SubstitutionLimits) -> int:
    """Returns the number of units of a price that the goods cannot pay; each good of the price is considered alone."""
    return sum(max(0, units - _units(goods, rank, limits)) for rank, units in enumerate(cost) if units)


def _units(goods: Goods, rank: int, limits: SubstitutionLimits) -> int:
    higher = min(sum(goods[rank + 1 :]), limits.higher)
    triples = min(sum(number // 3 for number in goods[:rank]), limits.triples)
    return goods[rank] + higher + triples


class GoodsJudgement:
    """The worth of goods to the viewer, given the tiles on the table."""

    def __init__(self, view: View, temper: Temper = CASUAL) -> None:
        self.temper = temper
        self.limits = options_of(view).limits
        self.tiles = {(price(view, tile), points(view, tile)) for tile in view.cards(*TILES)}
        self.goods = goods_held(view, view.me)
        self.now = self.worth(self.goods)

    def worth(self, goods: Goods) -> float:
        """Returns the points of the nearest tile, reduced for missing units, plus a small amount for each card."""
        return max((self._near(goods, *tile) for tile in self.tiles), default=0.0) + self.temper.card * value(goods)

    def gain(self, give: Goods, get: Goods) -> float:
        """Returns how much a trade improves the worth of the viewer's goods."""
        return self.worth(tuple(h - g + n for h, g, n in zip(self.goods, give, get, strict=True))) - self.now

    def _near(self, goods: Goods, cost: Goods, worth: int) -> float:
        missing = lacking(goods, cost, self.limits)
        shares = self.temper.nearness
        return worth * shares[missing] if missing < len(shares) else 0.0


# The pawn


def conclude(view: View, moves: LegalMoves, draws: Draws, temper: Temper) -> Move:
    """Returns the most profitable tile and payment."""
    deals = [move for template in moves.of("conclude") for move in template]
    return max(deals, key=lambda move: profit(view, move, temper)) if deals else Move("release")


def profit(view: View, deal: Move, temper: Temper = CASUAL) -> float:
    """Returns a deal's points, less the payment."""
    return points(view, deal.args["tile"]) - temper.card * value(by_rank(deal.args["payment"]))


def pay(view: View, moves: LegalMoves, draws: Draws, temper: Temper) -> Move:
    """Returns the cheapest payment."""
    payments = [move for template in moves.of("pay") for move in template]
    return min(payments, key=lambda move: value(by_rank(move.args["payment"])), default=Move("release"))


def rush(view: View, moves: LegalMoves, draws: Draws, temper: Temper) -> Move:
    """Returns a random one of the best tiles, because several claims for the best tile would cancel it."""
    claims = sorted(
        (move for template in moves.of("claim") for move in template),
        key=lambda move: -points(view, move.args["tile"]),
    )
    best = claims[: max(2, len(claims) // 2)]
    return best[draws.below(len(best))] if best else Move("hands_off")


# Votes and words


def vote(view: View, moves: LegalMoves, draws: Draws, temper: Temper) -> Move | None:
    """Agrees unless the viewer can pay a tile."""
    if payable_tiles(view, view.me, at_sale=False):
        return Move("refuse")
    return Move("agree") if moves.of("agree") else None


def talk(view: View, moves: LegalMoves, draws: Draws, temper: Temper) -> Move | None:
    """Occasionally announces one of the best trades, early in a span."""
    trades = list(best_trades(view, temper)) if view.public.announcements < view.seats else []
    if not trades or draws.below(4):
        return None
    best = trades[: temper.words]
    desired = best[draws.below(len(best))] if len(best) > 1 else best[0]
    return Move("announce", {"seeks": list(desired.want), "gives": list(desired.give)})


# Trade


def trade(view: View, moves: LegalMoves, draws: Draws, temper: Temper) -> Move | None:
    """Takes the pawn if the viewer can pay a tile; otherwise answers an offer, makes one, or proposes to continue."""
    at_sale = view.public.stage == "sales"
    if not at_sale and payable_tiles(view, view.me, at_sale=False):
        return Move("grab")
    for rushing in ("seize", "grab_tile"):
        if moves.of(rushing):
            return max(moves.of(rushing)[0], key=lambda move: points(view, move.args["tile"]) if move.args else 0)
    for offer in offers.offers(view):
        if view.me in offer.audience:
            return answer(view, moves, offer, temper)
    return new_offer(view, moves, draws, temper) or proposal(view, moves)


def answer(view: View, moves: LegalMoves, offer: Offer, temper: Temper) -> Move:
    """Accepts a good offer, counters an offer whose goods would be good at another price, and declines other offers."""
    named = {"offer": offer.id, "version": offer.version}
    on_offer = goods_in(view, offers.goods(view, offer))
    accepted = Move("accept", named)
    if accepted in moves and GoodsJudgement(view, temper).gain(by_rank(offer.want), on_offer) >= MARGIN:
        return accepted
    has_countered = any(mine.answers == offer.id for mine in offers.offers_of(view, view.me))
    if not has_countered and moves.of("counter") and may_offer(view):
        trades = (
            w for w in best_trades(view, temper) if all(on_offer[GOODS.index(good)] >= n for good, n in w.want.items())
        )
        for desired in trades:
            return Move("counter", {**named, "give": dict(desired.give), "want": dict(desired.want)})
    return Move("decline", named)


def new_offer(view: View, moves: LegalMoves, draws: Draws, temper: Temper) -> Move | None:
    """Offers one of the three best trades to all others, unless an open offer wants the same goods."""
    if not moves.of("offer") or not may_offer(view) or len(offers.offers_of(view, view.me)) >= MOST_STANDING:
        return None
    already_wanted = [dict(offer.want) for offer in offers.offers_of(view, view.me)]
    trades = [desired for desired in best_trades(view, temper) if desired.want not in already_wanted][:3]
    if not trades:
        return None
    desired = trades[draws.below(len(trades))]
    audience = [seat for seat in range(view.seats) if seat != view.me and seat not in view.public.left]
    return Move("offer", {"audience": audience, "give": dict(desired.give), "want": dict(desired.want)})


def may_offer(view: View) -> bool:
    """Returns whether the span has room for more offers."""
    return bool(view.public.idle_acts < OFFERS_A_SEAT * view.seats)


def best_trades(view: View, temper: Temper = CASUAL) -> Iterator[DesiredTrade]:
    """Yields trades of one or two cards for one card that improve the worth and do not ask too much, best first."""
    judgement = GoodsJudgement(view, temper)
    in_hand = Counter(view.face(card) for card in view.cards(*hand(view.me)))
    in_play = [good for good in GOODS if options_of(view).goods_counts[good]]
    trades = []
    for give in _bundles(in_hand):
        for good in in_play:
            get = by_rank({good: 1})
            if good not in give and value(by_rank(give)) >= value(get) - temper.asks:
                trades.append(DesiredTrade(give, {good: 1}, judgement.gain(by_rank(give), get)))
    return iter(sorted((w for w in trades if w.gain >= MARGIN), key=lambda w: -w.gain))


def _bundles(in_hand: Mapping[str, int]) -> Iterator[Bundle]:
    for number in (1, 2):
        for goods in combinations_with_replacement(GOODS, number):
            bundle = Counter(goods)
            if all(in_hand.get(good, 0) >= some for good, some in bundle.items()):
                yield dict(bundle)


def proposal(view: View, moves: LegalMoves) -> Move | None:
    """Returns a proposal when nothing is left to trade: first stop achat, then the sales, then the end."""
    if view.public.idle_acts >= PROPOSALS_A_SEAT * view.seats:
        return Move("enough") if moves.of("enough") else None
    for verb in ("propose_stop", "propose_sales", "enough"):
        if moves.of(verb):
            return Move(verb)
    return None


RULES: Mapping[str, Callable[[View, LegalMoves, Draws, Temper], Move | None]] = {
    "hands_off": rush,
    "pay": pay,
    "conclude": conclude,
    "refuse": vote,
    "announce": talk,
    "grab": trade,
    "enough": trade,
    "go_on": trade,
}
