"""The timers of tournaments."""

from __future__ import annotations

from uuid import UUID

from events.timers.registry import timer
from events.tournaments.lifecycle import TIMER
from events.tournaments.rounds import tournament_advance


@timer(TIMER)
def tournament_go_on(tournament: str) -> int | None:
    """Runs the next steps of a tournament."""
    return tournament_advance(UUID(tournament))
