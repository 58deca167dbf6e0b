"""The progress of commit-reveal: the seats that have committed, and the seats that have revealed."""

from __future__ import annotations

from typing import Any

from events.base.clock import rfc3339_or_none
from events.log import log
from events.log.models import Match, PendingAction, Seat

NO_PROMPT = -1
"""The prompt id of pending work that waits for a seed."""
PAUSE = -2
"""The prompt id of pending work that waits for the end of a pause."""


def settles_seeds(match: Match) -> bool:
    """Returns whether the match uses commit-reveal. A practice match does not, because it already has its seed."""
    return match.fairness == "commit_reveal" and not match.practice


def is_closed(match: Match) -> bool:
    """Returns whether every seat has committed, so that seeds can be revealed."""
    return any(True for _ in log.read(match.id, type="seeds.closed", limit=1))


def sealing(match: Match) -> dict[str, Any]:
    """Returns the seats that have committed, the seats that have revealed, and the deadline for the other seats."""
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    deadline_ms = (
        PendingAction.objects.filter(match=match, prompt=NO_PROMPT).values_list("deadline_ms", flat=True).first()
    )
    return {
        "committed": [seat.number for seat in seats if seat.commit is not None],
        "revealed": [seat.number for seat in seats if seat.nonce is not None],
        "deadline": rfc3339_or_none(deadline_ms),
    }
