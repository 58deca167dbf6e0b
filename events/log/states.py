"""The state of a match after any event: a fold over the log, cached in the process and extended as events arrive.

A cached state is used only if its hash is the log's own, so a cache can be stale but never wrong; after a restart the
log is folded again, a long one from a stored state (`events.log.snapshots`). A fold leaves checkpoints along the
way, so that an earlier state is reached from the nearest one before it (`events.log.memory_snapshots`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, cast
from uuid import UUID

import msgspec

from events.base import caches
from events.base.caches import CACHED_MATCHES, LeastRecentlyUsed
from events.base.fairness import genesis
from events.log import log, snapshots
from events.log.damage import BrokenChain, chained, stopped
from events.log.errors import LogDamaged
from events.log.log import StoredEvent
from events.log.memory_snapshots import STRETCH, MemorySnapshots, is_due
from events.log.models import Match
from events.log.models import Seat as Seats
from events.log.upcasts import FORMAT
from games import registry
from games.kernel.audit import POSITION
from games.kernel.effect import Answered, Closed, Effect, Ended, Prompted, effects_from, fold
from games.kernel.game import Game
from games.kernel.knowledge.memory import Known, Memory
from games.kernel.options import Options
from games.kernel.position import Position, position_from
from games.kernel.state import Json, Seat, State
from games.kernel.timing.clock import CHANGING, Clock, Times


class MatchState(NamedTuple):
    """A match after event `seq`.

    times: how much time the seats have. seated: the hash of the last event that changed who sits where, or how.
    is_void: whether the match was ended without a result, so that it waits for nobody at its prompts.
    """

    seq: int
    hash: bytes
    state: State
    times: Times
    seated: bytes = b""
    is_void: bool = False

    @property
    def prompted_at(self) -> Mapping[int, int]:
        """The times, in milliseconds, when each open prompt was opened or resumed."""
        return self.times.prompted_at

    def folded(self, effects: tuple[Effect, ...], event: Mapping[str, Any]) -> MatchState:
        """Returns the match after an event with these public members and effects, which need not be written yet."""
        state = cast(State, fold(self.state, effects)) if effects else self.state
        event = {**event, "seats": state.seats} if event["type"] == "match.started" else event
        times = self.times.after(event, state, has_effects=bool(effects))
        return self if times is self.times and state is self.state else self._replace(state=state, times=times)


class Occupant(NamedTuple):
    """The holder of a seat of a started match. is_bot_account: a bot account, whose program leases its decisions."""

    number: int
    kind: str
    player_id: UUID | None
    policy: str
    resigned: bool
    is_bot_account: bool | None = False

    @property
    def is_bot(self) -> bool:
        """True if a policy answers for the seat."""
        return self.kind == Seats.Kind.BOT and not self.resigned

    @property
    def is_leased(self) -> bool:
        """True if workers, or the program of a bot account, lease the decisions of the seat."""
        return self.is_bot or (bool(self.is_bot_account) and not self.resigned)

    @property
    def notified(self) -> UUID | None:
        """The player to notify of what happens at the table."""
        return self.player_id if self.kind == Seats.Kind.PLAYER else None


_heads: LeastRecentlyUsed[MatchState] = LeastRecentlyUsed(CACHED_MATCHES)
_late_heads: LeastRecentlyUsed[MatchState] = LeastRecentlyUsed(CACHED_MATCHES)
_past: MemorySnapshots[MatchState] = MemorySnapshots(4 * CACHED_MATCHES, CACHED_MATCHES)
_memories: LeastRecentlyUsed[Learnt] = LeastRecentlyUsed(4 * CACHED_MATCHES)
_past_memories: MemorySnapshots[Learnt] = MemorySnapshots(4 * CACHED_MATCHES, CACHED_MATCHES)
_occupants: LeastRecentlyUsed[tuple[Occupant, ...]] = LeastRecentlyUsed(CACHED_MATCHES)
_effects_by_hash: LeastRecentlyUsed[Step] = LeastRecentlyUsed(8 * CACHED_MATCHES)
FAR = 2 * STRETCH
"""Rows from the nearest checkpoint of this process, beyond which a stored state is looked for."""
_PROMPTING = frozenset({Prompted, Answered, Closed, Ended})
VOID = "match.void"
NOTHING_HIDDEN = b"{}"
_SEATING = frozenset({"match.started", "seat.joined", "seat.left", "seat.replaced", "seat.resigned"})


class Step(NamedTuple):
    """An event: its hash, the hash before it, its seq, and its effects."""

    hash: bytes
    before: bytes
    seq: int
    effects: tuple[Effect, ...]


class Learnt(NamedTuple):
    """The knowledge of a seat after event `seq`, which has this hash. The memory does not change any more."""

    seq: int
    hash: bytes
    memory: Memory


def game_of(match: Match) -> Game:
    """Returns the version of the rules that the match follows."""
    return registry.get(match.game, match.rules_version)


@lru_cache(maxsize=CACHED_MATCHES)
def _options(match_id: UUID, key: str, version: int, size: int, stored: str) -> Options:
    game = registry.get(key, version)
    return game.options(**log.decode(stored))


def options_of(match: Match) -> Options:
    """Returns the options of a match, with a value for each."""
    return _options(
        match.id,
        match.game,
        match.rules_version,
        match.size,
        log.encode(match.options).decode(),
    )


def opening(match: Match) -> MatchState:
    """Returns the state before the first event: all cards are in the box."""
    clock = Clock.from_json(match.clock, game_of(match).unseen if "bank" in match.clock else ())
    return MatchState(-1, b"", game_of(match).opening(match.size, options_of(match)), Times.opening(clock), b"")


def effects_of(event: StoredEvent) -> tuple[Effect, ...]:
    """Returns all effects of an event, with every hidden part in its place."""
    return effects_from(event.whole()[1]) if event.core["effects"] else ()


def after(match_state: MatchState, events: Iterable[StoredEvent]) -> MatchState:
    """Returns the state after further events."""
    for event in events:
        match_state = advanced(match_state, event, effects_of(event))
    return match_state


def position_of(match: Match) -> Position | None:
    """Returns the position from which a fork begins, as its first event states it; None for other matches."""
    if match.fork_of_id is None:
        return None
    created = next(log.read(match.id, limit=1))
    return position_from(game_of(match), match.size, options_of(match), created.hidden[POSITION])


class _Core(msgspec.Struct):
    """The members of a core that change the state."""

    at_ms: int
    format: int
    effects: list[dict[str, Json]]


_core = msgspec.json.Decoder(_Core).decode


def replayed(
    match_state: MatchState, events: Iterable[StoredEvent], passed: list[MatchState] | None = None
) -> MatchState:
    """Returns the state after a long log: folds into one state in place, and decodes only the needed parts of each
    event.

    passed: receives copies of the states on the way that become in-memory snapshots.
    """
    state, times, seated = match_state.state.copied(), match_state.times, match_state.seated
    event, is_void = None, match_state.is_void
    for event in events:
        core = _core(event.core_bytes)
        seated = event.hash if event.type in _SEATING else seated
        effects = _effects_in(core, event)
        for effect in effects:
            effect.apply(state)
        if times.seats is not None or event.type in CHANGING:
            timed_event = {**event.core, "seats": state.seats}
            times = times.after(timed_event, state, has_effects=bool(effects))
        elif not _PROMPTING.isdisjoint(map(type, effects)):
            times = times.prompted(state, core.at_ms)
        is_void = is_void or event.type == VOID
        if passed is not None and is_due(event.seq):
            passed.append(MatchState(event.seq, event.hash, state.copied(), times, seated, is_void))
    return match_state if event is None else MatchState(event.seq, event.hash, state, times, seated, is_void)


def effects_in(event: StoredEvent) -> tuple[Effect, ...]:
    """Returns all effects of an event, for folds of many events: decodes only the needed parts of each core."""
    return _effects_in(_core(event.core_bytes), event)


def _effects_in(core: _Core, event: StoredEvent) -> tuple[Effect, ...]:
    """Returns all effects of an event, from a partly decoded core."""
    if core.format != FORMAT:
        return effects_of(event)
    return effects_from(_whole_effects(core.effects, event)) if core.effects else ()


def _whole_effects(effects: list[dict[str, Json]], event: StoredEvent) -> list[dict[str, Json]]:
    """Effects that were just decoded, with their hidden parts put in place."""
    if event.hidden_bytes != NOTHING_HIDDEN:
        for path, value in event.hidden.items():
            part, place, *field = path.split("/")
            if part == "effects":
                effects[int(place)][field[0]] = value
    return effects


def advanced(match_state: MatchState, event: StoredEvent, effects: tuple[Effect, ...]) -> MatchState:
    """Returns the state after one event with these effects; to be cached only once the event is committed (`keep`)."""
    return recorded(match_state, match_state.folded(effects, event.core), event, effects)


def recorded(before: MatchState, folded: MatchState, event: StoredEvent, effects: tuple[Effect, ...]) -> MatchState:
    """Returns the state after an event, from the fold of its effects on the state before."""
    _effects_by_hash.put(event.hash, Step(event.hash, before.hash, event.seq, effects))
    seated = event.hash if event.type in _SEATING else before.seated
    is_void = before.is_void or event.type == VOID
    return folded._replace(seq=event.seq, hash=event.hash, seated=seated, is_void=is_void)


def head(match: Match) -> MatchState:
    """Returns the state after the last event, as `match` was read. Raises LogDamaged if rows are missing or were
    changed.
    """
    if match.damaged_seq is not None:
        raise LogDamaged()
    seq, hash = match.head_seq, bytes(match.head_hash)
    heads = _heads if match.horizon is None else _late_heads
    cached = heads.get(match.id)
    if cached is not None and cached.seq <= seq:
        try:
            current = after(cached, _events(match, cached, seq)) if cached.seq < seq else cached
        except BrokenChain:  # the fold of the whole log says whether the cache or the log is wrong
            current = cached
        if current.hash == hash:
            return _kept(heads, match.id, current)
    current = _folded(match, seq)
    if current.hash != hash:  # the fold of the whole log says whether a checkpoint or the log is wrong
        current = _replayed(match, opening(match), seq)
    if current.hash != hash:
        raise stopped(match.id, seq)
    return _kept(heads, match.id, current)


def _kept(heads: LeastRecentlyUsed[MatchState], match_id: UUID, current: MatchState) -> MatchState:
    heads.put(match_id, current)
    _past.mark(match_id, current)
    return current


def _events(match: Match, before: MatchState | Learnt, seq: int) -> Iterable[StoredEvent]:
    """Returns the events after a state up to one; their chain is checked while they are read."""
    return chained(log.read(match.id, before.seq, seq), before.seq, before.hash or genesis(match.id.bytes), seq)


def _folded(match: Match, seq: int) -> MatchState:
    """Returns the state after one event, from the nearest snapshot whose hash the log continues. Raises LogDamaged."""
    before = _nearest(match, seq)
    if before is not None:
        try:
            return before if before.seq == seq else _marked(match, before, seq)
        except BrokenChain:  # the fold of the whole log says whether the checkpoint or the log is wrong
            pass
    return _replayed(match, opening(match), seq)


def _nearest(match: Match, seq: int) -> MatchState | None:
    """Returns the nearest state at or before one event: of this process, or a stored one."""
    cached = _past.before(match.id, seq)
    at = -1 if cached is None else cached.seq
    if seq - at > FAR and (stored := snapshots.before(match, seq)) is not None and stored.seq > at:
        times = stored.times(opening(match).times.clock)
        seated, is_void = bytes.fromhex(stored.content.seated), stored.content.is_void
        return MatchState(stored.seq, stored.hash, stored.state(match, options_of(match)), times, seated, is_void)
    return cached


def _replayed(match: Match, before: MatchState, seq: int) -> MatchState:
    """Returns the state after one event, from an earlier state. Raises LogDamaged."""
    try:
        return _marked(match, before, seq)
    except BrokenChain as broken:
        raise stopped(match.id, broken.seq) from broken


def _marked(match: Match, before: MatchState, seq: int) -> MatchState:
    """Returns the state after one event, and caches snapshots on the way. Raises BrokenChain."""
    passed: list[MatchState] = []
    match_state = replayed(before, _events(match, before, seq), passed)
    for each in passed if before.seq < 0 else (before, *passed):
        _past.mark(match.id, each)
    return match_state


def is_cached(match_id: UUID) -> bool:
    """Returns whether this process has a state of a match, perhaps an older one, and so need not fold the whole log."""
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


def occupants(match: Match, match_state: MatchState) -> tuple[Occupant, ...]:
    """Returns the holders of the seats of a started match, in order: every change of them is an event of the log."""
    key = (match.id, match_state.seated)
    cached = _occupants.get(key)
    if cached is None:
        cached = stored_occupants(match)
        _occupants.put(key, cached)
    return cached


def stored_occupants(match: Match) -> tuple[Occupant, ...]:
    """Returns the present holders of the seats of any match, in order."""
    seats = Seats.objects.filter(match_id=match.id).order_by("number")
    return tuple(Occupant(*row) for row in seats.values_list(*Occupant._fields[:-1], "player__is_bot"))


def known_to(match: Match, seat: Seat | None, match_state: MatchState) -> tuple[Known, ...]:
    """Returns what a seat has learnt so far of cards that it cannot see any more. Raises LogDamaged."""
    owner, newest = (match.id, seat), _memories.get((match.id, seat))
    is_newest = newest is None or newest.seq <= match_state.seq
    before = newest if newest is not None and is_newest else _past_memories.before(owner, match_state.seq)
    before = _nearest_memory(match, seat, before, match_state.seq)
    if before is not None and before.hash == match_state.hash:
        return before.memory.known
    try:
        learnt = _learnt(match, seat, before or _nothing(match, seat), match_state)
    except BrokenChain:  # the memory of the whole log says whether the checkpoint or the log is wrong
        learnt = _relearnt(match, seat, match_state)
    if is_newest and match_state.seq == match.head_seq:
        _memories.put(owner, learnt)
    else:
        _past_memories.read(owner, learnt)
    return learnt.memory.known


def _nearest_memory(match: Match, seat: Seat | None, cached: Learnt | None, seq: int) -> Learnt | None:
    """Returns the nearest memory from which to learn on: that of this process, or a stored one."""
    at = -1 if cached is None else cached.seq
    if seq - at > FAR and (stored := snapshots.before(match, seq)) is not None and stored.seq > at:
        return Learnt(stored.seq, stored.hash, stored.memory(match, seat))
    return cached


def _nothing(match: Match, seat: Seat | None) -> Learnt:
    """Returns the memory of a seat before the first event."""
    return Learnt(-1, b"", Memory(seat, game_of(match).sights))


def _relearnt(match: Match, seat: Seat | None, match_state: MatchState) -> Learnt:
    """Returns what a seat has learnt, from the first event on. Raises LogDamaged."""
    try:
        return _learnt(match, seat, _nothing(match, seat), match_state)
    except BrokenChain as broken:
        raise stopped(match.id, broken.seq) from broken


def _learnt(match: Match, seat: Seat | None, before: Learnt, match_state: MatchState) -> Learnt:
    """Returns what a seat has learnt in a state, from an earlier one; caches snapshots. Raises BrokenChain."""
    sights, memory, hash, passed = game_of(match).sights, before.memory.copied(), before.hash, list[Learnt]()
    for step in _steps_between(match, before, match_state):
        memory.learn(effect.redact(match.size, sights, seat) for effect in step.effects)
        hash = step.hash
        if is_due(step.seq):
            passed.append(Learnt(step.seq, hash, memory.copied()))
    if hash != match_state.hash:
        raise BrokenChain(match_state.seq)
    for each in passed if before.seq < 0 else (before, *passed):
        _past_memories.mark((match.id, seat), each)
    return Learnt(match_state.seq, hash, memory)


def _steps_between(match: Match, before: Learnt, match_state: MatchState) -> Iterator[Step]:
    """Returns the events after one, up to a state: recent ones from this process, the others from the log."""
    recent, hash, seq = list[Step](), match_state.hash, match_state.seq
    while seq > before.seq and (step := _effects_by_hash.get(hash)) is not None:
        recent.append(step)
        hash, seq = step.before, step.seq - 1
    if seq > before.seq:
        for event in _events(match, before, seq):
            yield Step(event.hash, b"", event.seq, effects_in(event))
    elif hash != before.hash:
        raise BrokenChain(seq)
    yield from reversed(recent)


def forget() -> None:
    """Empties the caches of all selectors; the database restores them."""
    caches.forget()
