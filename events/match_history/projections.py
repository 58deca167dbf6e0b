"""The projection of players' histories: their records in matches whose end is public."""

from __future__ import annotations

from events.log.models import Match
from events.match_history.services import participations_store
from events.projections.registry import ENDS, projection
from events.ratings.models import Participation


@projection("history", *ENDS, tables=[Participation], waits_until_known=True)
def history_follow(match: Match) -> None:
    """Stores the records of the players of a match."""
    participations_store(match=match)
