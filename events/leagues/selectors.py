"""Queries for leagues. Only its members, operators and auditors may see a league of a private club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict, cast
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet

from events.base.clock import rfc3339, rfc3339_or_none
from events.base.exceptions import NotFound
from events.leagues.models import Division, League, LeagueMember, Season
from events.leagues.rules import split_into_divisions
from events.leagues.seasons import members_in_order, members_of
from events.leagues.serializers import DivisionLine, DivisionOut, LeagueHead, LeagueLine, SeasonLine, SeasonOut
from events.leagues.services import fewest_in
from events.log.memberships import OF_A_CLUB, clubs_of, is_member
from events.log.models import Match
from events.tournaments.models import Entry, Tournament
from events.tournaments.scoring import table_of
from events.tournaments.selectors import may_organise, state_of
from events.users.models import Player


class LeagueSearch(NamedTuple):
    """The filters of a search; None: any value. `joined` and `organiser` require a caller."""

    game: str | None = None
    status: str | None = None
    club: UUID | None = None
    joined: bool = False
    organiser: bool = False


def league_for(league_id: UUID, caller: Player | None) -> League:
    """Returns the league with an id. Raises NotFound if the caller may not know that it exists.

    The queries are the same for a missing league as for a private league.
    """
    league = League.objects.filter(pk=league_id).select_related("organiser").first()
    if league is not None and league.visibility != Match.Visibility.PRIVATE:
        return league
    is_of_club = caller is not None and is_member(None if league is None else league.club, caller)
    is_official = caller is not None and (caller.is_staff or caller.is_auditor)
    if league is None or not (is_of_club or is_official):
        raise NotFound()
    return league


def leagues_found(caller: Player | None, search: LeagueSearch) -> QuerySet[League]:
    """Returns the leagues of a search that the caller may see in lists."""
    visible = Q(visibility=Match.Visibility.PUBLIC)
    if caller is not None:
        own = Q(pk__in=LeagueMember.objects.filter(player=caller).values("league")) | Q(organiser=caller)
        visible |= own & ~OF_A_CLUB | OF_A_CLUB & Q(club__in=clubs_of(caller))
    columns = {name: getattr(search, name) for name in ("game", "status", "club")}
    leagues = League.objects.filter(visible, **{name: value for name, value in columns.items() if value is not None})
    if search.joined:
        leagues = leagues.filter(pk__in=LeagueMember.objects.filter(player=caller).values("league"))
    if search.organiser:
        leagues = leagues.filter(organiser=caller)
    return leagues.select_related("organiser")


def league_lines(leagues: Sequence[League], caller: Player | None) -> list[LeagueLine]:
    """Returns the lines of leagues in a list."""
    ids = [league.pk for league in leagues]
    newest = Season.objects.filter(league__in=ids).order_by("league", "-number").distinct("league")
    seasons = {season.league_id: season for season in newest}
    there = members_of(*ids)
    numbers = dict(there.values("league").annotate(number=Count("pk")).values_list("league", "number"))
    mine = set(there.filter(player=caller).values_list("league_id", flat=True)) if caller is not None else set()
    return [_line(league, seasons.get(league.pk), numbers.get(league.pk, 0), league.pk in mine) for league in leagues]


def _line(league: League, season: Season | None, members: int, is_mine: bool) -> LeagueLine:
    organiser = league.organiser
    if season is not None and (season.status == Season.Status.FINISHED or league.status == League.Status.ENDED):
        season = None
    line = {
        "id": str(league.pk),
        "title": league.title,
        "game": league.game,
        "format": league.settings["format"],
        "seats": league.settings["seats"],
        "status": league.status,
        "visibility": league.visibility,
        "club": None if league.club is None else str(league.club),
        "organiser": (organiser.name or None) if organiser else None,
        "sizes": league.sizes,
        "moving": league.moving,
        "number_of_members": members,
        "season": season.number if season else None,
        "season_status": season.status if season else None,
        "starts_at": rfc3339_or_none(season.starts_ms) if season and season.status == Season.Status.PROPOSED else None,
        "is_member": is_mine,
        "created_at": rfc3339(league.created_ms),
    }
    return cast(LeagueLine, line)


def league_head(league: League, caller: Player | None) -> LeagueHead:
    """Returns a league with its settings and members."""
    chosen, players = league.settings, members_in_order(league)
    divisions = split_into_divisions(players, league.sizes, fewest_in(league))
    places = {player.pk: number for number, division in enumerate(divisions, start=1) for player in division}
    duplicate = chosen.get("duplicate", False)
    usual = ["matchpoints", "buchholz"] if duplicate else ["buchholz", "wins"]
    head = {
        **league_lines([league], caller)[0],
        "options": chosen["options"],
        "clock": chosen.get("clock") or {},
        "rounds": chosen.get("rounds"),
        "deals_per_round": chosen.get("deals_per_round", 1),
        "duplicate": duplicate,
        "scoring": chosen.get("scoring") or "places",
        "tie_breaks": chosen.get("tie_breaks") or usual,
        "rated": chosen.get("rated", False),
        "substitutes": chosen.get("substitutes", False),
        "replays": chosen.get("replays", 0),
        "round_minutes": chosen.get("round_minutes"),
        "pause_days": league.pause_days,
        "co_organisers": list(
            league.co_organisers.filter(is_active=True).order_by("name").values_list("name", flat=True)
        ),
        "is_organiser": may_organise(league, caller),
        "members": [{"name": player.name, "division": places.get(player.pk)} for player in players],
    }
    return cast(LeagueHead, head)


# Seasons


def seasons_found(league: League) -> QuerySet[Season]:
    """Returns the seasons of a league, with their divisions."""
    divisions = Division.objects.select_related("tournament").order_by("number")
    return Season.objects.filter(league=league).prefetch_related(Prefetch("divisions", queryset=divisions))


def seasons_ahead(player: Player) -> QuerySet[Season]:
    """Returns the next seasons of a player's leagues that have a start, the earliest first."""
    mine = LeagueMember.objects.filter(player=player).values("league")
    ahead = Season.objects.filter(league__in=mine, league__status="open", status="proposed", starts_ms__isnull=False)
    return ahead.select_related("league").order_by("starts_ms", "pk")


