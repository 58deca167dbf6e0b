"""The fold of a match: its state, and the effects of events on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, cast

import msgspec

from events.base.caches import CACHED_MATCHES, LeastRecentlyUsed
from events.log.log import StoredEvent
from events.log.match_state.rules import game_of, options_of
from events.log.memory_snapshots import is_due
from events.log.models import Match
from events.log.upcasts import FORMAT
from games.kernel.effect import Answered, Closed, Effect, Ended, Prompted, effects_from, fold
from games.kernel.state import Json, State
from games.kernel.timing.clock import CHANGING, Clock, Times

_PROMPTING = frozenset({Prompted, Answered, Closed, Ended})
VOID = "match.void"
NOTHING_HIDDEN = b"{}"
_SEATING = frozenset({"match.started", "seat.joined", "seat.left", "seat.replaced", "seat.resigned"})


class MatchState(NamedTuple):
    """A match after event `seq`.

    times: the clocks of the seats. seated: the hash of the last event that changed an occupant of a seat or resigned a
    seat. is_void: whether the match was ended without a result; its open prompts then wait for nobody.
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
        """Returns the match after an event with these public members and effects, which need not be stored yet."""
        state = cast(State, fold(self.state, effects)) if effects else self.state
        event = {**event, "seats": state.seats} if event["type"] == "match.started" else event
        times = self.times.after(event, state, has_effects=bool(effects))
        return self if times is self.times and state is self.state else self._replace(state=state, times=times)


class Step(NamedTuple):
    """An event: its hash, the hash before it, its seq, and its effects."""

    hash: bytes
    before: bytes
    seq: int
    effects: tuple[Effect, ...]


recent_steps: LeastRecentlyUsed[Step] = LeastRecentlyUsed(8 * CACHED_MATCHES)


def opening(match: Match) -> MatchState:
    """Returns the state before the first event: all cards are in the box."""
    clock = Clock.from_json(match.clock, game_of(match).phases_hiding_arrival if "bank" in match.clock else ())
    return MatchState(-1, b"", game_of(match).opening(match.size, options_of(match)), Times.opening(clock), b"")


def effects_of(event: StoredEvent) -> tuple[Effect, ...]:
    """Returns all effects of an event, with every hidden part in its place."""
    return effects_from(event.whole()[1]) if event.core["effects"] else ()


def after(match_state: MatchState, events: Iterable[StoredEvent]) -> MatchState:
    """Returns the state after further events."""
    for event in events:
        match_state = advanced(match_state, event, effects_of(event))
    return match_state


class _Core(msgspec.Struct):
    """The members of a core that change the state."""

    at_ms: int
    format: int
    effects: list[dict[str, Json]]


_core = msgspec.json.Decoder(_Core).decode


def replayed(
    match_state: MatchState, events: Iterable[StoredEvent], passed: list[MatchState] | None = None
) -> MatchState:
    """Returns the state after a long log.

    It changes one copy of the state in place, and decodes only the needed parts of each event. passed: a list that
    receives copies of the intermediate states for in-memory snapshots.
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
            times = times.after_prompts(state, core.at_ms)
        is_void = is_void or event.type == VOID
        if passed is not None and is_due(event.seq):
            passed.append(MatchState(event.seq, event.hash, state.copied(), times, seated, is_void))
    return match_state if event is None else MatchState(event.seq, event.hash, state, times, seated, is_void)


def effects_in(event: StoredEvent) -> tuple[Effect, ...]:
    """Returns all effects of an event. It decodes only the needed parts of the core, for folds of many events."""
    return _effects_in(_core(event.core_bytes), event)


def _effects_in(core: _Core, event: StoredEvent) -> tuple[Effect, ...]:
    """Returns all effects of an event, from a partly decoded core."""
    if core.format != FORMAT:
        return effects_of(event)
    return effects_from(_whole_effects(core.effects, event)) if core.effects else ()


def _whole_effects(effects: list[dict[str, Json]], event: StoredEvent) -> list[dict[str, Json]]:
    """Returns effects that were just decoded, with their hidden parts put in place."""
    if event.hidden_bytes != NOTHING_HIDDEN:
        for path, value in event.hidden.items():
            part, place, *field = path.split("/")
            if part == "effects":
                effects[int(place)][field[0]] = value
    return effects


def advanced(match_state: MatchState, event: StoredEvent, effects: tuple[Effect, ...]) -> MatchState:
    """Returns the state after one event with these effects; cache it only once the event is committed (`keep`)."""
    return recorded(match_state, match_state.folded(effects, event.core), event, effects)


def recorded(before: MatchState, folded: MatchState, event: StoredEvent, effects: tuple[Effect, ...]) -> MatchState:
    """Returns the state after an event, given the state with the event's effects already folded in."""
    recent_steps.put(event.hash, Step(event.hash, before.hash, event.seq, effects))
    seated = event.hash if event.type in _SEATING else before.seated
    is_void = before.is_void or event.type == VOID
    return folded._replace(seq=event.seq, hash=event.hash, seated=seated, is_void=is_void)
