"""The background storage of snapshots of long matches; no move waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Literal
from uuid import UUID

from events.base.clock import now_ms
from events.base.exceptions import Busy
from events.base.fairness import genesis
from events.base.nodes import parts
from events.log import log, snapshots
from events.log.damage import BrokenChain, chained
from events.log.log import StoredEvent
from events.log.match_state.folding import MatchState, effects_in, opening, replayed
from events.log.match_state.rules import game_of, options_of
from events.log.models import Match
from events.log.snapshots import Content, OpenedSnapshot, encoded
from games.kernel.knowledge.memory import Memory
from games.kernel.state import Seat

AT_ONCE, MOST = 4, 8  # the most matches at a time, and snapshots of each match, in about 200 ms
OVER_MS = 3_600_000  # the time after its end in which a match may still get snapshots
_DUE = """
    SELECT match.id FROM (
        SELECT id, game, head_seq, damaged_seq FROM events_match WHERE status = 'running'
        UNION ALL SELECT id, game, head_seq, damaged_seq FROM events_match WHERE over_ms > %s
    ) AS match CROSS JOIN LATERAL (
        SELECT coalesce(max(seq), 0) AS seq FROM events_storedstate
        WHERE match_id = match.id AND code = %s::jsonb ->> match.game
    ) AS stored
    WHERE match.head_seq >= stored.seq + %s AND match.damaged_seq IS NULL
    ORDER BY random() LIMIT %s
"""
Memories = dict[Seat | None, Memory]


def states_store() -> bool:
    """Stores snapshots of matches that have grown by enough events; returns whether more may be due."""
    values = [now_ms() - OVER_MS, snapshots.codes(), snapshots.STRIDE + 1, AT_ONCE]
    due = [match for (match,) in parts.rows(_DUE, values, "match uuid")]
    numbers = [state_store(match, MOST) for match in Match.objects.filter(pk__in=due)]
    return max(numbers, default=0) == MOST or (len(due) == AT_ONCE and any(numbers))


def state_store(match: Match, most: int | None = None) -> int:
    """Stores the next snapshots of a match, at most `most`, and none for a damaged log; returns their number."""
    number = 0
    with suppress(BrokenChain, Busy):  # the next reader of the match reports the error
        for state, memories in islice(_on_the_way(match, _beginning(match)), most):
            snapshots.put(match, state.seq, state.hash, _content(state, memories))
            number += 1
    return number


def verdict(match_id: UUID, seq: int, hash: bytes, sealed: bytes) -> Literal["right", "wrong", "unread"]:
    """Compares a snapshot with the whole log. Returns `unread` if the snapshot was changed or its key is missing."""
    match = Match.objects.get(pk=match_id)
    stored = snapshots.open_row(match, seq, hash, sealed)
    if stored is None:
        return "unread"
    try:
        return "right" if _is_right(match, stored) else "wrong"
    except BrokenChain:
        return "wrong"


def _is_right(match: Match, stored: OpenedSnapshot) -> bool:
    for state, memories in _on_the_way(match, _nothing_yet(match)):
        if state.seq == stored.seq:
            return state.hash == stored.hash and encoded(_content(state, memories)) == encoded(stored.content)
    return False


def _content(state: MatchState, memories: Memories) -> Content:
    return snapshots.content_of(state.state, state.times, state.seated, state.is_void, memories)


def _on_the_way(match: Match, beginning: tuple[MatchState, Memories]) -> Iterator[tuple[MatchState, Memories]]:
    """Yields the states to store after `beginning`, up to the head, with the knowledge of each seat.

    Raises BrokenChain.
    """
    (state, memories), stride, last = beginning, snapshots.STRIDE, match.head_seq - 1
    upto = last - last % stride
    rows = log.read_in_pages(match.pk, upto, state.seq)
    events = chained(rows, state.seq, state.hash or genesis(match.id.bytes), upto)
    while page := list(islice(events, stride - state.seq % stride)):
        state = replayed(state, page)
        _learn(match, memories, page)
        if state.seq:
            yield state, memories


def _beginning(match: Match) -> tuple[MatchState, Memories]:
    """Returns the last snapshot with its memories, or the state before the first event."""
    before, stored = _nothing_yet(match), snapshots.before(match, match.head_seq)
    if stored is None:
        return before
    content, times = stored.content, stored.times(before[0].times.clock)
    state, seated = stored.state(match, options_of(match)), bytes.fromhex(content.seated)
    match_state = MatchState(stored.seq, stored.hash, state, times, seated, content.is_void)
    return match_state, {viewer: stored.memory(match, viewer) for viewer in before[1]}


def _nothing_yet(match: Match) -> tuple[MatchState, Memories]:
    sights = game_of(match).sights
    return opening(match), {viewer: Memory(viewer, sights) for viewer in (None, *range(match.size))}


def _learn(match: Match, memories: Memories, events: list[StoredEvent]) -> None:
    sights = game_of(match).sights
    for event in events:
        if effects := effects_in(event):
            for viewer, memory in memories.items():
                memory.learn(effect.redact(match.size, sights, viewer) for effect in effects)
