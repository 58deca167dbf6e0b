"""Matches in lists: the search for matches, and the summary of each match with the seats that it waits for.

A summary shows the match as the caller may know it now. Its `deadline` is the deadline of the caller's own seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from events.base.player_names import name_key
from events.log import statements
from events.log.access import matches_for
from events.log.delays import delayed_matches, ends_unseen, is_live, with_holder
from events.log.log import decode
from events.log.models import ENDED, LIVE, LIVE_SECONDS, Match, PendingAction, Seat
from events.matches.lobby.match_detail import match_summary
from events.matches.record.seen import Unseen, unseen, unseen_json
from events.matches.record.waiting import waiting_json, waiting_now
from events.matches.serializers.lobby import MatchLine
from events.users.following import followed_by
from events.users.models import Player

DAYS = Q(clock__per_move__gt=LIVE_SECONDS) | Q(clock__per_move=None) | Q(clock__per_move__isnull=True)
DAYS &= Q(clock__bank__isnull=True) | Q(clock__bank__gt=LIVE_SECONDS)

Turns = Mapping[str, Any]


class MatchSearch(NamedTuple):
    """The filters of a search; None: no filter.

    player: the name of a player who holds a seat. reliable: no player at the table often leaves matches. followed: the
    caller follows a player at an open table.
    """

    game: str | None = None
    status: str | None = None
    seat: bool = False
    invited: bool = False
    to_act: bool = False
    open_seats: bool = False
    rated: bool | None = None
    practice: bool | None = None
    clock: Literal["live", "days"] | None = None
    player: str | None = None
    club: UUID | None = None
    reliable: bool = False
    followed: bool = False


def matches_found(caller: Player | None, search: MatchSearch) -> QuerySet[Match]:
    """Returns the matches that a search finds and that the caller may see in lists.

    The filters `seat`, `invited`, `to_act` and `followed` need a caller.
    """
    columns = {name: getattr(search, name) for name in ("game", "rated", "practice", "club")}
    matches = matches_for(caller).filter(**{name: value for name, value in columns.items() if value is not None})
    if search.status is not None:
        matches = matches.filter(in_stage(caller, search.status))
    if search.clock:
        matches = matches.filter(LIVE if search.clock == "live" else DAYS)
    if search.seat:
        matches = matches.filter(_with(player=caller))
    if search.invited:
        matches = matches.filter(_with(invited=caller), status=Match.Status.OPEN)
    if search.open_seats:
        free = Q(invited__isnull=True) if caller is None else Q(invited__isnull=True) | Q(invited=caller)
        matches = matches.filter(_with(free, kind=Seat.Kind.OPEN), status=Match.Status.OPEN)
    if search.reliable:
        matches = matches.exclude(_with(_is_unreliable()))
    if search.followed and caller is not None:
        matches = matches.filter(_with(player__in=followed_by(caller)), status=Match.Status.OPEN)
    if search.to_act:
        matches = matches.filter(_with(_is_required(), player=caller, resigned=False))
    if search.player is not None:
        matches = matches.filter(with_holder(caller, name_key=name_key(search.player), name=search.player))
    return matches


def in_stage(caller: Player | None, status: str) -> Q:
    """Returns a filter for matches with a status, by the knowledge of the caller."""
    if status == Match.Status.RUNNING:
        return Q(status=status) | ends_unseen(caller)
    return Q(status=status) & ~ends_unseen(caller) if status in ENDED else Q(status=status)


def _with(*conditions: Any, **columns: Any) -> Exists:
    """Returns a filter for matches with a seat that meets the conditions."""
    return Exists(Seat.objects.filter(*conditions, match=OuterRef("pk"), **columns))


RELIABLE_SHARE, JUDGED = 0.9, 5


def _is_unreliable() -> Q:
    """Returns a filter for seats whose players left or missed deadlines in more than a tenth of their last matches.

    Players with fewer than five such matches are not counted.
    """
    unreliable = Player.objects.filter(reckoned__gte=JUDGED, kept__lt=RELIABLE_SHARE * F("reckoned"))
    # A separate subquery, because players and seats may be stored on different databases.
    return Q(player__in=unreliable.values("pk"))


def _is_required() -> Exists:
    """Returns a filter for seats whose action the match requires."""
    return Exists(PendingAction.objects.filter(match=OuterRef("match"), seat=OuterRef("number"), required=True))


def match_lines(matches: Sequence[Match], caller: Player | None) -> list[MatchLine]:
    """Returns the summaries of matches. The seats must be prefetched."""
    known = _as_known(matches, caller)
    turns_by_match = _turns(match for match in known if match.status == Match.Status.RUNNING)
    mine = {match.pk: seat for match in known if (seat := _seat_of(match, caller)) is not None}
    running = {match.pk: mine[match.pk] for match in known if match.pk in mine and match.status == Match.Status.RUNNING}
    unseen_by_match = unseen(caller, running) if caller is not None else {}
    return [
        _line(match, turns_by_match.get(match.pk, NOBODY), mine.get(match.pk), unseen_by_match.get(match.pk))
        for match in known
    ]


def _as_known(matches: Sequence[Match], caller: Player | None) -> Sequence[Match]:
    """Returns the matches as the caller may know them now, in the same order."""
    delayed = [match for match in matches if not is_live(match, caller, _seat_of(match, caller))]
    known = {match.pk: match for match in delayed_matches(delayed)} if delayed else {}
    return [known.get(match.pk, match) for match in matches]


def _seat_of(match: Match, caller: Player | None) -> int | None:
    return next((s.number for s in match.seats.all() if caller is not None and s.player_id == caller.pk), None)


NOBODY: Turns = {"to_act": [], "may_act": [], "deadlines": []}


def _line(match: Match, whose: Turns, mine: int | None, new: Unseen | None) -> MatchLine:
    line = {
        **match_summary(match),
        "open_seats": sum(seat.kind == Seat.Kind.OPEN for seat in match.seats.all()),
        "to_act": whose["to_act"],
        "may_act": whose["may_act"],
        "deadline": min((deadline["at"] for deadline in whose["deadlines"] if mine in deadline["seats"]), default=None),
        "unseen": unseen_json(new) if new is not None else [],
    }
    return cast(MatchLine, line)


def _turns(running: Iterable[Match]) -> dict[UUID, Turns]:
    """Returns the seats that running matches wait for.

    One query reads them from the last events. For events that do not state them, the log is folded.
    """
    matches = {match.pk: match for match in running}
    cores = statements.cores_at({pk: match.head_seq for pk, match in matches.items()})
    stated = {pk: _stated(core) for pk, core in cores.items()}
    return {pk: stated.get(pk) or waiting_json(waiting_now(match).to_json()) for pk, match in matches.items()}


def _stated(core_bytes: bytes) -> Turns | None:
    """Returns the turns that an event states; None for an event of format 1, which does not state them."""
    core = decode(core_bytes)
    return waiting_json(core) if core["format"] > 1 else None
