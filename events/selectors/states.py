"""The table as it stands after any row of the log: a fold, kept in the process and topped up as rows come in.

Nothing here is stored. A match_state is used only if its hash is the log's own, so that a cache can be stale but never
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

KEPT = 256
V = TypeVar("V")


class MatchState(NamedTuple):
    """The table after row `seq`; prompted_at: when each open prompt was last put, in milliseconds."""

    seq: int
    hash: bytes
    state: State
    prompted_at: dict[int, int]


class Kept(Generic[V]):
    """The values used last, a bounded number of them; safe to share between threads."""

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


_heads: Kept[MatchState] = Kept(KEPT)
_past: Kept[MatchState] = Kept(KEPT)
_memories: Kept[tuple[int, bytes, Memory]] = Kept(4 * KEPT)
_memory_lock = threading.Lock()


def game_of(match: Match) -> Game:
    """The rules that a match is pinned to."""
    return registry.get(match.game, match.rules_version)


@lru_cache(maxsize=KEPT)
def _options(match_id: UUID, key: str, version: int, size: int, given: str) -> Options:
    game = registry.get(key, version)
    return game.options(**log.decode(given))


def options_of(match: Match) -> Options:
    """The options of a match, every one filled in."""
    return _options(
        match.id,
        match.game,
        match.rules_version,
        match.size,
        log.encode(match.options).decode(),
    )


def opening(match: Match) -> MatchState:
    """Before the first row: all cards in the box."""
    return MatchState(-1, b"", game_of(match).opening(match.size, options_of(match)), {})


def effects_of(row: StoredEvent) -> tuple[Effect, ...]:
    """A row's effects, whole, in today's form."""
    return effects_from(upcast(row.core["format"], row.whole()[1])) if row.core["effects"] else ()


def after(match_state: MatchState, rows: Iterable[StoredEvent]) -> MatchState:
    """The match_state some rows later."""
    for row in rows:
        match_state = _after(match_state, row, effects_of(row))
    return match_state


def _after(match_state: MatchState, row: StoredEvent, effects: tuple[Effect, ...]) -> MatchState:
    if not effects:
        return match_state._replace(seq=row.seq, hash=row.hash)
    state = cast(State, fold(match_state.state, effects))
    open_now = {prompt.id for prompt in state.open_prompts}
    at_ms = row.core["at_ms"]
    prompted_at = {prompt: match_state.prompted_at.get(prompt, at_ms) for prompt in open_now}
    return MatchState(row.seq, row.hash, state, prompted_at)


def head(match: Match) -> MatchState:
    """The match_state at a match's present head, as `match` was read."""
    seq, hash = match.head_seq, bytes(match.head_hash)
    kept = _heads.get(match.id)
    if kept is not None and kept.seq <= seq:
        topped = after(kept, log.read(match.id, kept.seq, seq)) if kept.seq < seq else kept
        if topped.hash == hash:
            _heads.put(match.id, topped)
            return topped
    folded = after(opening(match), log.read(match.id, upto=seq))
    _heads.put(match.id, folded)
    return folded


def is_kept(match_id: UUID) -> bool:
    """Whether this process has a head of a match, perhaps an older one, and so need not fold from the first row."""
    return _heads.get(match_id) is not None


def advanced(match: Match, match_state: MatchState, row: StoredEvent, effects: tuple[Effect, ...]) -> MatchState:
    """The match_state after a row that was just written; only to be kept once it is committed (`keep`)."""
    return _after(match_state, row, effects)


def keep(match_id: UUID, match_state: MatchState) -> None:
    """Keeps a committed head."""
    kept = _heads.get(match_id)
    if kept is None or kept.seq < match_state.seq:
        _heads.put(match_id, match_state)


def at(match: Match, seq: int) -> MatchState:
    """The match_state after one row; `seq` is between 0 and the head."""
    if seq == match.head_seq:
        return head(match)
    if kept := _past.get((match.id, seq)):
        return kept
    before = _past.get((match.id, seq - 1)) or opening(match)
    match_state = after(before, log.read(match.id, before.seq, seq))
    _past.put((match.id, seq), match_state)
    return match_state


def known_to(match: Match, seat: Seat | None, match_state: MatchState) -> tuple[Known, ...]:
    """What a seat has learnt up to a match_state and cannot see any more."""
    sights = game_of(match).sights
    with _memory_lock:
        kept = _memories.get((match.id, seat))
        fresh = (
            kept is None or kept[0] > match_state.seq or (kept[0] == match_state.seq and kept[1] != match_state.hash)
        )
        seq, memory = (-1, Memory(seat, sights)) if fresh or kept is None else (kept[0], kept[2])
        last = match_state.hash if seq == match_state.seq else b""
        for row in log.read(match.id, seq, match_state.seq) if seq < match_state.seq else ():
            memory.learn(effect.redact(match.size, sights, seat) for effect in effects_of(row))
            last = row.hash
        if not fresh or match_state.seq == match.head_seq:
            _memories.put((match.id, seat), (match_state.seq, last, memory))
        return memory.known


def forget() -> None:
    """Drops everything kept; the log gives it back."""
    _heads.clear()
    _past.clear()
    _memories.clear()
