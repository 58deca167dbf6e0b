"""The projection that advances a tournament when one of its matches is over."""

from __future__ import annotations

from events.base.clock import now_ms
from events.log.models import Match
from events.projections.registry import ENDS, projection
from events.timers.services import set_timer
from events.tournaments.lifecycle import TIMER


@projection("tournament_result", *ENDS, concerns=lambda match: match.tournament is not None)
def result_follow(match: Match) -> None:
    """Schedules the next steps of the tournament of a match; one of these steps records the result."""
    set_timer(TIMER, str(match.tournament), now_ms())
