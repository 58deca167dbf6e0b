"""Who has to wait with a verb: told by the log, so that a refusal writes nothing and all processes agree."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from django.conf import settings

from events import log
from events.clock import now_ms
from events.models import Match
from games.kernel.phase import Cooldown


def seconds_left(match: Match, seat: int, cooldown: Cooldown | None) -> int:
    """How many seconds a seat still has to wait; 0: none. Limits that are switched off take these with them.

    An answer that the clock gives for the seat counts as its own, and so does a sealed answer once all are open. A
    nameless one counts for nobody.
    """
    if cooldown is None or not cooldown.seconds or not settings.COMPTOIR_LIMITS:
        return 0
    now, rest = max(now_ms(), match.last_at_ms), cooldown.seconds * 1000
    for row in log.since(match.id, now - rest):
        if not cooldown.after.isdisjoint(_verbs(row, seat)):
            return ceil((row.core["at_ms"] + rest - now) / 1000)
    return 0


def _verbs(row: log.StoredEvent, seat: int) -> Iterator[str]:
    """What a seat says in a row: its move, or its answer among the sealed ones that the row opens."""
    if row.core["move"] is not None:
        if row.core["actor"] == seat:
            yield row.core["move"]["verb"]
        return
    for effect in row.whole()[1]:
        if effect["kind"] == "answered" and effect["seat"] == seat and effect["move"] is not None:
            yield effect["move"]["verb"]
