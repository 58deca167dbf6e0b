"""Creating a tournament: what may be asked for, and its first event."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import (
    Fault,
    Malformed,
    TooManyTournaments,
)
from events.base.fairness import server_commit
from events.base.player_names import name_key
from events.base.signing import signer
from events.base.suggestions import unknown
from events.base.vault import vault_of
from events.http.problems import Refusals
from events.log.memberships import is_member, visibility_in
from events.log.secrets import TOURNAMENT
from events.models import Match, Player, Tournament
from events.models.player import new_id
from events.people.blocks import blocks
from events.tournaments.course import UNFINISHED, append, deal_seed, fewest
from events.tournaments.pairing import has_fixed_rounds, round_number
from events.tournaments.scoring import COMPARING
from events.tournaments.selectors import EVENING
from events.tournaments.state import RULES, deal_id
from games import registry
from games.kernel.game import Game

MOST_DEALS = 128  # commitments in the first event


class TournamentRequest(NamedTuple):
    """What the organiser chooses, as in `POST /tournaments`. starts_at: milliseconds since 1970.

    weekly_from: the time of the first of several weekly evenings; None: this one is it. league: of which season of a
    league it is which division.
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
        """How many rounds there are at most."""
        return round_number(self.format, self.seats, self.max_players, self.rounds)

    @property
    def most_deals(self) -> int:
        """How many shared deals there are at most."""
        return self.most_rounds * self.deals_per_round * self.team_size


def tournament_create(*, player: Player, request: TournamentRequest) -> Tournament:
    """Opens a tournament; the server commits to its seeds of shared deals before anybody enters.

    Raises Malformed with the pointers of all faults, TooManyTournaments.
    """
    options = checked_options(request)
    invited = [_invitee(player, place, name) for place, name in enumerate(request.invited)]
    visibility = _visibility(player, request, invited)
    with transaction.atomic():
        _require_room(player)
        tournament = tournament_open(player, request, options, visibility)
        tournament.invited.set(invited)
    return tournament


def tournament_open(
    player: Player | None, request: TournamentRequest, options: Mapping[str, Any], visibility: str
) -> Tournament:
    """Writes a tournament whose request and options have been checked. player: who organises it."""
    ident, secret = new_id(), os.urandom(32)
    chosen = {
        "game": request.game, "options": options, "seats": request.seats, "format": request.format,
        "rounds": request.rounds, "deals_per_round": request.deals_per_round, "duplicate": request.duplicate,
        "scoring": request.scoring or "places", "tie_breaks": list(_tie_breaks(request)),
        "max_players": request.max_players, "clock": dict(request.clock), "rated": request.rated,
        "start": request.start, "rules": RULES, "late_entry": request.late_entry,
        "substitutes": request.substitutes, "replays": request.replays,
        "team_size": request.team_size, **evening_settings(request),
        **({"league": dict(request.league)} if request.league else {}),
    }  # fmt: skip
    tournament = Tournament.objects.create(
        id=ident, title=request.title, game=request.game, format=request.format, visibility=visibility,
        club=request.club, organiser=player, settings=chosen, starts_ms=request.starts_at, created_ms=now_ms(),
        wakes_ms=wakes_ms(request),
        sealed=vault_of(settings.COMPTOIR_SECRET_KEY).seal(ident.bytes, TOURNAMENT, secret),
    )  # fmt: skip
    append(
        tournament, "tournament.created", by="organiser", **chosen, starts_ms=request.starts_at,
        deal_commits=deal_commits(tournament, request), key_id=signer().key_id,
    )  # fmt: skip
    return tournament


def evening_settings(request: TournamentRequest) -> dict[str, Any]:
    """What a request says of an evening at a fixed hour."""
    chosen = {name: getattr(request, name) for name in EVENING}
    first = request.weekly_from or request.starts_at
    return {**chosen, **({"weekly_from": first} if request.weekly_in else {})}


def wakes_ms(request: TournamentRequest) -> int | None:
    """When the check-in of a new tournament opens."""
    if request.check_in is None or request.starts_at is None:
        return None
    return request.starts_at - 60_000 * request.check_in


