"""Writing rows: an act's effects with its secrets, the start of a match, its end."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from events import log
from events.log import Row
from events.match_seeds import match_seed_of, salt_key_of, server_seed_of
from events.models import Match, SealedAnswer
from events.selectors import states
from events.selectors.states import Position, game_of, options_of
from events.services.global_log import KINDS, global_log_record
from events.services.notices import match_over_notify, match_started_notify, turns_notify
from events.services.pending import rewrite_pending
from events.signals import advanced
from games.kernel.game import Outcome
from games.kernel.record import Record, Secret, record
from games.kernel.rng import Rng
from games.kernel.state import plain


def rng_of(match: Match) -> Rng:
    """The chance of a match."""
    return Rng(match_seed_of(match))


def write(match: Match, type: str, *, by: str, seat: int | None = None, prompt: int | None = None,
          record: Record = log.EMPTY, **public: Any) -> Row:  # fmt: skip
    """Writes a row that leaves the table as it is."""
    salts = salt_key_of(match)
    row = log.append(match, type, by=by, seat=seat, prompt=prompt, salts=salts, record=record, **public)
    if type in KINDS:

        def committed() -> None:  # a name of its own, for Django tells it of one that fails
            global_log_record(match.id, KINDS[type], row.hash)

        transaction.on_commit(committed, robust=True)
    if type == "match.started":
        match_started_notify(match, row.seq)
    return row


def write_act(
    match: Match, position: Position, type: str, outcome: Outcome, *, by: str, **public: Any
) -> tuple[Row, Position]:
    """Writes what an act did, and, if that ended the match, its end; gives the act's row and the new position."""
    game = game_of(match)
    parts = record(outcome, match.size, game.sights)
    row = write(match, type, by=by, seat=outcome.seat, prompt=outcome.prompt, record=parts, **public)
    before, position = position, states.advanced(match, position, row, outcome.effects)
    closed = [p.id for p in before.state.prompts.values() if game.is_sealed(p) and p.id not in position.state.prompts]
    if closed:
        SealedAnswer.objects.filter(match=match, prompt__in=closed).delete()
    if position.state.is_over:
        position = _finish(match, position)
    rewrite_pending(match, position)
    turns_notify(match, before, position)
    announce(match, position)
    return row, position


def deal(match: Match) -> None:
    """Deals: the first act of a match."""
    match.status = Match.Status.RUNNING
    Match.objects.filter(pk=match.pk).update(status=match.status)
    outcome = game_of(match).start(match.size, options_of(match), rng_of(match))
    write_act(match, states.opening(match), "match.started", outcome, by="setup")


def announce(match: Match, position: Position | None = None) -> None:
    """Once this transaction is committed, keeps the new head and tells whoever listens."""
    match_id, seq = match.id, match.head_seq

    def committed() -> None:
        if position is not None:
            states.keep(match_id, position)
        advanced.send_robust(sender=Match, match_id=match_id, seq=seq)

    transaction.on_commit(committed, robust=True)


def _finish(match: Match, position: Position) -> Position:
    """Writes the end by the rules and opens the seed to those who may see it."""
    state = position.state
    match.standings, match.scores = plain(state.standings), plain(state.scores)
    write(match, "match.over", by="setup", standings=match.standings, scores=match.scores)
    opened = open_seed(match)
    close(match, Match.Status.FINISHED)
    return position._replace(seq=opened.seq, hash=opened.hash)


def close(match: Match, status: str) -> None:
    """Marks a match as ended, in whatever way."""
    match.status = status
    Match.objects.filter(pk=match.pk).update(status=status, standings=match.standings, scores=match.scores)
    match_over_notify(match)


def open_seed(match: Match) -> Row:
    """Opens the server's seed and the key of the salts: to all, or only to the seats, or to the auditor."""
    seed = match_seed_of(match) if match.practice else server_seed_of(match)
    secrets = {"server_seed": seed.hex(), "salt_key": salt_key_of(match).hex()}
    if match.reveal == "all":
        return write(match, "seed.opened", by="setup", **secrets)
    readers = tuple(range(match.size)) if match.reveal == "seats" else ()
    cells = tuple(Secret(name, readers, value) for name, value in secrets.items())
    return write(match, "seed.opened", by="setup", record=Record(None, [], cells))
