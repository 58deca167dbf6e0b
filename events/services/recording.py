"""Writes events: the outcome of a move with its hidden parts, the start of a match, and its end."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from events import log
from events.log import StoredEvent
from events.match_seeds import match_seed_of, salt_key_of, server_seed_of
from events.models import Match, SealedAnswer
from events.selectors import states
from events.selectors.states import MatchState, game_of, options_of
from events.services.global_log import KINDS, global_log_record
from events.services.notices import match_over_notify, match_started_notify, turns_notify
from events.services.pending import rewrite_pending
from events.signals import advanced
from games.kernel.game import Outcome
from games.kernel.record import HiddenPart, Record, record
from games.kernel.rng import Rng
from games.kernel.state import plain


def rng_of(match: Match) -> Rng:
    """The random draws of a match."""
    return Rng(match_seed_of(match))


def write(match: Match, type: str, *, by: str, seat: int | None = None, prompt: int | None = None,
          record: Record = log.EMPTY, **public: Any) -> StoredEvent:  # fmt: skip
    """Writes one event, and after the commit its leaf of the global log, if its type has one."""
    salts = salt_key_of(match)
    event = log.append(match, type, by=by, seat=seat, prompt=prompt, salts=salts, record=record, **public)
    if type in KINDS:

        def committed() -> None:  # a function with a name, which Django logs if it fails
            global_log_record(match.id, KINDS[type], event.hash)

        transaction.on_commit(committed, robust=True)
    if type == "match.started":
        match_started_notify(match, event.seq)
    return event


def write_outcome(
    match: Match, match_state: MatchState, type: str, outcome: Outcome, *, by: str, **public: Any
) -> tuple[StoredEvent, MatchState]:
    """Writes an outcome, and the end of the match if it ends there; returns the outcome's event and the new state."""
    game = game_of(match)
    parts = record(outcome, match.size, game.sights)
    event = write(match, type, by=by, seat=outcome.seat, prompt=outcome.prompt, record=parts, **public)
    before, match_state = match_state, states.advanced(match_state, event, outcome.effects)
    closed = [
        p.id for p in before.state.prompts.values() if game.is_sealed(p) and p.id not in match_state.state.prompts
    ]
    if closed:
        SealedAnswer.objects.filter(match=match, prompt__in=closed).delete()
    if match_state.state.is_over:
        match_state = _finish(match, match_state)
    rewrite_pending(match, match_state)
    turns_notify(match, before, match_state)
    announce(match, match_state)
    return event, match_state


def deal(match: Match) -> None:
    """Starts a match: deals the cards, as its first outcome."""
    match.status = Match.Status.RUNNING
    Match.objects.filter(pk=match.pk).update(status=match.status)
    outcome = game_of(match).start(match.size, options_of(match), rng_of(match))
    write_outcome(match, states.opening(match), "match.started", outcome, by="setup")


def announce(match: Match, match_state: MatchState | None = None) -> None:
    """After the commit, caches the new state and sends the signal `advanced`."""
    match_id, seq = match.id, match.head_seq

    def committed() -> None:
        if match_state is not None:
            states.keep(match_id, match_state)
        advanced.send_robust(sender=Match, match_id=match_id, seq=seq)

    transaction.on_commit(committed, robust=True)


def _finish(match: Match, match_state: MatchState) -> MatchState:
    """Ends a match by its rules, and reveals the seed."""
    state = match_state.state
    match.standings, match.scores = plain(state.standings), plain(state.scores)
    write(match, "match.over", by="setup", standings=match.standings, scores=match.scores)
    last = open_seed(match)
    close(match, Match.Status.FINISHED)
    return match_state._replace(seq=last.seq, hash=last.hash)


def close(match: Match, status: str) -> None:
    """Sets the final status of a match, with its result."""
    match.status = status
    Match.objects.filter(pk=match.pk).update(status=status, standings=match.standings, scores=match.scores)
    match_over_notify(match)


def open_seed(match: Match) -> StoredEvent:
    """Reveals the server's seed and the key of the salts: to all, or only to the seats, or to the auditor."""
    seed = match_seed_of(match) if match.practice else server_seed_of(match)
    secrets = {"server_seed": seed.hex(), "salt_key": salt_key_of(match).hex()}
    if match.reveal == "all":
        return write(match, "seed.opened", by="setup", **secrets)
    readers = tuple(range(match.size)) if match.reveal == "seats" else ()
    cells = tuple(HiddenPart(name, readers, value) for name, value in secrets.items())
    return write(match, "seed.opened", by="setup", record=Record(None, [], cells))
