"""How a match of Négoces 2 ended."""

from __future__ import annotations

from games.kernel.effect import Announced
from tests.games.simulate import Match

ENDINGS = ("goods", "coins", "most_coins_of_several", "shared", "the_buyer_of_several", "last_sale", "one_left")


def ending(match: Match) -> str:
    """The rule that ended a finished match: N21 to N24, A12, A18, or that only one has stayed."""
    last = match.steps[-1]
    said = [effect for effect in last.outcome.effects if isinstance(effect, Announced)]
    if last.type == "seat.resigned":
        return "one_left"
    if any(effect.what == "last_sale" for effect in said):
        return "last_sale"
    shown = [effect.details for effect in said if effect.what == "shows"]
    assert match.state.standings is not None
    if len(match.state.standings[0]) > 1:
        return "shared"
    if len(shown) > 1:
        most = max(show["coins"] for show in shown)
        return "the_buyer_of_several" if sum(show["coins"] == most for show in shown) > 1 else "most_coins_of_several"
    return "goods" if shown[0]["all_goods"] else "coins"
