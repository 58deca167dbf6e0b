"""A lock on a match, and the check of its status."""

from __future__ import annotations

from uuid import UUID

from events.base.exceptions import NotFound
from events.log import log
from events.log.errors import MatchNotOpen, MatchNotRunning, MatchOver, MatchSealing
from events.log.models import ENDED, Match


def lock_match(match_id: UUID) -> Match:
    """Locks a match until the transaction ends, and returns it. Raises NotFound."""
    try:
        return log.lock(match_id)
    except Match.DoesNotExist:
        raise NotFound() from None


def require_status(match: Match, status: str) -> None:
    """Raises the matching problem unless the match has this status."""
    if match.status == status:
        return
    if match.status in ENDED:
        raise MatchOver()
    if match.status == Match.Status.SEALING:
        raise MatchSealing()
    raise MatchNotOpen() if status == Match.Status.OPEN else MatchNotRunning()
