"""Cooldowns of verbs. They are computed from the log, so a refusal writes nothing and all processes agree."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from django.conf import settings

from events.base.clock import now_ms
from events.log import log
from events.log.models import Match
from games.kernel.phase import Cooldown


def available_ms(match: Match, seat: int, cooldown: Cooldown | None, at_ms: int | None = None) -> int | None:
    """Returns the time when a seat can act again; None if the seat need not wait, or if all limits are switched off.

    A move that the clock plays for the seat counts as a move of the seat. A sealed answer counts after it is revealed.
    An anonymous move counts for no seat. at_ms: the time of the check; the default is now.
    """
    if cooldown is None or not cooldown.seconds or not settings.COMPTOIR_LIMITS:
        return None
    rest = cooldown.seconds * 1000
    for event in log.since(match.id, (_now(match) if at_ms is None else at_ms) - rest):
        if not cooldown.after.isdisjoint(_verbs(event, seat)):
            played_ms: int = event.core["at_ms"]
            return played_ms + rest
    return None


def seconds_until(match: Match, at_ms: int) -> int:
    """Returns the number of seconds until a time, rounded up, at least 1."""
    return max(1, ceil((at_ms - _now(match)) / 1000))


def _now(match: Match) -> int:
    """Returns the time of the match. It never goes back, even if the clock that wrote the last event was ahead."""
    return max(now_ms(), match.last_at_ms)


def _verbs(event: log.StoredEvent, seat: int) -> Iterator[str]:
    """Yields the verbs that a seat played in an event: in its own move, or in its sealed answer that the event
    reveals.
    """
    if event.core["move"] is not None:
        if event.core["actor"] == seat:
            yield event.core["move"]["verb"]
        return
    for effect in event.whole()[1]:
        if effect["kind"] == "answered" and effect["seat"] == seat and effect["move"] is not None:
            yield effect["move"]["verb"]
