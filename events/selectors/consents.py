"""What the players of a match have agreed to: everybody may know it, and it lapses with the next move.

A seat keeps the head's `seq` at which its player agreed; a row after that which moved the table ends the consent, so
that a move writes nothing for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from events.models import ActionEvent, Match, Seat

ABORT = "abort"
KINDS = (ABORT,)
MOVING = ("match.started", "move", "clock", "seat.resigned")
"""The types of the rows that move the table; talk and seeds do not."""


def agreements(match: Match, seats: Sequence[Seat]) -> dict[str, list[int]]:
    """Who agrees to what, as seats by kind; nobody unless the match is sealing or running."""
    if match.status not in (Match.Status.SEALING, Match.Status.RUNNING):
        return {kind: [] for kind in KINDS}
    since = _last_moved(match, seats)
    return {
        kind: [seat.number for seat in seats if seat.consents.get(kind, -1) >= since and may_consent(seat)]
        for kind in KINDS
    }  # fmt: skip


def may_consent(seat: Seat) -> bool:
    """Whether a seat is one whose consent counts: a player's who still plays."""
    return seat.kind == Seat.Kind.PLAYER and not seat.resigned


def _last_moved(match: Match, seats: Sequence[Seat]) -> int:
    """The `seq` of the last row that moved the table, if it ended any consent of these seats; else 0."""
    said = [seq for seat in seats for seq in seat.consents.values()]
    if not said:
        return 0
    moved = ActionEvent.objects.filter(match=match, seq__gt=min(said), type__in=MOVING).order_by("-seq")
    last: int | None = moved.values_list("seq", flat=True).first()
    return last or 0
