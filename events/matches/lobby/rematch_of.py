"""The rematch of a finished match, and which of its players agree to it."""

from __future__ import annotations

from uuid import UUID

from events.models import Match, Rematch, Seat


def rematch_of(match: Match) -> Match | None:
    """The rematch of a finished match, unless there is none or it was ended without a result."""
    if match.status != Match.Status.FINISHED:
        return None
    without_result = (Match.Status.ABORTED, Match.Status.VOID)
    number: UUID | None = Rematch.objects.filter(match=match).values_list("rematch", flat=True).first()
    return Match.objects.filter(pk=number).exclude(status__in=without_result).first() if number else None


def rematch_set(match: Match, rematch: Match) -> None:
    """Notes the rematch of a match, in place of one that ended without a result; the caller holds the match's lock."""
    if not Rematch.objects.filter(match=match).update(rematch=rematch.pk):
        Rematch.objects.create(match=match, rematch=rematch.pk)


def rematch_agreements(match: Match, rematch: Match | None) -> list[int]:
    """The seats of a finished match whose players have taken a seat in its rematch, which has not started yet."""
    if rematch is None or rematch.status != Match.Status.OPEN:
        return []
    agreed = Seat.objects.filter(match=rematch, player__isnull=False).values("player")
    return list(Seat.objects.filter(match=match, player__in=agreed).order_by("number").values_list("number", flat=True))
