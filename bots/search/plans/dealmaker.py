"""Dealmaker: `good` and `strong` play by rules of thumb with better weights, and only the coach searches.

Search gained nothing over these rules: with 48 playouts for deals, votes and claims it won 51 % of 36 matches among
`greedy`; the rules alone won 54 %. With the earlier weights, those of `greedy`, a search with 24 or 120 playouts won no
more than `greedy`.

The coach searches until the next deal. The worth of a trade includes its effect on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from bots.policies.greedy import dealmaker as greedy
from bots.policy import Policy
from bots.search.dealmaker_trades import explained
from bots.search.dealmaker_value import value
from bots.search.inference import Weigh
from bots.search.plan import Plan, Ranked, distinct
from games.dealmaker.board import TILES, faces_in, goods_in, hand, payable_tiles, points, present
from games.dealmaker.goods import by_rank
from games.kernel import offers
from games.kernel.rng import Draws
from games.kernel.state import Move, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.registry import get

MOST = 6
WORDS = 3
DEALS_AHEAD = 1
SILENT = 0.0

# Measured for `dealmaker_value`: goods in hand are worth more than `greedy` assumes.
GOOD = greedy.Temper(card=1.0, words=WORDS)
STRONG = greedy.Temper(card=1.5, nearness=(1.0, 0.4, 0.2, 0.1, 0.05, 0.02), asks=0.6, words=WORDS)
KEPT = 0.4
WANTED = (0.5, 1.0, 3.0)
"""The likelihood, relative to chance, of giving a good of which the seat keeps some, and of wanting a good.

`WANTED` is for seats that hold 0, 1 or more units of the wanted good. Both were fitted to 211 decisions of `greedy`,
and moved slightly towards 1, because not all players are so regular.
"""


def candidates(view: View, moves: LegalMoves, draws: Draws) -> Sequence[Ranked]:
    """Returns greedy's move, and moves of other kinds, scored by the points that they bring nearer."""
    first = greedy.choose(view, moves, draws)
    if first is not None and first.verb == "announce":
        return distinct([(SILENT, first), *_announcements(view, moves)], WORDS)
    others = [item for item in _others(view, moves) if item[1] is None or item[1] in moves]
    own = next((score for score, move in others if move == first), SILENT)
    best = max([own, *(score for score, _ in others)])
    return distinct([(best, first), *others], MOST)


def _announcements(view: View, moves: LegalMoves) -> Iterator[Ranked]:
    for desired in islice(greedy.best_trades(view), WORDS):
        announcement = Move("announce", {"seeks": list(desired.want), "gives": list(desired.give)})
        if announcement in moves:
            yield SILENT, announcement


def _others(view: View, moves: LegalMoves) -> Iterator[Ranked]:
    """Yields further moves of a prompt to compare; none if greedy's move cannot be improved."""
    verbs = {template.verb for template in moves.templates}
    if verbs & {"conclude", "release"}:
        yield from _deals(view, moves)
    elif verbs & {"claim", "hands_off"}:
        claims = [move for template in moves.of("claim") for move in template]
        yield from ((float(points(view, move.args["tile"])), move) for move in claims)
        yield SILENT, Move("hands_off")
    elif "refuse" in verbs:
        yield from ((SILENT, Move(verb)) for verb in sorted(verbs))
    elif verbs & {"grab", "grab_tile", "seize", "offer"}:
        yield from _trades(view, moves)


def _deals(view: View, moves: LegalMoves) -> Iterator[Ranked]:
    """Yields the cheapest payment for each tile, and the release of the pawn."""
    cheapest: dict[int, Ranked] = {}
    for deal in (move for template in moves.of("conclude") for move in template):
        item = (greedy.profit(view, deal), deal)
        cheapest[deal.args["tile"]] = max(cheapest.get(deal.args["tile"], item), item, key=lambda one: one[0])
    yield from cheapest.values()
    yield SILENT, Move("release")


def _trades(view: View, moves: LegalMoves) -> Iterator[Ranked]:
    """Yields taking the pawn, silence, the answers to offers, the best new offers, and proposals to continue."""
    yield SILENT, None
    for tile in payable_tiles(view, view.me, at_sale=view.public.stage == "sales"):
        worth = float(points(view, tile))
        yield from ((worth, move) for move in (Move("grab"), Move("seize"), Move("grab_tile", {"tile": tile})))
    judgement = greedy.GoodsJudgement(view)
    for offer in offers.offers(view):
        if view.me in offer.audience:
            named = {"offer": offer.id, "version": offer.version}
            on_offer = goods_in(view, offers.goods(view, offer))
            yield judgement.gain(by_rank(offer.want), on_offer), Move("accept", named)
            yield SILENT, Move("decline", named)
    if greedy.may_offer(view) and len(offers.offers_of(view, view.me)) < greedy.MOST_STANDING:
        wanted = [dict(offer.want) for offer in offers.offers_of(view, view.me)]
        audience = [seat for seat in present(view) if seat != view.me]
        for desired in [desired for desired in greedy.best_trades(view) if desired.want not in wanted][:3]:
            terms = {"audience": audience, "give": dict(desired.give), "want": dict(desired.want)}
            yield desired.gain / 2, Move("offer", terms)


def begins(state: State, seat: Seat) -> int:
    """Returns the number of tiles on the table when the search began."""
    return state.size(*TILES)


def is_far_enough(state: State, seat: Seat, begun: int) -> bool:
    """Returns whether enough deals have been concluded since the search began."""
    return state.size(*TILES) <= begun - DEALS_AHEAD


def player(temper: greedy.Temper) -> Policy:
    """Returns the rules of thumb with other weights."""

    def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        return greedy.choose(view, moves, draws, temper)

    return choose


def evidence(view: View) -> Weigh | None:
    """Returns the weight of a world by the open offers: seats rarely keep goods they give, or want goods they lack.

    Earlier and refused offers are not in the view.
    """
    standing = [offer for offer in offers.offers(view) if offer.owner != view.me]
    if not standing:
        return None
    given = [by_rank(faces_in(view, offers.open_zone(offer))) for offer in standing]
    wanted = [by_rank(offer.want) for offer in standing]

    def weigh(world: State) -> float:
        weight = 1.0
        for offer, gives, wants in zip(standing, given, wanted, strict=True):
            for held, give, want in zip(by_rank(faces_in(world, hand(offer.owner))), gives, wants, strict=True):
                weight *= (KEPT if give and held else 1.0) * (WANTED[min(held, 2)] if want else 1.0)
        return weight

    return weigh


PLAN = Plan(
    game=get("dealmaker"),
    candidates=candidates,
    rollout=greedy.choose,
    begins=begins,
    is_far_enough=is_far_enough,
    value=value,
    most_steps=300,
    scale=6.0,
    good=player(GOOD),
    strong=player(STRONG),
    coach=20,
    evidence=evidence,
    explains=explained,
)
