"""What a policy decides on: the view that a person on its seat would see, and a key for its random draws."""

from __future__ import annotations

import hmac
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings

from events.match_seeds import match_seed_of
from events.models import Match, Seat
from events.selectors.access import Viewer
from events.selectors.states import game_of
from events.selectors.table_views import table_view
from games.kernel.game import Game


class Decision(NamedTuple):
    """A decision for a bot: the game, the name of the policy, the seat's view as JSON, and a key for the draws."""

    game: Game
    policy: str
    view: dict[str, Any]
    key: bytes

    @property
    def seq(self) -> int:
        """The last event that the view includes."""
        seq: int = self.view["seq"]
        return seq


def decision(match_id: UUID, seat: int) -> Decision:
    """The decision of a seat's policy, now."""
    match = Match.objects.get(pk=match_id)
    policy = Seat.objects.values_list("policy", flat=True).get(match=match, number=seat)
    return Decision(game_of(match), policy, table_view(match, Viewer(seat)), _key(match))


def _key(match: Match) -> bytes:
    """In a practice match bots draw from the seed, so that the same moves give the same match."""
    if match.practice:
        return match_seed_of(match)
    return hmac.digest(settings.COMPTOIR_BOT_KEY.encode(), match.id.bytes, "sha256")
