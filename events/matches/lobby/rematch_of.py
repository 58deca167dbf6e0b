"""The rematch of a finished match, and the players who agree to it."""

from __future__ import annotations

from uuid import UUID

from events.base.publishing import publish
from events.log.models import Match, Seat
from events.matches.models import Rematch


def rematch_of(match: Match) -> Match | None:
    """Returns the rematch of a finished match, or None if there is none or it ended without a result."""
    if match.status != Match.Status.FINISHED:
        return None
    without_result = (Match.Status.ABORTED, Match.Status.VOID)
    number: UUID | None = Rematch.objects.filter(match=match).values_list("rematch", flat=True).first()
    return Match.objects.filter(pk=number).exclude(status__in=without_result).first() if number else None


def rematch_set(match: Match, rematch: Match) -> None:
    """Stores the rematch of a match and replaces an earlier rematch. The caller holds the match's lock."""
    Rematch.objects.create(match=rematch, rematch_of=match.pk)
    if not Rematch.objects.filter(match=match).update(rematch=rematch.pk):
        Rematch.objects.create(match=match, rematch=rematch.pk)
    publish(match.pk)


def wake_finished(match: Match) -> None:
    """Wakes the streams of the finished match whose rematch this match is; a seat taken here is an agreement shown
    there.
    """
    number: UUID | None = Rematch.objects.filter(match=match).values_list("rematch_of", flat=True).first()
    if number is not None:
        publish(number)


def rematch_agreements(match: Match, rematch: Match | None) -> list[int]:
    """Returns the seats of a finished match whose players hold a seat in its rematch, until the rematch starts."""
    if rematch is None or rematch.status != Match.Status.OPEN:
        return []
    agreed = Seat.objects.filter(match=rematch, player__isnull=False).values("player")
    return list(Seat.objects.filter(match=match, player__in=agreed).order_by("number").values_list("number", flat=True))
