"""The knowledge of a seat: a fold over the effects that the seat has seen. Each process caches it, like states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.base.caches import CACHED_MATCHES, LeastRecentlyUsed
from events.log import snapshots, states
from events.log.damage import BrokenChain, stop_damaged_match
from events.log.match_state.folding import MatchState, Step, effects_in, recent_steps
from events.log.match_state.rules import game_of
from events.log.memory_snapshots import MemorySnapshots, is_due
from events.log.models import Match
from games.kernel.knowledge.memory import Known, Memory
from games.kernel.state import Seat


class SeatKnowledge(NamedTuple):
    """The knowledge of a seat after event `seq`, with the event's hash. The memory is immutable."""

    seq: int
    hash: bytes
    memory: Memory


_memories: LeastRecentlyUsed[SeatKnowledge] = LeastRecentlyUsed(4 * CACHED_MATCHES)
_past_memories: MemorySnapshots[SeatKnowledge] = MemorySnapshots(4 * CACHED_MATCHES, CACHED_MATCHES)


def known_to(match: Match, seat: Seat | None, match_state: MatchState) -> tuple[Known, ...]:
    """Returns the knowledge of a seat about cards that it can no longer see. Raises LogDamaged."""
    owner, newest = (match.id, seat), _memories.get((match.id, seat))
    is_newest = newest is None or newest.seq <= match_state.seq
    before = newest if newest is not None and is_newest else _past_memories.before(owner, match_state.seq)
    before = _nearest_memory(match, seat, before, match_state.seq)
    if before is not None and before.hash == match_state.hash:
        return before.memory.known
    try:
        learnt = _learnt(match, seat, before or _nothing(match, seat), match_state)
    except BrokenChain:  # a fold of the whole log shows whether the snapshot or the log is wrong
        learnt = _relearnt(match, seat, match_state)
    if is_newest and match_state.seq == match.head_seq:
        _memories.put(owner, learnt)
    else:
        _past_memories.read(owner, learnt)
    return learnt.memory.known


def _nearest_memory(match: Match, seat: Seat | None, cached: SeatKnowledge | None, seq: int) -> SeatKnowledge | None:
    """Returns the nearest earlier memory, from the cache of this process or from a snapshot."""
    at = -1 if cached is None else cached.seq
    if seq - at > states.FAR and (stored := snapshots.before(match, seq)) is not None and stored.seq > at:
        return SeatKnowledge(stored.seq, stored.hash, stored.memory(match, seat))
    return cached


def _nothing(match: Match, seat: Seat | None) -> SeatKnowledge:
    """Returns the memory of a seat before the first event."""
    return SeatKnowledge(-1, b"", Memory(seat, game_of(match).sights))


def _relearnt(match: Match, seat: Seat | None, match_state: MatchState) -> SeatKnowledge:
    """Returns the knowledge of a seat, computed from the first event. Raises LogDamaged."""
    try:
        return _learnt(match, seat, _nothing(match, seat), match_state)
    except BrokenChain as broken:
        raise stop_damaged_match(match.id, broken.seq) from broken


def _learnt(match: Match, seat: Seat | None, before: SeatKnowledge, match_state: MatchState) -> SeatKnowledge:
    """Returns the knowledge of a seat at a state, from earlier knowledge; caches snapshots. Raises BrokenChain."""
    sights, memory, hash, passed = game_of(match).sights, before.memory.copied(), before.hash, list[SeatKnowledge]()
    for step in _steps_between(match, before, match_state):
        memory.learn(effect.redact(match.size, sights, seat) for effect in step.effects)
        hash = step.hash
        if is_due(step.seq):
            passed.append(SeatKnowledge(step.seq, hash, memory.copied()))
    if hash != match_state.hash:
        raise BrokenChain(match_state.seq)
    for each in passed if before.seq < 0 else (before, *passed):
        _past_memories.mark((match.id, seat), each)
    return SeatKnowledge(match_state.seq, hash, memory)


def _steps_between(match: Match, before: SeatKnowledge, match_state: MatchState) -> Iterator[Step]:
    """Yields the events after `before` up to a state: recent events from the cache, earlier ones from the log."""
    recent, hash, seq = list[Step](), match_state.hash, match_state.seq
    while seq > before.seq and (step := recent_steps.get(hash)) is not None:
        recent.append(step)
        hash, seq = step.before, step.seq - 1
    if seq > before.seq:
        for event in states.events_after(match, before.seq, before.hash, seq):
            yield Step(event.hash, b"", event.seq, effects_in(event))
    elif hash != before.hash:
        raise BrokenChain(seq)
    yield from reversed(recent)
