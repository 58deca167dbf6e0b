"""The creation of a tournament: the request, its checks, and the first event."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction

from events.base.clock import now_ms
from events.base.encryption import cipher_of
from events.base.exceptions import FieldError, Malformed
from events.base.fairness import server_commit
from events.base.models import new_id
from events.base.signing import signer
from events.base.suggestions import unknown
from events.base.time_zones import time_zones
from events.http.problems import Refusals
from events.log.memberships import members_among, visibility_in
from events.log.models import Match
from events.log.secrets import TOURNAMENT
from events.tournaments.errors import TooManyTournaments
from events.tournaments.lifecycle import UNFINISHED, append, deal_seed, fewest_entries
from events.tournaments.models import Tournament
from events.tournaments.pairing import has_fixed_rounds, round_number
from events.tournaments.scoring import COMPARING
from events.tournaments.selectors import SCHEDULE
from events.tournaments.state import RULES, deal_id
from events.users.models import Player
from events.users.named import invitees
from games import registry
from games.kernel.game import Game

MOST_DEALS = 128  # the most commitments in the first event


class TournamentRequest(NamedTuple):
    """The choices of an organiser, as in `POST /tournaments`. starts_at: milliseconds since 1970.

    weekly_from: the start of the first tournament of a weekly series; None: this tournament is the first. league: the
    season and the number of the division, if the tournament is a league division.
    """

    title: str
    game: str
    seats: int
    format: str
    max_players: int
    options: Mapping[str, Any] = {}
    rounds: int | None = None
    deals_per_round: int = 1
    duplicate: bool = False
    scoring: str | None = None
    tie_breaks: Sequence[str] | None = None
    clock: Mapping[str, Any] = {}
    rated: bool = False
    visibility: str | None = None
    club: UUID | None = None
    invited: Sequence[str] = ()
    start: str = "manual"
    starts_at: int | None = None
    late_entry: int | None = None
    substitutes: bool = False
    replays: int = 0
    team_size: int = 1
    check_in: int | None = None
    round_minutes: int | None = None
    weekly_in: str | None = None
    weekly_from: int | None = None
    league: Mapping[str, Any] | None = None

    @property
    def most_rounds(self) -> int:
        """The largest possible number of rounds."""
        return round_number(self.format, self.seats, self.max_players, self.rounds)

    @property
    def most_deals(self) -> int:
        """The largest possible number of shared deals."""
        return self.most_rounds * self.deals_per_round * self.team_size


def tournament_create(*, player: Player, request: TournamentRequest) -> Tournament:
    """Opens a tournament. The server commits to its seeds of the shared deals before anybody enters.

    Raises Malformed with the pointers of all errors, TooManyTournaments.
    """
    options = checked_options(request)
    names = {f"/invited/{place}": name for place, name in enumerate(request.invited)}
    invited = list(invitees(player, names).values())
    visibility = _visibility(player, request, invited)
    with transaction.atomic():
        _require_room(player)
        tournament = tournament_open(player, request, options, visibility)
        tournament.invited.set(invited)
    return tournament


def tournament_open(
    player: Player | None, request: TournamentRequest, options: Mapping[str, Any], visibility: str
) -> Tournament:
    """Writes a tournament after its request and options have been checked. player: the organiser."""
    ident, secret, chosen = new_id(), os.urandom(32), _settings(request, options)
    tournament = Tournament.objects.create(
        id=ident,
        title=request.title,
        game=request.game,
        format=request.format,
        visibility=visibility,
        club=request.club,
        organiser=player,
        settings=chosen,
        starts_ms=request.starts_at,
        created_ms=now_ms(),
        wakes_ms=wakes_ms(request),
        sealed=cipher_of(settings.COMPTOIR_SECRET_KEY).encrypt(ident.bytes, TOURNAMENT, secret),
    )
    append(
        tournament,
        "tournament.created",
        by="organiser",
        **chosen,
        starts_ms=request.starts_at,
        deal_commits=deal_commits(tournament, request),
        key_id=signer().key_id,
    )
    return tournament


def _settings(request: TournamentRequest, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings of a new tournament, which its row and its first event contain."""
    return {
        "game": request.game,
        "options": options,
        "seats": request.seats,
        "format": request.format,
        "rounds": request.rounds,
        "deals_per_round": request.deals_per_round,
        "duplicate": request.duplicate,
        "scoring": request.scoring or "places",
        "tie_breaks": list(_tie_breaks(request)),
        "max_players": request.max_players,
        "clock": dict(request.clock),
        "rated": request.rated,
        "start": request.start,
        "rules": RULES,
        "late_entry": request.late_entry,
        "substitutes": request.substitutes,
        "replays": request.replays,
        "team_size": request.team_size,
        **schedule_settings(request),
        **({"league": dict(request.league)} if request.league else {}),
    }


def schedule_settings(request: TournamentRequest) -> dict[str, Any]:
    """Returns the settings that concern the schedule of a tournament."""
    chosen = {name: getattr(request, name) for name in SCHEDULE}
    first = request.weekly_from or request.starts_at
    return {**chosen, **({"weekly_from": first} if request.weekly_in else {})}


