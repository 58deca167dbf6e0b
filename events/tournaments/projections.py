"""The results of tournaments: the tournament of a match that is over goes on."""

from __future__ import annotations

from events.base.clock import now_ms
from events.log.models import Match
from events.projections.registry import ENDS, projection
from events.timers.services import set_timer
from events.tournaments.lifecycle import TIMER


@projection("tournament_result", *ENDS, concerns=lambda match: match.tournament is not None)
def result_follow(match: Match) -> None:
    """Has the tournament of a match take its next steps, in which it records the result."""
    set_timer(TIMER, str(match.tournament), now_ms())
