"""What the offers that stand tell of the hands in Dealmaker. Earlier ones, and those refused, are not in the view."""

from __future__ import annotations

from bots.search.inference import Weigh
from games.dealmaker.board import faces_in, hand
from games.dealmaker.goods import by_rank
from games.kernel import offers
from games.kernel.state import State
from games.kernel.view import View

KEPT = 0.4
WANTED = (0.5, 1.0, 3.0)
"""How much likelier a seat gives a good of which it keeps some, and asks for one of which it holds 0, 1 or more.

Fitted to 211 decisions of `greedy`, and moved a little towards 1, because not all players are so regular.
"""


def evidence(view: View) -> Weigh | None:
    """The weight of a world by the offers that stand: seats rarely keep what they give, or want what they lack."""
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
