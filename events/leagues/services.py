"""Services that create and change a league, add and remove members, and name co-organisers.

Every change holds the lock of the league. This lock is acquired before the locks of the league's tournaments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.base.player_names import name_key
from events.leagues.errors import LeagueFull, LeagueOver, SeasonRunning, TooManyLeagues
from events.leagues.models import League, LeagueMember, Season
from events.leagues.serializers import LARGEST_DIVISION
from events.log.memberships import visibility_in
from events.log.models import Match
from events.timers.services import set_timer
from events.tournaments.creation import TournamentRequest, checked_options
from events.tournaments.errors import AlreadyEntered
from events.tournaments.lifecycle import fewest_entries, lock, require_organiser, withdraw
from events.tournaments.models import Entry
from events.tournaments.organisers import co_organiser_add, co_organiser_remove
from events.users.blocks import blocks
from events.users.models import Player

MOST_MEMBERS = 500
COLUMNS = ("title", "sizes", "moving", "pause_days")
TIMER = "league"  # the kind of timer
BETWEEN_SEASONS = frozenset({"sizes", "moving", "rounds", "clock", "starts_at"})
"""The settings that a season depends on. They can change only between seasons."""


class LeagueRequest(NamedTuple):
    """The choices of a league's organiser. settings: the settings of a division, as in `POST /tournaments`."""

    title: str
    settings: Mapping[str, Any]
    sizes: Sequence[int]
    moving: int
    pause_days: int | None = None
    starts_at: int | None = None
    visibility: str | None = None
    club: UUID | None = None


def league_found(*, player: Player, request: LeagueRequest) -> League:
    """Creates a league and proposes its first season.

    Raises Malformed with all errors, TooManyLeagues, and Forbidden for bots.
    """
    if player.is_bot:
        raise Forbidden()
    visibility = request.visibility or Match.Visibility.PUBLIC
    if request.club is not None:
        visibility = visibility_in(request.club, player, request.visibility)
    chosen = _checked(request, visibility)
    with transaction.atomic():
        _require_room(player)
        league = League.objects.create(
            title=request.title,
            game=chosen["game"],
            visibility=visibility,
            organiser=player,
            club=request.club,
            settings=chosen,
            sizes=list(request.sizes),
            moving=request.moving,
            pause_days=request.pause_days,
            created_ms=now_ms(),
        )
        Season.objects.create(league=league, number=1, starts_ms=request.starts_at)
        league_schedule(league.pk)
    return league


def league_schedule(league_id: UUID) -> None:
    """Schedules the next step of a league for when the transaction has been committed."""
    set_timer(TIMER, league_id, now_ms())


def division_request(league: League, size: int, title: str, place: Mapping[str, Any]) -> TournamentRequest:
    """Returns the request for the tournament of a division. place: the league, the season and the division number."""
    return TournamentRequest(
        **{**league.settings, "title": title},
        max_players=size,
        visibility=league.visibility,
        club=league.club,
        league=place,
    )


def fewest_in(league: League) -> int:
    """Returns the smallest number of players of a division of a league."""
    return fewest_entries(league.settings["seats"], league.settings.get("duplicate", False))


def _checked(request: LeagueRequest, visibility: str) -> dict[str, Any]:
    """Returns the settings of a league, with the options of the game.

    Raises Malformed if the settings do not permit a tournament of the largest division.
    """
    chosen = dict(request.settings)
    least = fewest_entries(chosen["seats"], chosen.get("duplicate", False))
    tournament = TournamentRequest(
        **{**chosen, "title": request.title},
        max_players=max(request.sizes) + least - 1,
        visibility=visibility,
        club=request.club,
    )
    options = checked_options(tournament)
    if errors := list(_errors(request, least)):
        raise Malformed(*errors)
    return {**chosen, "options": options}


