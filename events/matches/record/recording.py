"""The writing of events: outcomes of moves with their hidden parts, and the start and end of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import Busy
from events.base.signals import advanced
from events.log import log, states
from events.log.log import StoredEvent, StoredReply
from events.log.match_seeds import match_seed_of, salt_key_of, server_seed_of
from events.log.match_state import folding
from events.log.match_state.folding import MatchState
from events.log.match_state.occupants import Occupant, occupants, stored_occupants
from events.log.match_state.rules import game_of, options_of, position_of
from events.log.models import Match
from events.matches.record.order_timers import orders_schedule
from events.matches.record.pending import BOTS_PAUSE_MS, ReadyTurn, pending_work, ready_turns, timers_of
from events.matches.record.waiting import waiting_beside, waiting_in
from events.notifications.services import over_notices, started_notices, turn_notices
from events.notifications.statements import outbox_timer
from events.projections.registry import projection_timers
from games.kernel.game import Outcome
from games.kernel.position import laid_out
from games.kernel.record import HiddenPart, Record, record
from games.kernel.rng import Rng
from games.kernel.state import plain
from games.kernel.timing.waiting import NOBODY


def rng_of(match: Match) -> Rng:
    """Returns the random number generator of a match."""
    return Rng(match_seed_of(match))


def write(match: Match, type: str, **parts: Any) -> StoredEvent:
    """Writes one event without effects (`log.draft`). The caller holds the match's lock."""
    event = draft_beside(match, type, **parts)
    _store(match, [event])
    return event


def draft_beside(match: Match, type: str, **parts: Any) -> StoredEvent:
    """Drafts one event without effects; advances `match` to the new head."""
    at_ms = log.time_of_next(match)
    waiting = waiting_beside(match, {**parts, "type": type, "actor": parts.get("seat"), "at_ms": at_ms})
    return _draft(match, type, waiting=waiting, at_ms=at_ms, **parts)


def _draft(match: Match, type: str, **parts: Any) -> StoredEvent:
    return log.draft(match, type, salts=salt_key_of(match), **parts)


def _store(match: Match, events: Sequence[StoredEvent], side_effects: Mapping[str, Any] | None = None) -> None:
    if not log.store(match, events, _followed(match, events, side_effects or {})):
        raise Busy()  # another transaction wrote without the match's lock