def season_lines(seasons: Sequence[Season]) -> list[SeasonLine]:
    """Returns a page of seasons."""
    firsts = {
        division.tournament_id: division.result[0]["entry"]
        for season in seasons
        for division in season.divisions.all()
        if division.number == 1 and division.result and division.tournament.status == Tournament.Status.FINISHED
    }
    holders = Entry.objects.filter(tournament__in=firsts).select_related("player")
    champions = {
        one.tournament_id: (one.player.name or None) if one.player else None
        for one in holders
        if firsts[one.tournament_id] == one.number
    }
    return [_season_line(season, champions) for season in seasons]


def _season_line(season: Season, champions: Mapping[UUID, str | None]) -> SeasonLine:
    divisions = list(season.divisions.all())
    line = {
        **_times(season),
        "divisions": [_division_line(division) for division in divisions],
        "champion": next((champions.get(one.tournament_id) for one in divisions if one.number == 1), None),
    }
    return cast(SeasonLine, line)


def _times(season: Season) -> dict[str, Any]:
    return {
        "season": season.number,
        "status": season.status,
        "starts_at": rfc3339_or_none(season.starts_ms),
        "began_at": rfc3339_or_none(season.began_ms),
        "ended_at": rfc3339_or_none(season.ended_ms),
    }


def _division_line(division: Division) -> DivisionLine:
    line = {
        "division": division.number,
        "tournament": str(division.tournament_id),
        "status": division.tournament.status,
    }
    return cast(DivisionLine, line)


def season_out(league: League, number: int) -> SeasonOut:
    """Returns a season with the tables of its divisions. Raises NotFound."""
    season = seasons_found(league).filter(number=number).first()
    if season is None:
        raise NotFound()
    return cast(SeasonOut, {**_times(season), "divisions": [_division(one) for one in season.divisions.all()]})


def _division(division: Division) -> DivisionOut:
    """Returns a division with its table. The entries of a cancelled division are in their starting order."""
    said = {one["entry"]: one["outcome"] for one in division.result}
    has_table = division.tournament.status != Tournament.Status.CANCELLED
    holders = Entry.objects.filter(tournament=division.tournament).select_related("player").order_by("number")
    names = {one.number: (one.player.name or None) if one.player else None for one in holders}
    table = {line.entry: line for line in table_of(state_of(division.tournament))} if has_table else {}
    lines = [
        {
            "place": table[entry].place if has_table else None,
            "entry": entry,
            "player": names[entry],
            "points": table[entry].points if has_table else None,
            "outcome": said.get(entry),
        }
        for entry in (table if has_table else names)
    ]
    return cast(DivisionOut, {**_division_line(division), "lines": lines})


class LeaguesOfPlayer(TypedDict):
    """The leagues of a player, in the export of the account."""

    leagues: list[dict[str, Any]]
    organised_leagues: list[str]
    co_organised_leagues: list[str]


def leagues_of(player: Player) -> LeaguesOfPlayer:
    """Returns the leagues that a player has joined or organises."""
    mine = LeagueMember.objects.filter(player=player).order_by("pk")
    return {
        "leagues": [{"league": str(one.league_id), "since": rfc3339(one.since_ms)} for one in mine],
        "organised_leagues": [
            str(pk) for pk in League.objects.filter(organiser=player).order_by("pk").values_list("pk", flat=True)
        ],
        "co_organised_leagues": [
            str(pk) for pk in League.objects.filter(co_organisers=player).order_by("pk").values_list("pk", flat=True)
        ],
    }
