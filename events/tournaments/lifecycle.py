"""The lifecycle of a tournament, from its start to its end. Every act is an event of its append-only log."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from events.base.canonical_json import canonical_json
from events.base.clock import now_ms
from events.base.encryption import cipher_of
from events.base.exceptions import Forbidden, NotFound
from events.base.fairness import event_hash, genesis, tag
from events.base.signals import tournament_ended
from events.log.locking import lock_match
from events.log.memberships import leads
from events.log.models import ENDED, Match
from events.log.secrets import TOURNAMENT
from events.matches.lobby.services import abort
from events.matches.record.recording import announce
from events.projections.registry import ENDS, projection_timers
from events.timers.services import set_match_timers, set_timer
from events.tournaments.errors import TooFewEntries, TournamentNotOpen, TournamentOver
from events.tournaments.models import Entry, Organised, Tournament, TournamentEvent, TournamentMatch
from events.tournaments.notifications import news_notify, organisers_of
from events.tournaments.pairing import round_number
from events.tournaments.rules import absent_entries
from events.tournaments.selectors import may_organise, state_of
from events.users.models import Player

TIMER = "tournament"  # the kind of timer
UNFINISHED = (Tournament.Status.OPEN, Tournament.Status.RUNNING)


def append(tournament: Tournament, type: str, *, by: str, **members: Any) -> None:
    """Writes the next event. The caller holds the tournament's lock (`lock`), or has just created the tournament."""
    seq, at_ms = tournament.head_seq + 1, max(now_ms(), tournament.last_at_ms)
    core = canonical_json({"seq": seq, "type": type, "at_ms": at_ms, "by": by, **members})
    before = bytes(tournament.head_hash) if seq else genesis(tournament.pk.bytes)
    hash = event_hash(before, core)
    TournamentEvent.objects.create(tournament=tournament, seq=seq, type=type, at_ms=at_ms, core=core, hash=hash)
    tournament.head_seq, tournament.head_hash, tournament.last_at_ms = seq, hash, at_ms
    tournament.save(update_fields=["head_seq", "head_hash", "last_at_ms"])
    set_timer(TIMER, tournament.pk, now_ms())


def lock(tournament_id: UUID) -> Tournament:
    """Locks a tournament until the transaction ends, and returns it. Raises NotFound.

    This lock is acquired before the locks of the tournament's matches.
    """
    tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound()
    return tournament


def require_organiser(tournament: Organised, player: Player, *, alone: bool = False) -> None:
    """Raises Forbidden unless a player may organise the tournament. alone: refuses co-organisers."""
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


def deal_seed(tournament: Tournament, number: int) -> bytes:
    """Returns the server's seed of a shared deal, by its number in the tournament."""
    cipher = cipher_of(settings.COMPTOIR_SECRET_KEY)
    secret = cipher.decrypt(tournament.pk.bytes, TOURNAMENT, bytes(tournament.sealed))
    return hmac.digest(secret, tag("tt1/deal-seed") + number.to_bytes(4, "big"), "sha256")


def fewest_entries(seats: int, duplicate: bool) -> int:
    """Returns the smallest number of entries: enough for one table, or for two tables if tables are compared."""
    return 2 * seats if duplicate else seats


def start_if_full(tournament: Tournament) -> None:
    """Starts an open `when_full` tournament that is full. The caller holds the tournament's lock."""
    if tournament.status != Tournament.Status.OPEN or tournament.settings["start"] != "when_full":
        return
    if len(state_of(tournament).present) == tournament.settings["max_players"]:
        start(tournament, by="setup")


def tournament_start(*, tournament_id: UUID, player: Player) -> Tournament:
    """Closes the registration at the organiser's request. A timer then draws the first round. Raises TooFewEntries."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player)
        require_open(tournament)
        start(tournament, by="organiser")
    return tournament


def start(tournament: Tournament, *, by: str) -> None:
    """Closes the registration. The caller holds the tournament's lock. Raises TooFewEntries."""
    chosen, state = tournament.settings, state_of(tournament)
    entries = [entry for entry in state.present if entry not in absent_entries(state)]
    limit = fewest_entries(chosen["seats"], chosen["duplicate"])
    if len(entries) < limit:
        raise TooFewEntries(params={"limit": limit})
    for entry in Entry.objects.filter(tournament=tournament, withdrawn=False).exclude(number__in=entries):
        withdraw(tournament, entry, by="setup")  # an incomplete team, or a player who has not checked in
    rounds = round_number(chosen["format"], chosen["seats"], len(entries), chosen["rounds"])
    append(tournament, "tournament.started", by=by, entries=entries, rounds=rounds)
    _set_status(tournament, Tournament.Status.RUNNING)


def withdraw(tournament: Tournament, entry: Entry, *, by: str) -> None:
    """Withdraws an entry. The caller holds the tournament's lock."""
    Entry.objects.filter(pk=entry.pk).update(withdrawn=True)
    append(tournament, "entry.withdrawn", by=by, entry=entry.number)


def tournament_cancel(*, tournament_id: UUID, player: Player) -> Tournament:
    """Ends a tournament without a result at the organiser's or an operator's request, and aborts its matches."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player, alone=True)
        if tournament.status not in UNFINISHED:
            raise TournamentOver()
        cancel(tournament, by="organiser" if tournament.organiser_id == player.pk else "operator", informed=player.pk)
    return tournament


def cancel(tournament: Tournament, *, by: str, informed: UUID | None = None) -> None:
    """Ends a tournament without a result; `informed` is not notified. The caller holds the tournament's lock."""
    append(tournament, "tournament.cancelled", by=by)
    _set_status(tournament, Tournament.Status.CANCELLED)
    matches_end(tournament)
    news_notify(tournament, "cancelled", beside=organisers_of(tournament), excluded=[informed])
    release(tournament, Match.objects.filter(tournament=tournament.pk).values_list("pk", flat=True))


def matches_end(tournament: Tournament) -> list[UUID]:
    """Aborts the running matches of a tournament and returns their ids. The caller holds the tournament's lock."""
    ended, unfinished = [], TournamentMatch.objects.filter(tournament=tournament, recorded=False)
    for match_id in unfinished.order_by("match").values_list("match_id", flat=True):
        match = lock_match(match_id)
        if match.status not in ENDED:
            abort(match, "setup")
            announce(match)
            ended.append(match_id)
    return ended


def release(tournament: Tournament, matches: Iterable[UUID]) -> None:
    """Gives blinded matches the visibility of the tournament. All of these matches are over."""
    for match in Match.objects.filter(pk__in=matches, is_blinded=True).order_by("pk"):
        Match.objects.filter(pk=match.pk).update(is_blinded=False, visibility=tournament.visibility)
        set_match_timers(match.pk, projection_timers(match, ENDS))


def finish(tournament: Tournament, table: list[Any]) -> None:
    """Ends a tournament with its final table. The caller holds the tournament's lock."""
    append(tournament, "tournament.finished", by="setup", table=table)
    _set_status(tournament, Tournament.Status.FINISHED)


def _set_status(tournament: Tournament, status: str) -> None:
    tournament.status, tournament.wakes_ms = status, None
    tournament.save(update_fields=["status", "wakes_ms"])
    if status not in UNFINISHED:
        tournament_ended.send(sender=Tournament, tournament=tournament.pk)
