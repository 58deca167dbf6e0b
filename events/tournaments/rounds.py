"""The course of tournaments, step by step, each in a transaction of its own: matches are recorded, rounds are drawn,
and their matches are opened.

The sweeper takes the steps. A step rests on what is stored alone, so one that is lost is taken in the next round of the
sweeper, and none is taken twice.
"""

from __future__ import annotations

from itertools import groupby
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Q

from events.base.alarms import OUTAGES, error_alarm
from events.base.clock import now_ms
from events.base.exceptions import Problem, TooFewEntries
from events.base.nodes import parts
from events.base.publishing import publish
from events.log import log
from events.log.access import ENDED
from events.matches.lobby.services import MatchRequest, SeatRequest, match_seat
from events.models import Entry, EntryMember, Match, Tournament, TournamentMatch
from events.tournaments.absence import forfeits
from events.tournaments.course import append, cancel, deal_seed, finish, release, start, withdraw
from events.tournaments.evenings import check_in_open, evening_follow, round_end
from events.tournaments.organisers import organiser_inherit
from events.tournaments.pairing import draw, seating
from events.tournaments.scoring import is_complete, places_due, table_of
from events.tournaments.selectors import state_of
from events.tournaments.state import TournamentState
from events.tournaments.telling import round_tell

STEPS_AT_ONCE = 8  # of one tournament in one round of the sweeper: clocks must not wait

logger = structlog.get_logger()


def tournaments_advance() -> int:
    """Takes the next steps of all tournaments; returns how many. A defect in one of them must not stop the others."""
    return sum(_advanced(tournament) for tournament in [*_starting(), *_moving()])


def _starting() -> list[UUID]:
    """Open tournaments whose time or check-in has come, or whose organiser has closed the account."""
    is_due = Q(starts_ms__lte=now_ms()) | Q(wakes_ms__lte=now_ms()) | Q(organiser__is_active=False)
    due = Tournament.objects.filter(is_due, status="open")
    return list(due.order_by("pk").values_list("pk", flat=True))


def _moving() -> list[UUID]:
    """Running tournaments with something to do."""
    running = Tournament.objects.filter(status="running").order_by("pk")
    waiting = TournamentMatch.objects.filter(tournament__status="running", recorded=False)
    rows = list(waiting.values_list("tournament", "round", "deal", "match"))
    over = Match.objects.filter(pk__in=[row[3] for row in rows], status__in=ENDED)
    ended = dict(parts.listed(over.values_list("pk", "is_blinded"), "match uuid, is_blinded boolean"))
    played = {tuple(sharing) for *sharing, match in rows if match not in ended}
    due = {
        sharing[0] for *sharing, match in rows
        if match in ended and (not ended[match] or tuple(sharing) not in played)
    }  # fmt: skip
    late = set(running.filter(wakes_ms__lte=now_ms()).values_list("pk", flat=True))
    return [pk for pk, is_moving in running.values_list("pk", "is_moving") if is_moving or pk in due | late]


def _advanced(tournament_id: UUID) -> int:
    steps = 0
    try:
        while steps < STEPS_AT_ONCE and _step_of(tournament_id):
            steps += 1
    except OUTAGES as error:
        logger.info("tournament_skipped", tournament=str(tournament_id), error=type(error).__name__)
    except Exception as error:
        logger.exception("tournament_stuck", tournament=str(tournament_id))
        error_alarm("sweep_failed", error, f"tournament {tournament_id}")
    return steps


def _step_of(tournament_id: UUID) -> bool:
    """Takes one step; False if there is none, or somebody else takes it."""
    with transaction.atomic():
        free = Tournament.objects.select_for_update(no_key=True, skip_locked=True)
        tournament = free.filter(pk=tournament_id, status__in=("open", "running")).first()
        if tournament is None:
            return False
        return _open_step(tournament) if tournament.status == Tournament.Status.OPEN else _running_step(tournament)


def _open_step(tournament: Tournament) -> bool:
    """Starts a tournament at its time, or cancels it if too few have entered, or nobody is left who organises it."""
    try:
        if tournament.organiser is None or not tournament.organiser.is_active:
            if organiser_inherit(tournament):
                return True
            raise TooFewEntries()
        if check_in_open(tournament):
            return True
        if tournament.starts_ms is None or tournament.starts_ms > now_ms():
            return False
        start(tournament, by="clock")
    except Problem:
        evening_follow(tournament, state_of(tournament))
        cancel(tournament, by="clock")
    return True


def _running_step(tournament: Tournament) -> bool:
    state = state_of(tournament)
    if evening_follow(tournament, state) or round_end(tournament, state):
        return True
    if _record(tournament, state) or _open_next(tournament, state):
        return True
    if not state.rounds or is_complete(state):
        _draw_or_finish(tournament)
        return True
    Tournament.objects.filter(pk=tournament.pk).update(is_moving=False)
    return False


