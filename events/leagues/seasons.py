"""The lifecycle of seasons. Divisions begin as tournaments; when all have ended, players are promoted and relegated.

The timer of the league runs the steps. Each step is one transaction and depends only on stored data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from events.base.clock import now_ms
from events.clubs.models import ClubMember
from events.leagues.errors import SeasonRunning
from events.leagues.models import Division, League, LeagueMember, Season
from events.leagues.rules import EndedDivision, has_never_moved, order_after, outcomes, split_into_divisions
from events.leagues.services import division_request, fewest_in, league_lock, require_open, season_of
from events.log.memberships import MEMBERS
from events.log.models import Match
from events.timers.registry import DAY_MS
from events.tournaments.creation import tournament_open
from events.tournaments.entries import tournament_enter_all
from events.tournaments.errors import TooFewEntries
from events.tournaments.lifecycle import UNFINISHED, cancel, lock, require_organiser, start
from events.tournaments.models import Entry, FormerEntrant, Tournament
from events.tournaments.notifications import facts_notify
from events.tournaments.scoring import table_of
from events.tournaments.selectors import state_of
from events.users.models import Player


def members_of(*leagues: UUID) -> QuerySet[LeagueMember]:
    """Returns the members of some leagues who may play.

    A player who has left a private club may not play in its leagues.
    """
    of_club = ClubMember.objects.filter(club=OuterRef("league__club"), player=OuterRef("player"), role__in=MEMBERS)
    is_closed = Q(league__club__isnull=False, league__visibility=Match.Visibility.PRIVATE)
    return LeagueMember.objects.filter(~is_closed | Exists(of_club), league__in=leagues, player__is_active=True)


def members_in_order(league: League) -> list[Player]:
    """Returns the members of a league who may play, in the order of the league."""
    return [member.player for member in members_of(league.pk).select_related("player").order_by("rank", "pk")]


# The beginning


def season_start(*, league_id: UUID, player: Player) -> League:
    """Begins the proposed season at the request of an organiser. Raises Forbidden, SeasonRunning, TooFewEntries."""
    with transaction.atomic():
        league = league_lock(league_id)
        require_organiser(league, player)
        require_open(league)
        season = season_of(league)
        if season.status == Season.Status.RUNNING:
            raise SeasonRunning()
        _begin(league, season, by="organiser")
    return league


def _begin(league: League, season: Season, *, by: str) -> None:
    """Creates the divisions of a season. The caller holds the lock of the league. Raises TooFewEntries."""
    players, least = members_in_order(league), fewest_in(league)
    if len(players) < least:
        raise TooFewEntries(params={"limit": least})
    for number, division in enumerate(split_into_divisions(players, league.sizes, least), start=1):
        _open(league, season, number, division, by)
    season.status, season.began_ms = Season.Status.RUNNING, now_ms()
    season.save(update_fields=["status", "began_ms"])


def _open(league: League, season: Season, number: int, players: list[Player], by: str) -> None:
    """Creates a division and starts it. The entries are numbered in the order of the league."""
    place = {"id": str(league.pk), "season": season.number, "division": number}
    title = f"{league.title} {season.number}.{number}"
    request = division_request(league, len(players), title, place)
    tournament = tournament_open(league.organiser, request, league.settings["options"], league.visibility)
    tournament.co_organisers.set(league.co_organisers.all())
    tournament_enter_all(tournament, players)
    start(tournament, by=by)
    Division.objects.create(season=season, number=number, tournament=tournament)
    facts_notify(tournament, {player.pk: {"news": "season_began", "division": number} for player in players})


# The end


def league_cancel(*, league_id: UUID, player: Player) -> League:
    """Ends a league and cancels its running divisions. Only the organiser may do this.

    The seasons remain. Nobody is promoted or relegated after a cancelled season.
    """
    with transaction.atomic():
        league = league_lock(league_id)
        require_organiser(league, player, alone=True)
        require_open(league)
        season = season_of(league)
        if season.status == Season.Status.RUNNING:
            for division in season.divisions.order_by("number"):
                tournament = lock(division.tournament_id)
                if tournament.status in UNFINISHED:
                    cancel(tournament, by="organiser", informed=player.pk)
            Season.objects.filter(pk=season.pk).update(status=Season.Status.FINISHED, ended_ms=now_ms())
        _close(league)
    return league


def _close(league: League) -> None:
    """Ends a league and deletes the proposed season."""
    Season.objects.filter(league=league, status=Season.Status.PROPOSED).delete()
    League.objects.filter(pk=league.pk).update(status=League.Status.ENDED)
    league.status = League.Status.ENDED


def _finish(league: League, season: Season) -> None:
    """Ends a season: promotes and relegates players, and proposes the next season.

    The caller holds the lock of the league.
    """
    divisions = list(season.divisions.select_related("tournament").order_by("number"))
    ended, entries = _ended(league, divisions)
    playing = {player for one in ended for player in one.ranked}
    waiting = [player.pk for player in members_in_order(league) if player.pk not in playing]
    order = order_after(ended, league.moving, waiting)
    after = split_into_divisions(order, league.sizes, fewest_in(league))
    said = outcomes(ended, after)
    _write_order(league, order)
    now = {player: number for number, division in enumerate(after, start=1) for player in division}
    for division, one in zip(divisions, ended, strict=True):
        division.result = [{"entry": entries[player], "outcome": said[player]} for player in one.ranked]
        division.save(update_fields=["result"])
        facts: Mapping[Any, Any] = {
            player: {"news": said[player], "division": now.get(player)}
            for player in one.ranked
            if isinstance(player, UUID)
        }
        facts_notify(division.tournament, _of_open_accounts(facts))
    season.status, season.ended_ms = Season.Status.FINISHED, now_ms()
    season.save(update_fields=["status", "ended_ms"])
    starts_ms = None if league.pause_days is None else season.ended_ms + league.pause_days * DAY_MS
    Season.objects.create(league=league, number=season.number + 1, starts_ms=starts_ms)


def _ended(league: League, divisions: list[Division]) -> tuple[list[EndedDivision], dict[Any, int]]:
    """Returns the ended divisions, and the entry number of each player in them.

    The id of a player is the key. The key is (division, entry) if the account is closed or if the player also has an
    entry in a higher division.
    """
    members = {player.pk for player in members_in_order(league)}
    stored: dict[UUID, dict[int, Entry]] = {division.tournament_id: {} for division in divisions}
    for entry in Entry.objects.filter(tournament__in=stored):
        stored[entry.tournament_id][entry.number] = entry
    former = FormerEntrant.objects.filter(entry__tournament__in=stored)
    taken_over = set(former.values_list("entry_id", flat=True))
    ended: list[EndedDivision] = []
    entries: dict[Any, int] = {}
    for division in divisions:
        state, has_table = state_of(division.tournament), division.tournament.status == Tournament.Status.FINISHED
        of_division = stored[division.tournament_id]
        numbers = [line.entry for line in table_of(state)] if has_table else sorted(of_division)
        ranked, dropped = list[Any](), set[Any]()
        for number in numbers:
            entry = of_division[number]
            player = entry.player_id
            key = (division.number, number) if player is None or player in entries else player
            ranked.append(key)
            entries[key] = number
            if (
                key != player
                or entry.withdrawn
                or has_never_moved(state, number)
                or not (player in members or entry.pk in taken_over)
            ):
                dropped.add(key)
        ended.append(EndedDivision(tuple(ranked), frozenset(dropped), has_table))
    return ended, entries


def _write_order(league: League, order: list[Any]) -> None:
    """Saves the new order of a league. Removes members who are not in the order and adds substitutes as members."""
    LeagueMember.objects.filter(league=league).exclude(player__in=order).delete()
    since = dict(LeagueMember.objects.filter(league=league).values_list("player_id", "since_ms"))
    LeagueMember.objects.bulk_create(
        [
            LeagueMember(league=league, player_id=player, rank=rank, since_ms=since.get(player, now_ms()))
            for rank, player in enumerate(order)
        ],
        update_conflicts=True,
        unique_fields=["league", "player"],
        update_fields=["rank"],
    )


def _of_open_accounts(facts: Mapping[UUID, Any]) -> dict[UUID, Any]:
    there = Player.objects.filter(pk__in=facts, is_active=True).values_list("pk", flat=True)
    return {player: facts[player] for player in there}


# Steps


def league_advance(league: UUID) -> int | None:
    """Runs the next step of a league. Returns the time when the following step is due."""
    if _step_of(league):
        return now_ms()
    starts: int | None = (
        Season.objects.filter(league=league, league__status="open", status=Season.Status.PROPOSED)
        .values_list("starts_ms", flat=True)
        .first()
    )
    return starts


def _step_of(league_id: UUID) -> bool:
    """Runs one step. Returns False if no step is due, or if another process holds the league's lock."""
    with transaction.atomic():
        free = League.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        league = free.select_related("organiser").filter(pk=league_id, status="open").first()
        if league is None:
            return False
        season = season_of(league)
        if season.status == Season.Status.RUNNING:
            if season.divisions.filter(tournament__status__in=UNFINISHED).exists():
                return _inherited(league)
            _finish(league, season)
            return True
        if _is_orphaned(league) and not _inherited(league):
            _close(league)
            return True
        return season.starts_ms is not None and season.starts_ms <= now_ms() and _begun(league, season)


def _begun(league: League, season: Season) -> bool:
    """Begins a season at its time. With too few players, removes the time, so an organiser has to begin the season."""
    try:
        _begin(league, season, by="clock")
    except TooFewEntries:
        Season.objects.filter(pk=season.pk).update(starts_ms=None)
    return True


def _is_orphaned(league: League) -> bool:
    return league.organiser is None or not league.organiser.is_active


def _inherited(league: League) -> bool:
    """Replaces the organiser of a league who has closed their account by a co-organiser, or else by the club's owner.

    Returns False if the organiser is still active or if nobody can replace the organiser.
    """
    if not _is_orphaned(league):
        return False
    heir = league.co_organisers.filter(is_active=True).order_by("pk").first()
    if heir is None and league.club is not None:
        leading = ClubMember.objects.filter(club=league.club, role=ClubMember.Role.OWNER, player__is_active=True)
        owner = leading.select_related("player").first()
        heir = owner.player if owner is not None else None
    if heir is None:
        return False
    league.organiser = heir
    league.save(update_fields=["organiser"])
    league.co_organisers.remove(heir)
    return True
