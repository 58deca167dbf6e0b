"""The input of a policy: the view that a person in its seat would have, and a key for its random draws."""

from __future__ import annotations

import hmac
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings

from events.log import states
from events.log.access import Viewer, match_now
from events.log.match_seeds import match_seed_of
from events.log.match_state.occupants import occupants
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.record.table_views import table_view
from games.kernel.game import Game


class BotDecision(NamedTuple):
    """A decision for a bot. policy: the name of the policy; view: the seat's view as JSON; key: the key of the random
    draws.
    """

    match: Match
    policy: str
    view: dict[str, Any]
    key: bytes

    @property
    def game(self) -> Game:
        """The rules of the match."""
        return game_of(self.match)

    @property
    def seq(self) -> int:
        """The last event that the view includes."""
        seq: int = self.view["seq"]
        return seq


def decision(match_id: UUID, seat: int) -> BotDecision:
    """Returns the current decision of a seat's policy."""
    match = match_now(match_id)
    policy = occupants(match, states.head(match))[seat].policy
    return BotDecision(match, policy, table_view(match, Viewer(seat)), _key(match))


def _key(match: Match) -> bytes:
    """Returns the key of a bot's draws. In a practice match the key is the seed, so that equal moves give equal
    matches.
    """
    if match.practice:
        return match_seed_of(match)
    return hmac.digest(settings.COMPTOIR_BOT_KEY.encode(), match.id.bytes, "sha256")
