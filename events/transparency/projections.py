"""The leaves of the global log."""

from __future__ import annotations

from events.log.global_log import KINDS, global_log_follow
from events.log.models import Match
from events.projections.registry import projection


@projection("global_log", *KINDS)
def leaves_follow(match: Match) -> None:
    """Adds leaves for the creation and the end of a match."""
    global_log_follow(match=match)
