"""The histories of players: their records in matches that everybody may know to be over."""

from __future__ import annotations

from events.log.models import Match
from events.match_history.services import participations_store
from events.projections.registry import ENDS, projection
from events.ratings.models import Participation


@projection("history", *ENDS, tables=[Participation], waits_until_known=True)
def history_follow(match: Match) -> None:
    """Stores what the players of a match did."""
    participations_store(match=match)
