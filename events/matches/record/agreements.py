"""Consents of the players of a match. They are public, and the next move ends them.

A seat stores the head's `seq` at which its player agreed. Each later event that changes the table ends the consent, so
moves need not write anything for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from events.log.models import ActionEvent, Match, Seat

ABORT, PAUSE, UNDO = "abort", "pause", "undo"
KINDS = (ABORT, PAUSE, UNDO)
MOVING = ("match.started", "move", "clock", "seat.resigned", "match.paused", "match.resumed", "move.undone")
"""The types of events that change the table or stop its clock; messages and seeds do not."""


def agreements(match: Match, seats: Sequence[Seat]) -> dict[str, list[int]]:
    """Returns the seats that agree, by kind of consent; none unless the match is sealing or running."""
    if match.status not in (Match.Status.SEALING, Match.Status.RUNNING):
        return {kind: [] for kind in KINDS}
    since = _last_moved(match, seats)
    return {
        kind: [seat.number for seat in seats if seat.consents.get(kind, -1) >= since and may_consent(seat)]
        for kind in KINDS
    }


def may_consent(seat: Seat) -> bool:
    """Returns whether a seat's consent counts: a person occupies the seat and has not resigned."""
    is_bot_account = seat.player is not None and seat.player.is_bot
    return seat.kind == Seat.Kind.PLAYER and not seat.resigned and not is_bot_account


def _last_moved(match: Match, seats: Sequence[Seat]) -> int:
    """Returns the `seq` of the last event that ended a consent of these seats; 0 if no event did."""
    agreed_at = [seq for seat in seats for seq in seat.consents.values()]
    if not agreed_at:
        return 0
    changes = ActionEvent.objects.filter(match=match, seq__gt=min(agreed_at), type__in=MOVING).order_by("-seq")
    last: int | None = changes.values_list("seq", flat=True).first()
    return last or 0
