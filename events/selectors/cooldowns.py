"""Cooldowns of verbs, computed from the log, so that a refusal writes nothing and all processes agree."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from django.conf import settings

from events import log
from events.clock import now_ms
from events.models import Match
from games.kernel.phase import Cooldown


def seconds_left(match: Match, seat: int, cooldown: Cooldown | None) -> int:
    """How many seconds a seat still has to wait; 0 if none, or if all limits are switched off.

    A move that the clock plays for the seat counts as its own, and so does a sealed answer once it is opened. An
    anonymous move counts for no seat.
    """
    if cooldown is None or not cooldown.seconds or not settings.COMPTOIR_LIMITS:
        return 0
    now, rest = max(now_ms(), match.last_at_ms), cooldown.seconds * 1000
    for event in log.since(match.id, now - rest):
        if not cooldown.after.isdisjoint(_verbs(event, seat)):
            return ceil((event.core["at_ms"] + rest - now) / 1000)
    return 0


def _verbs(event: log.StoredEvent, seat: int) -> Iterator[str]:
    """The verbs of a seat in an event: of its move, or of its sealed answer that the event opens."""
    if event.core["move"] is not None:
        if event.core["actor"] == seat:
            yield event.core["move"]["verb"]
        return
    for effect in event.whole()[1]:
        if effect["kind"] == "answered" and effect["seat"] == seat and effect["move"] is not None:
            yield effect["move"]["verb"]