def wakes_ms(request: TournamentRequest) -> int | None:
    """Returns the time when the check-in of a new tournament opens."""
    if request.check_in is None or request.starts_at is None:
        return None
    return request.starts_at - 60_000 * request.check_in


def checked_options(request: TournamentRequest) -> Mapping[str, Any]:
    """Returns the options of the game, with their defaults.

    Raises Malformed with the pointers of all errors of the request.
    """
    game, refusals = _game(request), Refusals()
    with refusals:
        if errors := list(_errors(request, game)):
            raise Malformed(*errors)
    with refusals:
        options: Mapping[str, Any] = game.options.from_json(request.options, request.seats).to_json()
    refusals.raise_all()
    return options


def _tie_breaks(request: TournamentRequest) -> Sequence[str]:
    if request.tie_breaks is not None:
        return request.tie_breaks
    return ("matchpoints", "buchholz") if request.duplicate else ("buchholz", "wins")


def _game(request: TournamentRequest) -> Game:
    try:
        game = registry.get(request.game)
    except KeyError:
        raise Malformed(unknown("/game", request.game, registry.GAMES)) from None
    if request.seats not in game.seats:
        params = {"low": max(2, game.seats.start), "high": game.seats.stop - 1}
        raise Malformed(FieldError("/seats", "not_between", params=params))
    return game


def _errors(request: TournamentRequest, game: Game) -> Iterator[FieldError]:
    if request.format == "knock_out" and request.seats != 2:
        yield FieldError("/format", "not_an_option")
    elif has_fixed_rounds(request.format, request.seats) and request.rounds is not None:
        yield FieldError("/rounds", "not_an_option")
    elif not has_fixed_rounds(request.format, request.seats) and request.rounds is None:
        yield FieldError("/rounds", "required")
    elif request.duplicate and request.most_deals > MOST_DEALS:
        yield FieldError("/deals_per_round", "out_of_range")
    if request.late_entry is not None and request.format != "swiss":
        yield FieldError("/late_entry", "not_an_option")
    elif request.late_entry is not None and request.late_entry > (request.rounds or 0):
        yield FieldError("/late_entry", "out_of_range")
    if request.team_size > 1:
        yield from _errors_of_teams(request)
    if request.starts_at is None and (request.check_in is not None or request.weekly_in is not None):
        yield FieldError("/starts_at", "required")
    if request.weekly_in is not None and request.weekly_in not in time_zones():
        yield FieldError("/weekly_in", "not_an_option")
    if request.check_in is not None and request.start == "when_full":
        yield FieldError("/start", "not_an_option")
    if request.replays and (request.format != "knock_out" or request.duplicate):
        yield FieldError("/replays", "not_an_option")
    if request.max_players < fewest_entries(request.seats, request.duplicate):
        yield FieldError("/max_players", "out_of_range")
    if not request.duplicate and request.scoring not in (None, "places"):
        yield FieldError("/scoring", "not_an_option")
    for place, name in enumerate(request.tie_breaks or ()):
        if name in COMPARING and not request.duplicate:
            yield FieldError(f"/tie_breaks/{place}", "not_an_option")
    if request.rated and request.club is None and request.visibility not in (None, Match.Visibility.PUBLIC):
        yield FieldError("/rated", "not_an_option")


def _visibility(player: Player, request: TournamentRequest, invited: Sequence[Player]) -> str:
    """Returns the visibility of the tournament. Raises Malformed if an invited player is not in its private club."""
    if request.club is None:
        return request.visibility or Match.Visibility.PUBLIC
    visibility = visibility_in(request.club, player, request.visibility)
    members = members_among(request.club, invited)
    outside = [at for at, one in enumerate(invited) if one.pk not in members]
    if visibility == Match.Visibility.PRIVATE and outside:
        raise Malformed(*(FieldError(f"/invited/{at}", "not_an_option") for at in outside))
    return visibility


def _errors_of_teams(request: TournamentRequest) -> Iterator[FieldError]:
    if request.seats != 2:
        yield FieldError("/seats", "not_an_option")
    if request.deals_per_round != 1:
        yield FieldError("/deals_per_round", "not_an_option")
    if request.substitutes:
        yield FieldError("/substitutes", "not_an_option")
    if request.late_entry is not None:
        yield FieldError("/late_entry", "not_an_option")


def _require_room(player: Player) -> None:
    limit = settings.COMPTOIR_TOURNAMENTS_PER_PLAYER
    if not limit or player.is_staff:
        return
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    unfinished = Tournament.objects.filter(organiser=player, status__in=UNFINISHED)
    if unfinished.exclude(settings__has_key="league").count() >= limit:
        raise TooManyTournaments(params={"limit": limit})


def deal_commits(tournament: Tournament, request: TournamentRequest) -> list[str]:
    """Returns the server's commitments to its seeds of all possible shared deals, in order."""
    numbers = range(request.most_deals if request.duplicate else 0)
    return [server_commit(deal_id(tournament.pk.bytes, n), deal_seed(tournament, n)).hex() for n in numbers]
