"""The timers of leagues."""

from __future__ import annotations

from uuid import UUID

from events.leagues.seasons import league_advance
from events.leagues.services import TIMER
from events.timers.registry import timer


@timer(TIMER)
def league_go_on(league: str) -> int | None:
    """Runs the next step of a league."""
    return league_advance(UUID(league))
