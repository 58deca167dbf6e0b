"""The automatic steps of a tournament: recording results, drawing rounds, and opening matches.

The timer of the tournament runs the steps, and each event of the log sets the timer. Each step is one transaction and
depends only on stored data. A lost step is therefore repeated, and no step runs twice.
"""

from __future__ import annotations

from itertools import groupby
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from events.base.clock import now_ms
from events.base.exceptions import Problem
from events.base.publishing import publish
from events.log import log
from events.log.models import ENDED, Match
from events.matches.lobby.services import MatchRequest, SeatRequest, match_seat
from events.tournaments.absence import forfeits
from events.tournaments.errors import TooFewEntries
from events.tournaments.lifecycle import UNFINISHED, append, cancel, deal_seed, finish, release, start, withdraw
from events.tournaments.models import Entry, EntryMember, Tournament, TournamentMatch
from events.tournaments.notifications import round_notify
from events.tournaments.organisers import organiser_inherit
from events.tournaments.pairing import draw, seating
from events.tournaments.schedule import check_in_open, follower_open, round_end
from events.tournaments.scoring import is_complete, places_due, table_of
from events.tournaments.selectors import state_of
from events.tournaments.state import TournamentState

STEPS_AT_ONCE = 8  # the steps of one tournament in one call, so that match clocks do not wait


def tournament_advance(tournament_id: UUID) -> int | None:
    """Runs the next steps of a tournament. Returns the time when the next step is due."""
    for _ in range(STEPS_AT_ONCE):
        if not _step_of(tournament_id):
            break
    else:
        return now_ms()
    unfinished = Tournament.objects.filter(pk=tournament_id, status__in=UNFINISHED)
    times = unfinished.values_list("status", "starts_ms", "wakes_ms").first() or ("", None, None)
    waiting = [times[2], times[1] if times[0] == Tournament.Status.OPEN else None]
    return min((at_ms for at_ms in waiting if at_ms is not None), default=None)


def _step_of(tournament_id: UUID) -> bool:
    """Runs one step. Returns False if no step is due, or if another process holds the tournament's lock."""
    with transaction.atomic():
        free = Tournament.objects.select_for_update(no_key=True, skip_locked=True)
        tournament = free.filter(pk=tournament_id, status__in=("open", "running")).first()
        if tournament is None:
            return False
        return _open_step(tournament) if tournament.status == Tournament.Status.OPEN else _running_step(tournament)


def _open_step(tournament: Tournament) -> bool:
    """Starts a tournament at its time. Cancels it if it has too few entries, or no organiser any more."""
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
        follower_open(tournament, state_of(tournament))
        cancel(tournament, by="clock")
    return True


def _running_step(tournament: Tournament) -> bool:
    state = state_of(tournament)
    if follower_open(tournament, state) or round_end(tournament, state):
        return True
    if _record(tournament, state) or _open_next(tournament, state):
        return True
    if not state.rounds or is_complete(state):
        _draw_or_finish(tournament)
        return True
    return False


def _record(tournament: Tournament, state: TournamentState) -> bool:
    """Records the results of one match that is over, or of one shared deal whose matches are all over."""
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
    for row in rows:
        match = row.match
        by_rules = {"forfeits": _forfeits(match)} if tournament.settings.get("rules", 1) > 1 else {}
        append(
            tournament,
            "match.recorded",
            by="setup",
            match=str(match.pk),
            status=match.status,
            standings=match.standings,
            scores=match.scores,
            size=match.head_seq + 1,
            hash=bytes(match.head_hash).hex(),
            **by_rules,
        )
        TournamentMatch.objects.filter(pk=row.pk).update(recorded=True)
        publish(match.pk)


def _forfeits(match: Match) -> list[int]:
    return forfeits(event.core for event in log.read_in_pages(match.pk, match.head_seq))


def _open_next(tournament: Tournament, state: TournamentState) -> bool:
    """Opens the next match of the last round that has not been opened."""
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
    seats = [
        SeatRequest("bot", stored[entry].policy) if stored[entry].policy else SeatRequest("player") for entry in entries
    ]
    chosen, shared = tournament.settings, tournament.settings["duplicate"]
    request = MatchRequest(
        tournament.game,
        chosen["options"],
        seats,
        clock=chosen["clock"],
        tournament=tournament.pk,
        club=tournament.club,
        rated=chosen["rated"] and all(seat.kind == "player" for seat in seats),
        visibility=Match.Visibility.PRIVATE if shared else tournament.visibility,
        is_blinded=shared,
        fairness="deal" if shared else "nonces",
        deal=state.deal_of(round, deal) if shared else None,
        server_seed=deal_seed(tournament, state.deal_number(round, deal)) if shared else None,
    )
    match = match_seat(request=request, holders=holders)
    TournamentMatch.objects.create(tournament=tournament, match=match, round=round, table=table, deal=deal)
    append(
        tournament,
        "match.opened",
        by="setup",
        match=str(match.pk),
        round=round,
        table=table,
        deal=deal,
        entries=list(entries),
    )


def _draw_or_finish(tournament: Tournament) -> None:
    """Draws the next round. Ends the tournament after the last round, or when too few entries for a table remain."""
    closed = Q(player__is_active=False) | Q(members__joined=True, members__player__is_active=False)
    for entry in Entry.objects.filter(closed, tournament=tournament, withdrawn=False).distinct():
        withdraw(tournament, entry, by="setup")
    state = state_of(tournament)
    if len(state.rounds) < state.last_round and len(state.present) >= state.seats:
        drawn = draw(state)
        append(
            tournament,
            "round.drawn",
            by="setup",
            round=len(state.rounds) + 1,
            tables=[list(table) for table in drawn.tables],
            byes=list(drawn.byes),
        )
        minutes = state.settings.get("round_minutes")
        wakes_ms = None if minutes is None else tournament.last_at_ms + 60_000 * minutes
        Tournament.objects.filter(pk=tournament.pk).update(round=len(state.rounds) + 1, wakes_ms=wakes_ms)
        round_notify(tournament, len(state.rounds) + 1, drawn)
    else:
        finish(tournament, [[line.place, line.entry, line.points, *line.tie_breaks] for line in table_of(state)])
