"""Organising a tournament, entering it and leaving it. Every act is an event of its append-only log."""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction

from events.base.canon import canon
from events.base.clock import now_ms
from events.base.exceptions import (
    AlreadyEntered,
    Fault,
    Forbidden,
    Malformed,
    NotFound,
    NotToBeTaken,
    TooFewEntries,
    TooManyTournaments,
    TournamentFull,
    TournamentNotOpen,
    TournamentOver,
)
from events.base.fairness import event_hash, genesis, server_commit, tag
from events.base.player_names import name_key
from events.base.policies import policies_of
from events.base.publishing import nudge
from events.base.signing import signer
from events.base.suggestions import unknown
from events.base.vault import vault_of
from events.http.problems import Refusals
from events.log.access import ENDED
from events.log.locking import lock_match
from events.log.memberships import leads, visibility_in
from events.log.secrets import TOURNAMENT
from events.matches.lobby.services import abort
from events.matches.record.recording import announce
from events.models import Entry, FormerEntrant, Match, Player, Tournament, TournamentEvent, TournamentMatch
from events.models.player import new_id
from events.people.blocks import blocks
from events.people.services import clean_name
from events.tournaments.pairing import has_fixed_rounds, round_number
from events.tournaments.rules import may_be_taken, may_enter
from events.tournaments.scoring import COMPARING
from events.tournaments.selectors import entries_held, may_organise, state_of
from events.tournaments.state import RULES, deal_id
from events.tournaments.telling import news_tell, organisers_of
from games import registry
from games.kernel.game import Game

MOST_DEALS = 128  # commitments in the first event
MOST_ENTRIES = 100  # withdrawn ones included, so that nobody can make a log long by entering again and again
UNFINISHED = (Tournament.Status.OPEN, Tournament.Status.RUNNING)


class TournamentRequest(NamedTuple):
    """What the organiser chooses, as in `POST /tournaments`. starts_at: milliseconds since 1970."""

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
    visibility = _visibility(player, request)
    with transaction.atomic():
        _require_room(player)
        ident, secret = new_id(), os.urandom(32)
        chosen = {
            "game": request.game, "options": options, "seats": request.seats, "format": request.format,
            "rounds": request.rounds, "deals_per_round": request.deals_per_round, "duplicate": request.duplicate,
            "scoring": request.scoring or "places", "tie_breaks": list(_tie_breaks(request)),
            "max_players": request.max_players, "clock": dict(request.clock), "rated": request.rated,
            "start": request.start, "rules": RULES, "late_entry": request.late_entry,
            "substitutes": request.substitutes, "replays": request.replays,
            "team_size": request.team_size,
        }  # fmt: skip
        tournament = Tournament.objects.create(
            id=ident, title=request.title, game=request.game, format=request.format, visibility=visibility,
            club=request.club, organiser=player, settings=chosen, starts_ms=request.starts_at, created_ms=now_ms(),
            sealed=vault_of(settings.COMPTOIR_SECRET_KEY).seal(ident.bytes, TOURNAMENT, secret),
        )  # fmt: skip
        tournament.invited.set(invited)
        append(
            tournament, "tournament.created", by="organiser", **chosen, starts_ms=request.starts_at,
            deal_commits=deal_commits(tournament, request), key_id=signer().key_id,
        )  # fmt: skip
    return tournament


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


def _visibility(player: Player, request: TournamentRequest) -> str:
    """Who can find the tournament. Raises Malformed unless the club lets the player organise one so."""
    if request.club is None:
        return request.visibility or Match.Visibility.PUBLIC
    return visibility_in(request.club, player, request.visibility)


def _faults_of_teams(request: TournamentRequest) -> Iterator[Fault]:
    if request.seats != 2:
        yield Fault("/seats", "not_an_option")
    if request.deals_per_round != 1:
        yield Fault("/deals_per_round", "not_an_option")
    if request.substitutes:
        yield Fault("/substitutes", "not_an_option")
    if request.late_entry is not None:
        yield Fault("/late_entry", "not_an_option")


def fewest(seats: int, duplicate: bool) -> int:
    """How many entries a tournament needs: a table, or two if tables are compared."""
    return 2 * seats if duplicate else seats


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
    if Tournament.objects.filter(organiser=player, status__in=UNFINISHED).count() >= limit:
        raise TooManyTournaments(facts={"limit": limit})


def deal_commits(tournament: Tournament, request: TournamentRequest) -> list[str]:
    """The server's commitments to its seeds of all shared deals that there may be."""
    numbers = range(request.most_deals if request.duplicate else 0)
    return [server_commit(deal_id(tournament.pk.bytes, n), deal_seed(tournament, n)).hex() for n in numbers]


