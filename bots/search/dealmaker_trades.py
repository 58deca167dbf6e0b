"""Trades of Dealmaker: the value of offers and answers, as the rules of thumb judge the seat's goods.

Goods to give are worth the value that the remaining goods lose without them. Wanted goods are worth the value that they
add to the remaining goods. The difference is `GoodsJudgement.gain`. The other side's goods are unknown, so only the
general worth of a trade for it is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bots.policies.greedy.dealmaker import GoodsJudgement, value
from bots.search.plan import ExplainedTrade
from games.dealmaker.board import faces_in, goods_held
from games.dealmaker.goods import by_rank
from games.kernel import offers
from games.kernel.state import Move
from games.kernel.view import View

DIGITS = 2
Bundle = Mapping[str, int]


def explained(view: View, move: Move) -> ExplainedTrade | None:
    """Returns the trade of an offer, a counter-offer, an acceptance or a refusal, in points; None for other moves."""
    if move.verb in ("offer", "counter"):
        return _traded(view, "trade", move.args["give"], move.args["want"])
    offer = offers.standing(view, move.args["offer"]) if move.verb in ("accept", "decline") else None
    if offer is None:
        return None
    brings = faces_in(view, offers.open_zone(offer))
    if move.verb == "decline":
        return _traded(view, "declined", offer.want, brings)
    return _traded(view, "trade" if offer.want else "gift", offer.want, brings)


def _traded(view: View, code: str, give: Bundle, want: Bundle) -> ExplainedTrade | None:
    """Returns a trade of the seat; None if the seat lacks goods to give."""
    given, wanted = by_rank(give), by_rank(want)
    rest = tuple(held - number for held, number in zip(goods_held(view, view.me), given, strict=True))
    if min(rest) < 0:
        return None
    judgement = GoodsJudgement(view)
    without = judgement.worth(rest)
    after = judgement.worth(tuple(number + more for number, more in zip(rest, wanted, strict=True)))
    params: dict[str, Any] = {
        "give": _counted(give),
        "want": _counted(want),
        "cost": round(judgement.now - without, DIGITS),
        "gain": round(after - without, DIGITS),
    }
    theirs = round(value(given) - value(wanted), DIGITS)
    if code != "declined" and theirs:
        params["other_gains" if theirs > 0 else "other_loses"] = abs(theirs)
    return ExplainedTrade(code, params)


def _counted(goods: Bundle) -> dict[str, int]:
    return {good: number for good, number in goods.items() if number}