def checked_options(request: TournamentRequest) -> Mapping[str, Any]:
    """The options of the game, with their defaults. Raises Malformed with the pointers of all faults of a request."""
    game, refusals = _game(request), Refusals()
    with refusals:
        if faults := list(_faults(request, game)):
            raise Malformed(*faults)
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
        facts = {"low": max(2, game.seats.start), "high": game.seats.stop - 1}
        raise Malformed(Fault("/seats", "not_between", facts=facts))
    return game


def _faults(request: TournamentRequest, game: Game) -> Iterator[Fault]:
    if request.format == "knock_out" and request.seats != 2:
        yield Fault("/format", "not_an_option")
    elif has_fixed_rounds(request.format, request.seats) and request.rounds is not None:
        yield Fault("/rounds", "not_an_option")
    elif not has_fixed_rounds(request.format, request.seats) and request.rounds is None:
        yield Fault("/rounds", "required")
    elif request.duplicate and request.most_deals > MOST_DEALS:
        yield Fault("/deals_per_round", "out_of_range")
    if request.late_entry is not None and request.format != "swiss":
        yield Fault("/late_entry", "not_an_option")
    elif request.late_entry is not None and request.late_entry > (request.rounds or 0):
        yield Fault("/late_entry", "out_of_range")
    if request.team_size > 1:
        yield from _faults_of_teams(request)
    if request.starts_at is None and (request.check_in is not None or request.weekly_in is not None):
        yield Fault("/starts_at", "required")
    if request.weekly_in is not None and request.weekly_in not in available_timezones():
        yield Fault("/weekly_in", "not_an_option")
    if request.check_in is not None and request.start == "when_full":
        yield Fault("/start", "not_an_option")
    if request.replays and (request.format != "knock_out" or request.duplicate):
        yield Fault("/replays", "not_an_option")
    if request.max_players < fewest(request.seats, request.duplicate):
        yield Fault("/max_players", "out_of_range")
    if not request.duplicate and request.scoring not in (None, "places"):
        yield Fault("/scoring", "not_an_option")
    for place, name in enumerate(request.tie_breaks or ()):
        if name in COMPARING and not request.duplicate:
            yield Fault(f"/tie_breaks/{place}", "not_an_option")
    if request.rated and request.club is None and request.visibility not in (None, Match.Visibility.PUBLIC):
        yield Fault("/rated", "not_an_option")


def _visibility(player: Player, request: TournamentRequest, invited: Sequence[Player]) -> str:
    """Who can find the tournament. Raises Malformed unless the club lets the player organise one so."""
    if request.club is None:
        return request.visibility or Match.Visibility.PUBLIC
    visibility = visibility_in(request.club, player, request.visibility)
    outside = [at for at, one in enumerate(invited) if not is_member(request.club, one)]
    if visibility == Match.Visibility.PRIVATE and outside:
        raise Malformed(*(Fault(f"/invited/{at}", "not_an_option") for at in outside))
    return visibility


def _faults_of_teams(request: TournamentRequest) -> Iterator[Fault]:
    if request.seats != 2:
        yield Fault("/seats", "not_an_option")
    if request.deals_per_round != 1:
        yield Fault("/deals_per_round", "not_an_option")
    if request.substitutes:
        yield Fault("/substitutes", "not_an_option")
    if request.late_entry is not None:
        yield Fault("/late_entry", "not_an_option")


def _invitee(player: Player, place: int, name: str) -> Player:
    invitee = Player.objects.filter(name_key=name_key(name), is_active=True).first()
    if invitee is None or blocks(invitee.pk, player.pk):
        raise Malformed(Fault(f"/invited/{place}", "not_an_option"))
    return invitee


def _require_room(player: Player) -> None:
    limit = settings.COMPTOIR_TOURNAMENTS_PER_PLAYER
    if not limit or player.is_staff:
        return
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    unfinished = Tournament.objects.filter(organiser=player, status__in=UNFINISHED, division__isnull=True)
    if unfinished.count() >= limit:
        raise TooManyTournaments(facts={"limit": limit})


def deal_commits(tournament: Tournament, request: TournamentRequest) -> list[str]:
    """The server's commitments to its seeds of all shared deals that there may be."""
    numbers = range(request.most_deals if request.duplicate else 0)
    return [server_commit(deal_id(tournament.pk.bytes, n), deal_seed(tournament, n)).hex() for n in numbers]