def deal_seed(tournament: Tournament, number: int) -> bytes:
    """The server's seed of a shared deal, by its number in the tournament."""
    vault = vault_of(settings.COMPTOIR_SECRET_KEY)
    secret = vault.open(tournament.pk.bytes, TOURNAMENT, bytes(tournament.sealed))
    return hmac.digest(secret, tag("tt1/deal-seed") + number.to_bytes(4, "big"), "sha256")


def append(tournament: Tournament, type: str, *, by: str, **members: Any) -> None:
    """Writes the next event; the caller holds the tournament's lock (`lock`), or has just created it."""
    seq, at_ms = tournament.head_seq + 1, max(now_ms(), tournament.last_at_ms)
    core = canon({"seq": seq, "type": type, "at_ms": at_ms, "by": by, **members})
    before = bytes(tournament.head_hash) if seq else genesis(tournament.pk.bytes)
    hash = event_hash(before, core)
    TournamentEvent.objects.create(tournament=tournament, seq=seq, type=type, at_ms=at_ms, core=core, hash=hash)
    tournament.head_seq, tournament.head_hash, tournament.last_at_ms = seq, hash, at_ms
    tournament.save(update_fields=["head_seq", "head_hash", "last_at_ms"])
    nudge()


def lock(tournament_id: UUID) -> Tournament:
    """Locks a tournament until the transaction ends, and reads it. It is taken before the locks of its matches."""
    tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound()
    return tournament


def require_organiser(tournament: Tournament, player: Player, *, alone: bool = False) -> None:
    """Raises Forbidden unless a player may act for a tournament. alone: what co-organisers may not do."""
    if not may_organise(tournament, player):
        raise Forbidden()
    is_theirs = tournament.organiser_id == player.pk or player.is_staff or leads(tournament.club, player)
    if alone and not is_theirs:
        raise Forbidden()


def require_open(tournament: Tournament) -> None:
    """Raises TournamentNotOpen or TournamentOver once a tournament has begun."""
    if tournament.status not in UNFINISHED:
        raise TournamentOver()
    if tournament.status != Tournament.Status.OPEN:
        raise TournamentNotOpen()


def tournament_enter(
    *, tournament_id: UUID, player: Player, policy: str | None, nonce: bytes | None, team: str | None = None
) -> Entry:
    """Enters a player, or (policy) a bot at the organiser's request. nonce: 32 bytes for the shared deals and the lots.

    team: the name of the team that the player enters, which others join later.

    Starts a full tournament if its organiser chose `when_full`. Raises AlreadyEntered, TournamentFull.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        if tournament.status != Tournament.Status.RUNNING or not may_enter(state_of(tournament)):
            require_open(tournament)
        if policy is None:
            require_welcome(tournament, player)
            team = _team_name(tournament, team)
        else:
            require_organiser(tournament, player)
            if policy not in policies_of(tournament.game):
                raise Malformed(Fault("/policy", "not_an_option"))
        entries, most = Entry.objects.filter(tournament=tournament), tournament.settings["max_players"]
        number, present = entries.count(), entries.filter(withdrawn=False).count()
        if present >= most or number >= MOST_ENTRIES:
            raise TournamentFull()
        holder = player if policy is None else None
        entry = Entry.objects.create(
            tournament=tournament, number=number, player=holder, policy=policy or "", team=team or ""
        )
        source = "server" if nonce is None and policy is None else "player" if policy is None else "bot"
        append(
            tournament, "entry.registered", by="player" if policy is None else "organiser", entry=number,
            kind="player" if policy is None else "bot", policy=policy, nonce=(nonce or os.urandom(32)).hex(),
            source=source,
        )  # fmt: skip
        start_if_full(tournament)
    return entry


def start_if_full(tournament: Tournament) -> None:
    """Starts an open tournament that is full and shall start then; the caller holds its lock."""
    if tournament.status != Tournament.Status.OPEN or tournament.settings["start"] != "when_full":
        return
    if len(state_of(tournament).present) == tournament.settings["max_players"]:
        start(tournament, by="setup")


def _team_name(tournament: Tournament, team: str | None) -> str | None:
    """The name of a team in its normal form; None where entries are no teams. Raises Malformed."""
    has_teams = tournament.settings.get("team_size", 1) > 1
    if has_teams and team is None:
        raise Malformed(Fault("/team", "required"))
    if team is not None and not has_teams:
        raise Malformed(Fault("/team", "not_an_option"))
    return None if team is None else clean_name(team, "/team")


def require_welcome(tournament: Tournament, player: Player) -> None:
    """Raises Forbidden or AlreadyEntered unless a player may take part."""
    if player.is_bot:
        raise Forbidden(text="no_bots")
    if tournament.organiser_id is not None and blocks(tournament.organiser_id, player.pk):
        raise Forbidden()
    if entries_held(player).filter(tournament=tournament).exists():
        raise AlreadyEntered()


def entry_take(*, tournament_id: UUID, player: Player, number: int) -> Entry:
    """Lets a substitute take over an entry whose player has withdrawn, for the rounds to come. It keeps its points.

    Raises NotFound, NotToBeTaken, AlreadyEntered, Forbidden.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        if tournament.status not in UNFINISHED:
            raise TournamentOver()
        entry = Entry.objects.filter(tournament=tournament, number=number).first()
        if entry is None:
            raise NotFound()
        require_welcome(tournament, player)
        state = state_of(tournament)
        if not may_be_taken(state, number):
            raise NotToBeTaken()
        if entry.player_id is not None and entry.player_id != player.pk:
            FormerEntrant.objects.create(entry=entry, player_id=entry.player_id, until_round=len(state.rounds))
            tournament.invited.add(entry.player_id)  # so that they may know of a private one
        entry.player, entry.withdrawn = player, False
        entry.save(update_fields=["player", "withdrawn"])
        append(tournament, "entry.taken", by="player", entry=number, round=len(state.rounds) + 1)
    return entry


