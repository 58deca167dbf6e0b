"""Scheduled tournaments: the check-in before the start, the time limit of rounds, and weekly series."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import NotFound
from events.log.memberships import is_member
from events.tournaments.creation import TournamentRequest, tournament_open
from events.tournaments.errors import CheckInClosed
from events.tournaments.lifecycle import append, lock, matches_end, require_open
from events.tournaments.models import Entry, Tournament
from events.tournaments.notifications import news_notify, successor_notify
from events.tournaments.pairing import has_fixed_rounds
from events.tournaments.rules import may_check_in
from events.tournaments.selectors import entries_held, state_of
from events.tournaments.state import TournamentState
from events.users.models import Player


def entry_check_in(*, tournament_id: UUID, player: Player, number: int) -> Entry:
    """Checks in the player of an entry for the start. A repeated call changes nothing.

    Raises NotFound, TournamentNotOpen, CheckInClosed.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        entry = entries_held(player).filter(tournament=tournament, number=number).first()
        if entry is None:
            raise NotFound()
        require_open(tournament)
        state = state_of(tournament)
        if not may_check_in(state, number, max(now_ms(), tournament.last_at_ms)):
            raise CheckInClosed()
        if number not in state.checked_in:
            append(tournament, "entry.checked_in", by="player", entry=number)
    return entry


def check_in_open(tournament: Tournament) -> bool:
    """Opens the check-in and notifies the entrants, once. The caller holds the tournament's lock.

    Returns False if the check-in is not due.
    """
    if tournament.wakes_ms is None or tournament.wakes_ms > now_ms():
        return False
    append(tournament, "check_in.opened", by="clock")
    Tournament.objects.filter(pk=tournament.pk).update(wakes_ms=None)
    news_notify(tournament, "check_in")
    return True


def round_end(tournament: Tournament, state: TournamentState) -> bool:
    """Ends the matches of a round whose time limit has passed. The caller holds the tournament's lock.

    Returns False if the time limit has not passed.
    """
    if tournament.wakes_ms is None or tournament.wakes_ms > now_ms():
        return False
    ended = [str(match) for match in matches_end(tournament)]
    append(tournament, "round.timed_out", by="clock", round=len(state.rounds), matches=ended)
    Tournament.objects.filter(pk=tournament.pk).update(wakes_ms=None)
    return True


# Weekly series


def week_after_ms(from_ms: int, after_ms: int, zone: str) -> int:
    """Returns the first time after `after_ms` that is a whole number of weeks after `from_ms` in the local time zone.

    If the change to summer time skips that local time, the result is later by the skipped duration. If the local time
    occurs twice in autumn, the first occurrence counts.

    >>> at = datetime(2026, 3, 24, 19, tzinfo=UTC).timestamp() * 1000
    >>> datetime.fromtimestamp(week_after_ms(int(at), int(at), "Europe/Paris") // 1000, UTC).hour
    18
    """
    place = ZoneInfo(zone)
    wall = datetime.fromtimestamp(from_ms / 1000, place).replace(tzinfo=None)
    weeks = max(1, (after_ms - from_ms) // (7 * 86_400_000))
    while True:
        at = (wall + timedelta(weeks=weeks)).replace(tzinfo=place).astimezone(UTC)
        at_ms = round(at.timestamp() * 1000)
        if at_ms > after_ms:
            return at_ms
        weeks += 1


def follower_open(tournament: Tournament, state: TournamentState) -> bool:
    """Opens next week's tournament when a weekly tournament begins or is cancelled at its starting time.

    Notifies the entrants of the present tournament. The caller holds the tournament's lock. Returns False if the
    series does not continue, or if next week's tournament exists already.
    """
    chosen, organiser = state.settings, tournament.organiser
    zone = chosen.get("weekly_in")
    if not zone or state.has_follower or organiser is None or not organiser.is_active:
        return False
    if tournament.club is not None and not is_member(tournament.club, organiser):
        return False
    after = max(now_ms(), tournament.starts_ms or 0)
    own = {name: chosen[name] for name in TournamentRequest._fields if name in chosen}
    if has_fixed_rounds(own["format"], own["seats"]):
        own["rounds"] = None
    request = TournamentRequest(
        **{**own, "title": tournament.title},
        visibility=tournament.visibility,
        club=tournament.club,
        starts_at=week_after_ms(chosen["weekly_from"], after, zone),
    )
    follower = tournament_open(organiser, request, own["options"], tournament.visibility)
    follower.co_organisers.set(tournament.co_organisers.all())
    follower.invited.set(tournament.invited.all())
    append(tournament, "evening.followed", by="setup", follower=str(follower.pk))
    successor_notify(tournament, follower)
    return True
