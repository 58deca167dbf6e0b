"""How far the seats of a match have come with their seeds, where they commit and reveal."""

from __future__ import annotations

from typing import Any

from events import log
from events.clock import rfc3339
from events.models import Match, Pending, Seat

NO_PROMPT = -1
"""In place of a prompt's id: what is due is not an answer but a seed."""


def settles_seeds(match: Match) -> bool:
    """Whether the seats commit to seeds before any is opened; a practice match has its seed already."""
    return match.fairness == "commit_reveal" and not match.practice


def is_closed(match: Match) -> bool:
    """Whether every seat has committed, so that seeds can be opened."""
    return any(True for _ in log.read(match.id, type="seeds.closed", limit=1))


def sealing(match: Match) -> dict[str, Any]:
    """Who has committed and who has opened his seed, and until when the others can."""
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    due = Pending.objects.filter(match=match, prompt=NO_PROMPT).values_list("deadline_ms", flat=True).first()
    return {
        "committed": [seat.number for seat in seats if seat.commit is not None],
        "revealed": [seat.number for seat in seats if seat.nonce is not None],
        "deadline": None if due is None else rfc3339(due),
    }
