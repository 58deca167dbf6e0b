"""The state of a match after any event: a fold over the log, cached in the process and extended as events arrive.

Nothing here is stored. A cached state is used only if its hash is the log's own, so a cache can be stale but never
wrong; after a restart the log is folded again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar, cast
from uuid import UUID

from events import log
from events.log import StoredEvent
from events.models import Match
from events.upcasts import upcast
from games import registry
from games.kernel.effect import Effect, effects_from, fold
from games.kernel.game import Game
from games.kernel.memory import Known, Memory
from games.kernel.options import Options
from games.kernel.state import Seat, State

CACHED_MATCHES = 256
V = TypeVar("V")


class MatchState(NamedTuple):
    """A match after event `seq`; prompted_at: when each open prompt was opened or resumed, in milliseconds."""

    seq: int
    hash: bytes
    state: State
    prompted_at: dict[int, int]


class LeastRecentlyUsed(Generic[V]):
    """A bounded cache of the values used last, which threads can share."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, threading.Lock()
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


_heads: LeastRecentlyUsed[MatchState] = LeastRecentlyUsed(CACHED_MATCHES)
_past: LeastRecentlyUsed[MatchState] = LeastRecentlyUsed(CACHED_MATCHES)
_memories: LeastRecentlyUsed[tuple[int, bytes, Memory]] = LeastRecentlyUsed(4 * CACHED_MATCHES)
_memory_lock = threading.Lock()


def game_of(match: Match) -> Game:
    """The version of the rules that the match follows."""
    return registry.get(match.game, match.rules_version)


@lru_cache(maxsize=CACHED_MATCHES)
def _options(match_id: UUID, key: str, version: int, size: int, stored: str) -> Options:
    game = registry.get(key, version)
    return game.options(**log.decode(stored))


def options_of(match: Match) -> Options:
    """The options of a match, with a value for each."""
    return _options(
        match.id,
        match.game,
        match.rules_version,
        match.size,
        log.encode(match.options).decode(),
    )


def opening(match: Match) -> MatchState:
    """The state before the first event: all cards are in the box."""
    return MatchState(-1, b"", game_of(match).opening(match.size, options_of(match)), {})


def effects_of(event: StoredEvent) -> tuple[Effect, ...]:
    """All effects of an event, in the present format, with every hidden part in its place."""
    return effects_from(upcast(event.core["format"], event.whole()[1])) if event.core["effects"] else ()


def after(match_state: MatchState, events: Iterable[StoredEvent]) -> MatchState:
    """The state after further events."""
    for event in events:
        match_state = advanced(match_state, event, effects_of(event))
    return match_state


def advanced(match_state: MatchState, event: StoredEvent, effects: tuple[Effect, ...]) -> MatchState:
    """The state after one event with these effects; to be cached only once the event is committed (`keep`)."""
    if not effects:
        return match_state._replace(seq=event.seq, hash=event.hash)
    state = cast(State, fold(match_state.state, effects))
    at_ms = event.core["at_ms"]
    prompted_at = {prompt.id: match_state.prompted_at.get(prompt.id, at_ms) for prompt in state.open_prompts}
    return MatchState(event.seq, event.hash, state, prompted_at)


def head(match: Match) -> MatchState:
    """The state after the last event, as `match` was read."""
    seq, hash = match.head_seq, bytes(match.head_hash)
    cached = _heads.get(match.id)
    if cached is not None and cached.seq <= seq:
        current = after(cached, log.read(match.id, cached.seq, seq)) if cached.seq < seq else cached
        if current.hash == hash:
            _heads.put(match.id, current)
            return current
    folded = after(opening(match), log.read(match.id, upto=seq))
    _heads.put(match.id, folded)
    return folded


def is_cached(match_id: UUID) -> bool:
    """Whether this process has a state of a match, perhaps an older one, and so need not fold the whole log."""
    return _heads.get(match_id) is not None


def keep(match_id: UUID, match_state: MatchState) -> None:
    """Caches the state after a committed event."""
    cached = _heads.get(match_id)
    if cached is None or cached.seq < match_state.seq:
        _heads.put(match_id, match_state)


def at(match: Match, seq: int) -> MatchState:
    """The state after one event; `seq` is between 0 and the head."""
    if seq == match.head_seq:
        return head(match)
    if cached := _past.get((match.id, seq)):
        return cached
    before = _past.get((match.id, seq - 1)) or opening(match)
    match_state = after(before, log.read(match.id, before.seq, seq))
    _past.put((match.id, seq), match_state)
    return match_state


def known_to(match: Match, seat: Seat | None, match_state: MatchState) -> tuple[Known, ...]:
    """What a seat has learnt so far of cards that it cannot see any more."""
    sights, current = game_of(match).sights, (match_state.seq, match_state.hash)
    with _memory_lock:
        cached = _memories.get((match.id, seat))
        if cached is None or cached[0] > match_state.seq or (cached[0] == match_state.seq and cached[:2] != current):
            cached, is_new = (-1, b"", Memory(seat, sights)), True
        else:
            is_new = False
        seq, last_hash, memory = cached
        for event in log.read(match.id, seq, match_state.seq) if seq < match_state.seq else ():
            memory.learn(effect.redact(match.size, sights, seat) for effect in effects_of(event))
            last_hash = event.hash
        if not is_new or match_state.seq == match.head_seq:
            _memories.put((match.id, seat), (match_state.seq, last_hash, memory))
        return memory.known


def forget() -> None:
    """Empties the caches; the log restores them."""
    _heads.clear()
    _past.clear()
    _memories.clear()
