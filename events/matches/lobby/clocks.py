"""The clocks of the seats of a match, and its pause, as the head of the match shows them."""

from __future__ import annotations

from typing import Any

from events.base.clock import rfc3339
from events.log import states
from events.matches.shapes.lobby import SeatClockOut
from events.models import Match
from games.kernel.clock import BANK, Hours, SeatClocks


def match_clocks(match: Match) -> dict[str, Any]:
    """The members `clocks` and `paused_until`, after the last event; empty and null unless the match is running."""
    if match.status != Match.Status.RUNNING:
        return {"clocks": [], "paused_until": None}
    times = states.head(match).times
    seats = [] if times.seats is None else [_seat(times.seats, seat) for seat in range(match.size)]
    return {"clocks": seats, "paused_until": None if times.until_ms is None else rfc3339(times.until_ms)}


def _seat(clocks: SeatClocks, seat: int) -> SeatClockOut:
    until_ms, hours = clocks.until.get(seat), clocks.hours.get(seat)
    return {
        "seat": seat,
        "bank_ms": clocks.left.get((BANK, seat)),
        "hours": None if hours is None else _hours(hours),
        "vacation_until": None if until_ms is None else rfc3339(until_ms),
        "vacation_ms": clocks.vacation.get(seat, 0),
    }


def _hours(hours: Hours) -> Any:
    return {"start": hours.start, "minutes": hours.minutes, "offsets": [list(offset) for offset in hours.offsets]}
