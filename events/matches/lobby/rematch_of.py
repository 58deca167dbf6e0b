"""The rematch of a finished match, and which of its players agree to it."""

from __future__ import annotations

from events.models import Match, Seat


def rematch_of(match: Match) -> Match | None:
    """The rematch of a finished match, unless there is none or it was ended without a result."""
    if match.status != Match.Status.FINISHED:
        return None
    without_result = (Match.Status.ABORTED, Match.Status.VOID)
    return Match.objects.filter(rematch_of=match).exclude(status__in=without_result).first()


def rematch_agreements(match: Match, rematch: Match | None) -> list[int]:
    """The seats of a finished match whose players have taken a seat in its rematch, which has not started yet."""
    if rematch is None or rematch.status != Match.Status.OPEN:
        return []
    agreed = Seat.objects.filter(match=rematch, player__isnull=False).values("player")
    return list(Seat.objects.filter(match=match, player__in=agreed).order_by("number").values_list("number", flat=True))
