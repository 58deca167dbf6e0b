"""Négoces 2 is searched until the second sale from now begins, then valued by all seats' goods, coins and sales.

A search to the end of the match hides the worth of one move in the randomness of many sales: with 96 playouts it won 75
% of 32 matches among `greedy`. With this horizon and value, search won 95 % of the same deals in a third of the time.

Offers are compared with silence. A buyer makes at most `MOST_OFFERS` offers in a negotiation and never repeats the
terms of its open offer, so a search always ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bots.policies.greedy import negoces2 as greedy
from bots.search.negoces2_trades import explained
from bots.search.negoces2_value import value
from bots.search.plan import Effort, Plan, Ranked, distinct
from games.kernel import offers
from games.kernel.rng import Draws
from games.kernel.state import Move, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.negoces2.board import hand_faces, lacked
from games.negoces2.deck import CONTRABAND
from games.registry import get

MOST = 6
BEST = 2.0 * greedy.GOOD
"""The score of greedy's own move or silence, since greedy has no scores that compare all moves."""
MOST_OFFERS = 4
SALES = 2


def candidates(view: View, moves: LegalMoves, draws: Draws) -> Sequence[Ranked]:
    """Returns greedy's move, then the other sensible ones."""
    first = greedy.choose(view, moves, draws)
    others = [item for item in _others(view, moves, first) if item[1] is None or item[1] in moves]
    return distinct([(BEST, first), *((min(score, BEST), move) for score, move in others)], MOST)


def _others(view: View, moves: LegalMoves, first: Move | None) -> Iterator[Ranked]:
    verbs = {template.verb for template in moves.templates}
    if "place" in verbs:
        yield from _places(view)
    elif "pick" in verbs:
        yield from ((1.0, move) for template in moves.of("pick") for move in template)
    elif "bid" in verbs or "withdraw" in verbs:
        yield from ((1.0, move) for move in (Move("withdraw"), Move("bid", {"coins": view.public.high + 1})))
    elif verbs & {"declare", "join"}:
        yield from ((1.0, Move(verb)) for verb in verbs)
    elif "play_on" in verbs or "keep_silent" in verbs:
        return
    elif view.me == view.public.seller:
        yield from _sales(view, moves)
    else:
        yield from _bids(view, first)


def _places(view: View) -> Iterator[Ranked]:
    """Yields each face in the hand face up, the most dispensable first; contraband and a spare card also face down."""
    own = Counter(hand_faces(view, view.me))
    for place, face in enumerate(greedy.spares(view)):
        worth = float(own[face] - place)
        yield worth, Move("place", {"card": face, "face": "up"})
        yield worth - 0.5, Move("place", {"card": face, "face": "down"})


def _sales(view: View, moves: LegalMoves) -> Iterator[Ranked]:
    """Yields the standing offers, forced sales of a spare card, and one more announcement of a missing good."""
    for offer in offers.offers(view):
        move = Move("accept", {"offer": offer.id, "version": offer.version})
        yield float(greedy.offer_worth(view, offer)), move
    lacking = lacked(hand_faces(view, view.me))
    held_by_others = Counter(known.face for known in view.known if known.zone.name == "hand")
    for second in greedy.spares(view)[:1]:
        for good in lacking:
            yield greedy.GOOD - 1.0 + held_by_others[good], Move("force", {"card": second, "good": good})
    if lacking and view.public.acts[view.me] < greedy.WORDS:
        yield 1.0, Move("seek", {"good": lacking[0]})


def _bids(view: View, first: Move | None) -> Iterator[Ranked]:
    """Yields silence, and offers that cost a spare card, some coins, or both."""
    yield float(greedy.SPARE), None
    if view.public.acts[view.me] >= MOST_OFFERS or (first is None and view.public.acts[view.me] >= greedy.OFFERS):
        return
    mine = offers.offers_of(view, view.me)
    standing = mine[0].give["coins"] if mine else -1
    most = greedy.affordable(view)
    spare = [face for face in greedy.spares(view) if greedy.holds_spare(view, face)][:2]
    gain = greedy.lot_worth(view)
    for face in spare:
        for coins in {0, 1, 2}:
            if standing < coins <= most:
                side = "down" if face == CONTRABAND else "up"
                yield gain - coins * greedy.COIN, Move("offer", {"card": face, "face": side, "coins": coins})
    for coins in {1, 2, 3, most}:
        if standing < coins <= most:
            yield gain + greedy.HAND - coins * greedy.COIN, Move("offer", {"coins": coins})


def bluffs(move: Move | None, other: Move | None) -> bool:
    """Returns whether two moves sell the same card, one face up and one face down."""
    if move is None or other is None:
        return False
    return move.verb == other.verb == "place" and bool(move.args["card"] == other.args["card"])


def sales(state: State, seat: Seat) -> int:
    """Returns the number of sales that were over when the search began."""
    number: int = state.public.sales
    return number


def is_far_enough(state: State, seat: Seat, begun: int) -> bool:
    """Returns whether the second sale after the beginning of the search begins."""
    return state.public.sales >= begun + SALES and any(prompt.phase == "place" for prompt in state.open_prompts)


PLAN = Plan(
    game=get("negoces2"),
    candidates=candidates,
    rollout=greedy.choose,
    begins=sales,
    is_far_enough=is_far_enough,
    value=value,
    most_steps=600,
    scale=200.0,
    good=Effort(48),
    strong=Effort(192),
    coach=48,
    bluffs=bluffs,
    explains=explained,
)