def _errors(request: LeagueRequest, least: int) -> Iterator[FieldError]:
    for place, size in enumerate(request.sizes):
        if size < least:
            yield FieldError(f"/sizes/{place}", "not_between", params={"low": least, "high": LARGEST_DIVISION})
    if request.club is None and request.visibility == Match.Visibility.PRIVATE:
        yield FieldError("/visibility", "not_an_option")
    if 2 * request.moving > min(request.sizes):
        yield FieldError("/moving", "not_between", params={"low": 1, "high": min(request.sizes) // 2})


def _require_room(player: Player) -> None:
    limit = settings.COMPTOIR_LEAGUES_PER_PLAYER
    if not limit or player.is_staff:
        return
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if League.objects.filter(organiser=player, status=League.Status.OPEN).count() >= limit:
        raise TooManyLeagues(params={"limit": limit})


def league_lock(league_id: UUID) -> League:
    """Locks a league until the transaction ends, and returns it. Raises NotFound."""
    league = League.objects.select_for_update(no_key=True).filter(pk=league_id).first()
    if league is None:
        raise NotFound()
    return league


def require_open(league: League) -> None:
    """Raises LeagueOver if a league has ended."""
    if league.status != League.Status.OPEN:
        raise LeagueOver()


def season_of(league: League) -> Season:
    """Returns the last season of a league, which is running or proposed."""
    return Season.objects.filter(league=league).order_by("-number")[0]


def league_change(*, league_id: UUID, player: Player, changes: Mapping[str, Any]) -> League:
    """Changes a league. The settings in `BETWEEN_SEASONS` can change only between seasons.

    Raises SeasonRunning, Malformed.
    """
    with transaction.atomic():
        league = league_lock(league_id)
        require_organiser(league, player)
        require_open(league)
        season = season_of(league)
        if season.status == Season.Status.RUNNING and BETWEEN_SEASONS & {*changes}:
            raise SeasonRunning()
        wanted = {name: changes.get(name, getattr(league, name)) for name in COLUMNS}
        for_settings = {name: changes[name] for name in ("rounds", "clock") if name in changes}
        request = LeagueRequest(
            **wanted, settings={**league.settings, **for_settings}, visibility=league.visibility, club=league.club
        )
        league.settings = _checked(request, league.visibility)
        for name in COLUMNS:
            setattr(league, name, wanted[name])
        league.save(update_fields=["settings", *COLUMNS])
        if "starts_at" in changes:
            Season.objects.filter(pk=season.pk).update(starts_ms=changes["starts_at"])
            league_schedule(league.pk)
    return league


# Members


def league_join(*, league_id: UUID, player: Player) -> LeagueMember:
    """Adds a player at the end of the order of a league. The player plays from the next season on.

    Raises AlreadyEntered, LeagueFull, LeagueOver, and Forbidden for bots and for a player whom the organiser blocks.
    """
    with transaction.atomic():
        league = league_lock(league_id)
        require_open(league)
        if player.is_bot:
            raise Forbidden(text="no_bots")
        if league.organiser_id is not None and blocks(league.organiser_id, player.pk):
            raise Forbidden()
        members = LeagueMember.objects.filter(league=league)
        if members.filter(player=player).exists():
            raise AlreadyEntered()
        if members.count() >= MOST_MEMBERS:
            raise LeagueFull(params={"limit": MOST_MEMBERS})
        last = members.order_by("-rank").values_list("rank", flat=True).first()
        return LeagueMember.objects.create(
            league=league, player=player, rank=0 if last is None else last + 1, since_ms=now_ms()
        )


def league_leave(*, league_id: UUID, player: Player, name: str) -> None:
    """Removes a member from a league, at the member's or an organiser's request.

    During a season, also withdraws the member's entry from its division. Raises NotFound, Forbidden.
    """
    with transaction.atomic():
        league = league_lock(league_id)
        named = LeagueMember.objects.filter(league=league, player__name_key=name_key(name)).first()
        if named is None:
            raise NotFound()
        if named.player_id != player.pk:
            require_organiser(league, player)
        playing = Entry.objects.filter(
            tournament__division__season__league=league,
            tournament__status="running",
            player=named.player_id,
            withdrawn=False,
        )
        for entry in playing.order_by("tournament"):
            tournament = lock(entry.tournament_id)
            if tournament.status == "running":
                withdraw(tournament, entry, by="player" if named.player_id == player.pk else "organiser")
        named.delete()


# Organisers


def league_organiser_name(*, league_id: UUID, player: Player, name: str) -> League:
    """Makes another player a co-organiser of the league, as `organiser_name` does for a tournament.

    The player also organises the divisions of later seasons. Raises NotFound, TooManyOrganisers, LeagueOver.
    """
    with transaction.atomic():
        league = league_lock(league_id)
        require_organiser(league, player, alone=True)
        require_open(league)
        co_organiser_add(league, player, name)
    return league


def league_organiser_leave(*, league_id: UUID, player: Player, name: str) -> None:
    """Removes a co-organiser. The organiser may remove any co-organiser, and a co-organiser only themselves.

    Raises NotFound, Forbidden.
    """
    with transaction.atomic():
        league = league_lock(league_id)
        co_organiser_remove(league, player, name)
