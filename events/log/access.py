"""Access to a match: whether a caller may know of it, and which views of it they may see."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Q, QuerySet

from events.base.caches import CACHED_MATCHES, LeastRecentlyUsed
from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.log import statements
from events.log.delays import match_known
from events.log.errors import NotSeated
from events.log.memberships import OF_A_CLUB, clubs_of, is_member
from events.log.models import ENDED, Match, Seat
from events.log.statements import Head
from events.users.models import Player

_COLUMNS = tuple(field.attname for field in Match._meta.concrete_fields)
_MOVING = ("head_seq", "head_hash", "frontier", "last_at_ms", "has_orders", "damaged_seq")
_settings: LeastRecentlyUsed[dict[str, Any]] = LeastRecentlyUsed(CACHED_MATCHES)
"""The columns of running matches that no longer change, by match id."""


class Viewer(NamedTuple):
    """The viewer of a match: a seat, a spectator (seat None), or the omniscient one (`all`)."""

    seat: int | None
    all: bool = False


class Access(NamedTuple):
    """A match that a caller may know of, in the state that they may know (`delays`). seat: the caller's seat,
    if any.
    """

    match: Match
    player: Player | None
    seat: int | None


def access_to(match_id: UUID, player: Player | None) -> Access:
    """Returns a match and the caller's seat in it. Raises NotFound if the caller may not know of the match.

    A refusal takes the same work in every case, so its timing reveals nothing about a blinded match.
    """
    head = statements.head_of(match_id, player.pk if player else None)
    if not _may_know(match_id, player, head):
        raise NotFound()
    match = None if head is None else _at_head(match_id, head)
    if match is None or head is None:
        raise NotFound()
    return Access(match_known(match, player, head.seat), player, head.seat)


def match_now(match_id: UUID) -> Match:
    """Returns a match with its present head. Raises NotFound."""
    head = statements.head_of(match_id, None)
    match = None if head is None else _at_head(match_id, head)
    if match is None:
        raise NotFound()
    return match


def _at_head(match_id: UUID, head: Head) -> Match | None:
    """Returns the match with this head.

    While a match runs, only its head changes; the other columns come from the cache.
    """
    if head.status != Match.Status.RUNNING:
        return Match.objects.filter(pk=match_id).first()
    settings = _settings.get(match_id)
    if settings is None:
        stored = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
        if stored is None:
            return Match.objects.filter(pk=match_id).first()
        settings = {name: getattr(stored, name) for name in _COLUMNS}
        _settings.put(match_id, settings)
    moving = {name: getattr(head, name) for name in _MOVING}
    match = Match.from_db(DEFAULT_DB_ALIAS, _COLUMNS, (settings | moving).values())
    match.has_consents = head.has_consents
    return match


def _may_know(match_id: UUID, player: Player | None, head: Head | None) -> bool:
    """Returns whether a caller may know of the match with this head.

    It makes the same queries for a match that does not exist as for a match that the caller may not know of.
    """
    if head is not None and (head.seat is not None or not (head.is_blinded or head.is_private)):
        return True
    if player is None:
        return False
    is_invited = Seat.objects.filter(match=match_id, invited=player).exists()
    is_of_club = is_member(None if head is None else head.club, player)
    if head is None or head.is_blinded:
        return False
    if player.is_staff or player.is_auditor:
        return True
    return is_of_club if head.club is not None else is_invited or head.creator == player.pk


def seated(access: Access) -> int:
    """Returns the caller's seat. Raises NotSeated if they have none."""
    if access.seat is None:
        raise NotSeated()
    return access.seat


def may_see(access: Access, seat: int | None) -> bool:
    """Returns whether the caller may see the view of a seat; seat None: whether they may see everything.

    Once the match is over, `reveal` decides.

    In a blinded match nobody sees more than their own seat.
    """
    if seat is not None and seat == access.seat:
        return True
    match, player = access.match, access.player
    if match.is_blinded:
        return False
    if player is not None and player.is_auditor and access.seat is None:
        return True
    return is_open_to_its_seats(match) and (match.reveal == "all" or access.seat is not None)


def is_open_to_its_seats(match: Match) -> bool:
    """Returns whether every player at the table may see everything: the match is over, and `reveal` allows it."""
    return not match.is_blinded and match.status in ENDED and match.reveal in ("all", "seats")


def viewer_for(access: Access, name: str | None) -> Viewer:
    """Returns the viewer that `?as=` names: `me` (the default), `spectator`, `seat:<n>`, `omniscient`.

    Raises Malformed, or Forbidden if the caller has no right to this view.
    """
    if name in (None, "", "me"):
        return Viewer(access.seat)
    if name == "spectator":
        return Viewer(None)
    if name == "omniscient":
        return _allowed(access, Viewer(None, all=True), None)
    number = name.removeprefix("seat:") if name is not None else ""
    if name is None or not name.startswith("seat:") or not (number.isascii() and number.isdigit()) or len(number) > 3:
        raise Malformed(FieldError("/query/as", "not_an_option"))
    if int(number) >= access.match.size:
        raise Malformed(FieldError("/query/as", "out_of_range"))
    return _allowed(access, Viewer(int(number)), int(number))


def _allowed(access: Access, viewer: Viewer, seat: int | None) -> Viewer:
    if not may_see(access, seat):
        raise Forbidden()
    return viewer


def matches_for(player: Player | None) -> QuerySet[Match]:
    """Returns the matches that a caller may see in lists."""
    public = Q(visibility=Match.Visibility.PUBLIC)
    if player is None:
        return Match.objects.filter(public)
    clubs = clubs_of(player)
    seats = Seat.objects.filter(player=player).values("match_id")
    invited = Q(pk__in=Seat.objects.filter(invited=player).values("match_id"))
    mine = Q(pk__in=seats) | (invited | Q(creator=player)) & ~OF_A_CLUB
    ours = OF_A_CLUB & Q(club__in=clubs, is_blinded=False) if clubs else Q(pk__in=())
    return Match.objects.filter(public | mine | ours)