def tournament_withdraw(*, tournament_id: UUID, player: Player, number: int) -> None:
    """Withdraws an entry: a player their own, the organiser any. It is not drawn again; its matches go on.

    Withdrawing twice changes nothing.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        entry = Entry.objects.filter(tournament=tournament, number=number).first()
        if entry is None:
            raise NotFound()
        if entry.player_id != player.pk:
            require_organiser(tournament, player)
        if tournament.status not in UNFINISHED:
            raise TournamentOver()
        if not entry.withdrawn:
            withdraw(tournament, entry, by="player" if entry.player_id == player.pk else "organiser")


def withdraw(tournament: Tournament, entry: Entry, *, by: str) -> None:
    """Withdraws an entry; the caller holds the tournament's lock."""
    Entry.objects.filter(pk=entry.pk).update(withdrawn=True)
    append(tournament, "entry.withdrawn", by=by, entry=entry.number)


def tournament_start(*, tournament_id: UUID, player: Player) -> Tournament:
    """Closes the registration at the organiser's request; the sweeper draws the first round. Raises TooFewEntries."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player)
        require_open(tournament)
        start(tournament, by="organiser")
    return tournament


def start(tournament: Tournament, *, by: str) -> None:
    """Closes the registration; the caller holds the tournament's lock. Raises TooFewEntries."""
    chosen, entries = tournament.settings, state_of(tournament).present
    limit = fewest(chosen["seats"], chosen["duplicate"])
    if len(entries) < limit:
        raise TooFewEntries(facts={"limit": limit})
    for entry in Entry.objects.filter(tournament=tournament, withdrawn=False).exclude(number__in=entries):
        withdraw(tournament, entry, by="setup")  # a team that is not whole
    rounds = round_number(chosen["format"], chosen["seats"], len(entries), chosen["rounds"])
    append(tournament, "tournament.started", by=by, entries=entries, rounds=rounds)
    _set_status(tournament, Tournament.Status.RUNNING, is_moving=True)


def tournament_cancel(*, tournament_id: UUID, player: Player) -> Tournament:
    """Ends a tournament without a result at the organiser's or an operator's request, and aborts its matches."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player, alone=True)
        if tournament.status not in UNFINISHED:
            raise TournamentOver()
        cancel(tournament, by="organiser" if tournament.organiser_id == player.pk else "operator", told=player.pk)
    return tournament


def cancel(tournament: Tournament, *, by: str, told: UUID | None = None) -> None:
    """Ends a tournament without a result; the caller holds its lock. told: who knows of it already."""
    append(tournament, "tournament.cancelled", by=by)
    _set_status(tournament, Tournament.Status.CANCELLED)
    unfinished = TournamentMatch.objects.filter(tournament=tournament, recorded=False)
    for match_id in unfinished.order_by("match").values_list("match_id", flat=True):
        match = lock_match(match_id)
        if match.status not in ENDED:
            abort(match, "setup")
            announce(match)
    news_tell(tournament, "cancelled", beside=organisers_of(tournament), deaf=[told])
    release(tournament, Match.objects.filter(tournament=tournament.pk).values_list("pk", flat=True))


def release(tournament: Tournament, matches: Sequence[UUID]) -> None:
    """Lets everybody who may know the tournament see these matches, all of which are over."""
    Match.objects.filter(pk__in=matches, is_blinded=True).update(is_blinded=False, visibility=tournament.visibility)


def finish(tournament: Tournament, table: list[Any]) -> None:
    """Ends a tournament with its table; the caller holds its lock."""
    append(tournament, "tournament.finished", by="setup", table=table)
    _set_status(tournament, Tournament.Status.FINISHED)


def _set_status(tournament: Tournament, status: str, is_moving: bool = False) -> None:
    tournament.status, tournament.is_moving = status, is_moving
    tournament.save(update_fields=["status", "is_moving"])
