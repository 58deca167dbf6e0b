"""Who has to wait with a verb: told by the log, so that a refusal writes nothing and all processes agree."""

from __future__ import annotations

from math import ceil

from django.conf import settings

from events import log
from events.clock import now_ms
from events.models import Match
from games.kernel.phase import Cooldown


def seconds_left(match: Match, seat: int, cooldown: Cooldown | None) -> int:
    """How many seconds a seat still has to wait; 0: none. Limits that are switched off take these with them.

    An answer that the clock gave for the seat counts as its own; one of which nobody is told who gave it counts
    for nobody.
    """
    if cooldown is None or not cooldown.seconds or not settings.COMPTOIR_LIMITS:
        return 0
    now, rest = max(now_ms(), match.last_at_ms), cooldown.seconds * 1000
    for row in log.since(match.id, now - rest):
        if row.core["actor"] == seat and row.core["move"] and row.core["move"]["verb"] in cooldown.after:
            return ceil((row.core["at_ms"] + rest - now) / 1000)
    return 0