def _record(tournament: Tournament, state: TournamentState) -> bool:
    """Records the results that count now: of a match that is over, or of a shared deal all of whose matches are."""
    waiting = TournamentMatch.objects.filter(tournament=tournament, recorded=False).select_related("match")
    rows = list(waiting.order_by("round", "deal", "table"))
    if not state.settings["duplicate"]:
        over = [row for row in rows if row.match.status in ENDED][:1]
        if over:
            _write_results(tournament, over)
        return bool(over)
    for (round, deal), sharing in groupby(rows, key=lambda row: (row.round, row.deal)):
        group = list(sharing)
        is_whole = round in state.timed_out or len(group) == len(state.rounds[round - 1].tables)
        if is_whole and all(row.match.status in ENDED for row in group):
            _write_results(tournament, group)
            seed = deal_seed(tournament, state.deal_number(round, deal)).hex()
            append(tournament, "deal.opened", by="setup", round=round, deal=deal, server_seed=seed)
            release(tournament, [row.match_id for row in group])
            return True
    return False


def _write_results(tournament: Tournament, rows: list[TournamentMatch]) -> None:
    """Writes results, of which the next step may be due: no match that has ended will tell the sweeper of it."""
    Tournament.objects.filter(pk=tournament.pk).update(is_moving=True)
    for row in rows:
        match = row.match
        by_rules = {"forfeits": _forfeits(match)} if tournament.settings.get("rules", 1) > 1 else {}
        append(
            tournament, "match.recorded", by="setup", match=str(match.pk), status=match.status,
            standings=match.standings, scores=match.scores, size=match.head_seq + 1, hash=bytes(match.head_hash).hex(),
            **by_rules,
        )  # fmt: skip
        TournamentMatch.objects.filter(pk=row.pk).update(recorded=True)
        publish(match.pk)


def _forfeits(match: Match) -> list[int]:
    return forfeits(event.core for event in log.read_in_pages(match.pk, match.head_seq))


def _open_next(tournament: Tournament, state: TournamentState) -> bool:
    """Opens the next match of the last round that is not open yet."""
    for place in places_due(state):
        _open(tournament, state, *place)
        return True
    return False


def _open(tournament: Tournament, state: TournamentState, round: int, table: int, deal: int) -> None:
    entries = seating(state, state.rounds[round - 1].tables[table - 1], deal)
    stored = {entry.number: entry for entry in tournament.entries.select_related("player")}
    members = EntryMember.objects.filter(entry__tournament=tournament, board=state.board(deal), joined=True)
    at_board = {member.entry.number: member.player for member in members.select_related("player", "entry")}
    holders = [at_board.get(entry, stored[entry].player) for entry in entries]
    seats = [SeatRequest("bot", stored[entry].policy) if stored[entry].policy else SeatRequest("player")
             for entry in entries]  # fmt: skip
    chosen, shared = tournament.settings, tournament.settings["duplicate"]
    request = MatchRequest(
        tournament.game, chosen["options"], seats, clock=chosen["clock"], tournament=tournament.pk,
        club=tournament.club, rated=chosen["rated"] and all(seat.kind == "player" for seat in seats),
        visibility=Match.Visibility.PRIVATE if shared else tournament.visibility, is_blinded=shared,
        fairness="deal" if shared else "nonces", deal=state.deal_of(round, deal) if shared else None,
        server_seed=deal_seed(tournament, state.deal_number(round, deal)) if shared else None,
    )  # fmt: skip
    match = match_seat(request=request, holders=holders)
    TournamentMatch.objects.create(tournament=tournament, match=match, round=round, table=table, deal=deal)
    append(
        tournament, "match.opened", by="setup", match=str(match.pk), round=round, table=table, deal=deal,
        entries=list(entries),
    )  # fmt: skip


def _draw_or_finish(tournament: Tournament) -> None:
    """Draws the next round, or ends the tournament: after the last round, or when nobody is left to play."""
    closed = Q(player__is_active=False) | Q(members__joined=True, members__player__is_active=False)
    for entry in Entry.objects.filter(closed, tournament=tournament, withdrawn=False).distinct():
        withdraw(tournament, entry, by="setup")
    state = state_of(tournament)
    if len(state.rounds) < state.last_round and len(state.present) >= state.seats:
        drawn = draw(state)
        append(
            tournament, "round.drawn", by="setup", round=len(state.rounds) + 1,
            tables=[list(table) for table in drawn.tables], byes=list(drawn.byes),
        )  # fmt: skip
        minutes = state.settings.get("round_minutes")
        wakes_ms = None if minutes is None else tournament.last_at_ms + 60_000 * minutes
        Tournament.objects.filter(pk=tournament.pk).update(
            round=len(state.rounds) + 1, is_moving=True, wakes_ms=wakes_ms
        )
        round_tell(tournament, len(state.rounds) + 1, drawn)
    else:
        finish(tournament, [[line.place, line.entry, line.points, *line.tie_breaks] for line in table_of(state)])
