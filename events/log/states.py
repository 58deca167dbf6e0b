"""The state of a match after any event: a fold over the log, cached in the process and extended as events arrive.

A cached state is used only if its hash equals the hash in the log, so a cache can be stale but never wrong. After a
restart the log is folded again; a long log is folded from a snapshot (`events.log.snapshots`). A fold also leaves
in-memory snapshots (`events.log.memory_snapshots`), from which earlier states are computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from events.base import caches
from events.base.caches import CACHED_MATCHES, LeastRecentlyUsed
from events.base.fairness import genesis
from events.log import log, snapshots
from events.log.damage import BrokenChain, chained, stop_damaged_match
from events.log.errors import LogDamaged
from events.log.log import StoredEvent
from events.log.match_state.folding import MatchState, after, opening, replayed
from events.log.match_state.rules import options_of
from events.log.memory_snapshots import STRETCH, MemorySnapshots
from events.log.models import Match

_heads: LeastRecentlyUsed[MatchState] = LeastRecentlyUsed(CACHED_MATCHES)
_delayed_heads: LeastRecentlyUsed[MatchState] = LeastRecentlyUsed(CACHED_MATCHES)
_past: MemorySnapshots[MatchState] = MemorySnapshots(4 * CACHED_MATCHES, CACHED_MATCHES)
FAR = 2 * STRETCH
"""The distance, in events, from the nearest in-memory snapshot beyond which a stored snapshot is queried."""


def head(match: Match) -> MatchState:
    """Returns the state at the head of `match`. Raises LogDamaged if events are missing or were changed."""
    if match.damaged_seq is not None:
        raise LogDamaged()
    seq, hash = match.head_seq, bytes(match.head_hash)
    heads = _heads if match.horizon is None else _delayed_heads
    cached = heads.get(match.id)
    if cached is not None and cached.seq <= seq:
        try:
            current = after(cached, events_after(match, cached.seq, cached.hash, seq)) if cached.seq < seq else cached
        except BrokenChain:  # the fold of the whole log shows whether the cache or the log is wrong
            current = cached
        if current.hash == hash:
            return _kept(heads, match.id, current)
    current = _folded(match, seq)
    if current.hash != hash:  # the fold of the whole log shows whether a snapshot or the log is wrong
        current = _replayed(match, opening(match), seq)
    if current.hash != hash:
        raise stop_damaged_match(match.id, seq)
    return _kept(heads, match.id, current)


def _kept(heads: LeastRecentlyUsed[MatchState], match_id: UUID, current: MatchState) -> MatchState:
    heads.put(match_id, current)
    _past.mark(match_id, current)
    return current


def events_after(match: Match, seq: int, hash: bytes, upto: int) -> Iterable[StoredEvent]:
    """Returns the events after event `seq`, whose hash is `hash`, up to event `upto`.

    The chain of the events is checked as they are read.
    """
    return chained(log.read(match.id, seq, upto), seq, hash or genesis(match.id.bytes), upto)


def _folded(match: Match, seq: int) -> MatchState:
    """Returns the state after an event, from the nearest snapshot whose hash the log continues. Raises LogDamaged."""
    before = _nearest(match, seq)
    if before is not None:
        try:
            return before if before.seq == seq else _marked(match, before, seq)
        except BrokenChain:  # the fold of the whole log shows whether the snapshot or the log is wrong
            pass
    return _replayed(match, opening(match), seq)


def _nearest(match: Match, seq: int) -> MatchState | None:
    """Returns the nearest state at or before an event, from the cache of this process or from a snapshot."""
    cached = _past.before(match.id, seq)
    at = -1 if cached is None else cached.seq
    if seq - at > FAR and (stored := snapshots.before(match, seq)) is not None and stored.seq > at:
        times = stored.times(opening(match).times.clock)
        seated, is_void = bytes.fromhex(stored.content.seated), stored.content.is_void
        return MatchState(stored.seq, stored.hash, stored.state(match, options_of(match)), times, seated, is_void)
    return cached


def _replayed(match: Match, before: MatchState, seq: int) -> MatchState:
    """Returns the state after an event, folded from an earlier state. Raises LogDamaged."""
    try:
        return _marked(match, before, seq)
    except BrokenChain as broken:
        raise stop_damaged_match(match.id, broken.seq) from broken


def _marked(match: Match, before: MatchState, seq: int) -> MatchState:
    """Returns the state after an event, and caches snapshots on the way. Raises BrokenChain."""
    passed: list[MatchState] = []
    match_state = replayed(before, events_after(match, before.seq, before.hash, seq), passed)
    for each in passed if before.seq < 0 else (before, *passed):
        _past.mark(match.id, each)
    return match_state


def is_cached(match_id: UUID) -> bool:
    """Returns whether this process has cached a state of a match, so that it need not fold the whole log."""
    return _heads.get(match_id) is not None


def keep(match_id: UUID, match_state: MatchState) -> None:
    """Caches the state after a committed event."""
    cached = _heads.get(match_id)
    if cached is None or cached.seq < match_state.seq:
        _kept(_heads, match_id, match_state)


def at(match: Match, seq: int) -> MatchState:
    """Returns the state after one event; `seq` is between 0 and the head. Raises LogDamaged."""
    if match.damaged_seq is not None:
        raise LogDamaged()
    if seq == match.head_seq:
        return head(match)
    match_state = _folded(match, seq)
    _past.read(match.id, match_state)
    return match_state


def forget() -> None:
    """Empties all caches; they are filled again from the database."""
    caches.forget()
