"""Who may know of a match, and through whose viewer somebody may look at it."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from events.exceptions import Fault, Forbidden, Malformed, NotFound, NotSeated
from events.models import Match, Player, Seat

ENDED = (Match.Status.FINISHED, Match.Status.ABORTED, Match.Status.VOID)


class Viewer(NamedTuple):
    """Through whose viewer a match is looked at: a seat's, a spectator's (None), or nobody's in particular (`all`)."""

    seat: int | None
    all: bool = False


class Access(NamedTuple):
    """A match as one caller may reach it; seat: the one he holds, if any."""

    match: Match
    player: Player | None
    seat: int | None


def access(match_id: UUID, player: Player | None) -> Access:
    """The match of that id, and the caller's seat in it; raises NotFound if he may not know of it."""
    held = Seat.objects.select_related("match").filter(match_id=match_id, player=player).first() if player else None
    if held is not None:
        return Access(held.match, player, held.number)
    match = Match.objects.filter(pk=match_id).first()
    if match is None or (match.visibility == Match.Visibility.PRIVATE and not _is_invited(match, player)):
        raise NotFound()
    return Access(match, player, None)


def _is_invited(match: Match, player: Player | None) -> bool:
    if player is None:
        return False
    if player.is_staff or player.is_auditor or match.creator_id == player.pk:
        return True
    return Seat.objects.filter(match=match, invited=player).exists()


def seated(reached: Access) -> int:
    """The caller's seat; raises NotSeated if he has none."""
    if reached.seat is None:
        raise NotSeated()
    return reached.seat


def may_see(reached: Access, seat: int | None) -> bool:
    """Whether the caller may see what a seat sees (None: everything): his own; after the end by the match's rule."""
    if seat is not None and seat == reached.seat:
        return True
    match, player = reached.match, reached.player
    if player is not None and player.is_auditor and reached.seat is None:
        return True
    if match.status not in ENDED:
        return False
    return match.reveal == "all" or (match.reveal == "seats" and reached.seat is not None)


def viewer_for(reached: Access, wanted: str | None) -> Viewer:
    """The viewer whom `?as=` asks for: `me` (the default), `spectator`, `seat:<n>`, `omniscient`.

    Raises Malformed, or Forbidden where the caller has no right to them.
    """
    if wanted in (None, "", "me"):
        return Viewer(reached.seat)
    if wanted == "spectator":
        return Viewer(None)
    if wanted == "omniscient":
        return _allowed(reached, Viewer(None, all=True), None)
    number = wanted.removeprefix("seat:") if wanted is not None else ""
    if (
        wanted is None
        or not wanted.startswith("seat:")
        or not (number.isascii() and number.isdigit())
        or len(number) > 3
    ):
        raise Malformed(Fault("/query/as", "not_an_option"))
    if int(number) >= reached.match.size:
        raise Malformed(Fault("/query/as", "out_of_range"))
    return _allowed(reached, Viewer(int(number)), int(number))


def _allowed(reached: Access, wanted: Viewer, seat: int | None) -> Viewer:
    if not may_see(reached, seat):
        raise Forbidden()
    return wanted


def matches_for(player: Player | None) -> QuerySet[Match]:
    """The matches that a caller may find in a list."""
    public = Q(visibility=Match.Visibility.PUBLIC)
    if player is None:
        return Match.objects.filter(public)
    mine = Q(pk__in=Seat.objects.filter(Q(player=player) | Q(invited=player)).values("match_id"))
    return Match.objects.filter(public | mine | Q(creator=player))
