"""The endings of a match of Négoces 2."""

from __future__ import annotations

from games.kernel.effect import Announced
from tests.games.harness.simulate import Match

ENDINGS = ("goods", "coins", "most_coins_of_several", "shared", "the_buyer_of_several", "last_sale", "one_left")


def ending(match: Match) -> str:
    """Returns the rule that ended a finished match: N21 to N24, A12, A18, or that only one seat stayed."""
    last = match.steps[-1]
    announcements = [effect for effect in last.outcome.effects if isinstance(effect, Announced)]
    if last.type == "seat.resigned":
        return "one_left"
    if any(effect.what == "last_sale" for effect in announcements):
        return "last_sale"
    revealed = [effect.details for effect in announcements if effect.what == "shows"]
    assert match.state.standings is not None
    if len(match.state.standings[0]) > 1:
        return "shared"
    if len(revealed) > 1:
        most = max(show["coins"] for show in revealed)
        return (
            "the_buyer_of_several" if sum(show["coins"] == most for show in revealed) > 1 else "most_coins_of_several"
        )
    return "goods" if revealed[0]["all_goods"] else "coins"