def _followed(match: Match, events: Sequence[StoredEvent], side_effects: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns the side effects with the timers of the projections that follow these events."""
    timers = projection_timers(match, (event.type for event in events))
    return {**side_effects, "timers": {**side_effects.get("timers", {}), **timers}} if timers else side_effects


class EventDraft(NamedTuple):
    """An outcome that is ready to be stored. event: the event of the outcome; events: this event and any events that
    end the match.

    side_effects: the changes that follow from the events (`events/log/sql/append.sql`).
    """

    match: Match
    event: StoredEvent
    events: tuple[StoredEvent, ...]
    match_state: MatchState
    side_effects: Mapping[str, Any]


def draft_outcome(
    match: Match, before: MatchState, type: str, outcome: Outcome, *, by: str, **public: Any
) -> EventDraft:
    """Drafts an outcome (`draft_events`) with its side effects."""
    events, after = draft_events(match, before, type, outcome, by=by, **public)
    return EventDraft(match, events[0], events, after, side_effects_of(match, before, after, type))


def draft_events(
    match: Match, before: MatchState, type: str, outcome: Outcome, *, by: str, **public: Any
) -> tuple[tuple[StoredEvent, ...], MatchState]:
    """Returns the event of an outcome, any events that end the match, and the state after them.

    Advances `match` to the new head.
    """
    game = game_of(match)
    parts, at_ms = record(outcome, match.size, game.sights), log.time_of_next(match)
    folded = before.folded(outcome.effects, {"type": type, "by": by, "actor": outcome.seat, "at_ms": at_ms})
    event = _draft(
        match,
        type,
        by=by,
        seat=outcome.seat,
        prompt=outcome.prompt,
        record=parts,
        at_ms=at_ms,
        waiting=waiting_in(match, folded),
        **public,
    )
    after = folding.recorded(before, folded, event, outcome.effects)
    events = (event, *(_finish(match, after) if after.state.is_over else ()))
    return events, after._replace(seq=events[-1].seq, hash=events[-1].hash)


def side_effects_of(match: Match, before: MatchState, after: MatchState, type: str) -> dict[str, Any]:
    """Returns the changes that follow from an outcome: pending work, notifications, closed sealed prompts, and the end
    of the match.
    """
    seats, prompts = occupants(match, after), before.state.prompts.values()
    closed = [p.id for p in prompts if game_of(match).is_sealed(p) and p.id not in after.state.prompts]
    started = started_notices(match, seats) if type == "match.started" else []
    notices = [*started, *turn_notices(match, seats, before, after)]
    work = pending_work(match, after)
    timers = timers_of(match, work) | (outbox_timer() if notices else {})
    side_effects = {"pending": work, "pause_until": now_ms() + BOTS_PAUSE_MS, "timers": timers}
    if closed:  # each of these adds a statement, and most moves need neither
        side_effects["closed"] = closed
    if notices:
        side_effects["notices"] = notices
    return side_effects | (_ended(match, seats) if after.state.is_over else {})


def store_draft(
    draft: EventDraft, reply: StoredReply | None = None, *, waits_for_lock: bool = True, lease: UUID | None = None
) -> bool:
    """Stores an outcome with the reply to the request, then announces it. Returns False if `log.store` stored
    nothing.
    """
    side_effects = draft.side_effects if lease is None else {**draft.side_effects, "lease": lease}
    side_effects = _followed(draft.match, draft.events, side_effects)
    if not log.store(draft.match, draft.events, side_effects, reply, waits_for_lock=waits_for_lock):
        return False
    announce(draft.match, draft.match_state, turns=ready_turns(draft.side_effects["pending"]))
    return True


def write_outcome(
    match: Match, before: MatchState, type: str, outcome: Outcome, *, by: str, **public: Any
) -> EventDraft:
    """Writes an outcome. The caller holds the match's lock."""
    draft = draft_outcome(match, before, type, outcome, by=by, **public)
    if not store_draft(draft):
        raise Busy()
    return draft


def deal(match: Match) -> None:
    """Starts a match. Its first outcome deals the cards, or restores the position of a fork."""
    match.status = Match.Status.RUNNING
    Match.objects.filter(pk=match.pk).update(status=match.status)
    game, options, rng = game_of(match), options_of(match), rng_of(match)
    position = position_of(match)
    if position is None:
        outcome = game.start(match.size, options, rng)
    else:
        outcome = laid_out(game, match.size, options, position, rng)
    before = states.head(match) if match.clock.get("play_window") else folding.opening(match)
    write_outcome(match, before, "match.started", outcome, by="setup")


def announce(match: Match, match_state: MatchState | None = None, turns: Sequence[ReadyTurn] = ()) -> None:
    """Caches the new state and sends the signal `advanced`, after the commit. turns: the turns of bots that are
    ready.
    """
    match_id, seq, has_orders = match.id, match.head_seq, match.has_orders

    def committed() -> None:
        if has_orders:
            orders_schedule(match_id)
        if match_state is not None:
            states.keep(match_id, match_state)
        advanced.send_robust(sender=Match, match_id=match_id, seq=seq, turns=turns)

    transaction.on_commit(committed, robust=True)


def _finish(match: Match, match_state: MatchState) -> list[StoredEvent]:
    """Drafts the end of a match by its rules."""
    state = match_state.state
    match.standings, match.scores = plain(state.standings), plain(state.scores)
    result = {"standings": match.standings, "scores": match.scores}
    return _ending(match, Match.Status.FINISHED, "match.over", by="setup", **result)


def void(match: Match, status: str, *, by: str, **reason: Any) -> None:
    """Ends a match without a result. The caller holds its lock."""
    events = _ending(match, status, "match.void", by=by, **reason)
    _store(match, events, _ended(match, stored_occupants(match)))


def _ending(match: Match, status: str, type: str, **parts: Any) -> list[StoredEvent]:
    """Drafts the event that ends a match, and the event that reveals the seed."""
    match.status = status
    return [_draft(match, type, waiting=NOBODY, **parts), _opened_seed(match)]


def _ended(match: Match, seats: Sequence[Occupant]) -> dict[str, Any]:
    """Returns the changes that follow from the end of a match."""
    return {
        "pending": [],
        "result": {"status": match.status, "standings": match.standings, "scores": match.scores},
        "notices": over_notices(match, seats),
        "timers": outbox_timer(),
    }


def _opened_seed(match: Match) -> StoredEvent:
    """Drafts the event that reveals the server's seed and the key of the salts to all viewers, to the seats, or to the
    auditor.

    For a shared deal they are hidden parts, which become visible after all matches of the deal are over (`may_see`).
    """
    seed = match_seed_of(match) if match.practice else server_seed_of(match)
    secrets = {"server_seed": seed.hex(), "salt_key": salt_key_of(match).hex()}
    if match.reveal == "all" and match.deal is None:
        return _draft(match, "seed.opened", by="setup", waiting=NOBODY, **secrets)
    readers = tuple(range(match.size)) if match.reveal == "seats" else ()
    cells = tuple(HiddenPart(name, readers, value) for name, value in secrets.items())
    return _draft(match, "seed.opened", by="setup", waiting=NOBODY, record=Record(None, [], cells))
