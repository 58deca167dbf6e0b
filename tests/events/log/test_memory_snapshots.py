"""A state and the seats' memories that are folded from an in-memory snapshot equal those folded from the whole log."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from events.log import log, memory_snapshots, states
from events.log.access import Viewer
from events.log.knowledge import known_to
from events.log.match_state import folding
from events.log.memory_snapshots import MemorySnapshots
from events.log.models import Match
from events.matches.record.table_views import table_view
from events.processes.models import ErrorReport
from games.kernel.game import Game
from games.kernel.state import State
from tests.events.long_matches import DALE, GAMES, stored
from tests.games.harness.time_budget import SEED

pytestmark = pytest.mark.django_db
ROWS, STRETCH, PLACES = 150, 16, 12


@pytest.fixture(autouse=True)
def short_stretches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes many snapshots, and removes those of other tests, because all their matches have the same id."""
    monkeypatch.setattr(memory_snapshots, "STRETCH", STRETCH)
    states.forget()
    yield
    states.forget()


def places(match: Match, seed: int) -> list[int]:
    """Returns random events of a match in random order, most with a neighbour; the last is the one before the head."""
    random = Random(seed)
    chosen = [random.randrange(match.head_seq - 1) for _ in range(PLACES)]
    return [seq + step for seq in chosen for step in (0, random.choice((1, 0, -1))) if seq + step >= 0] + [
        match.head_seq - 1
    ]


def seen(match: Match, seq: int) -> list[Any]:
    """Returns the state after an event, its views, and each seat's memory, with the caches."""
    match_state = states.at(match, seq)
    viewers = (None, *range(match.size))
    return [
        match_state,
        [known_to(match, seat, match_state) for seat in viewers],
        [table_view(match, Viewer(seat), seq) for seat in viewers],
    ]


def seen_anew(match: Match, seq: int) -> list[Any]:
    """Returns the same values, computed from the first event."""
    states.forget()
    return seen(match, seq)


def differing(match: Match, seed: int) -> Iterator[int]:
    """Returns the places whose state from a snapshot differs from the state from the first event."""
    visited = places(match, seed)
    anew = {seq: seen_anew(match, seq) for seq in visited}
    states.forget()
    states.head(match)
    for seq in visited:
        try:
            differs = seen(match, seq) != anew[seq]
        except (ArithmeticError, LookupError, ValueError):  # effects that do not fit the state
            differs = True
        if differs:
            yield seq


@GAMES
def test_states_from_a_snapshot_equal_states_from_the_first_event(game: Game) -> None:
    match = stored(game, SEED, ROWS)

    assert list(differing(match, SEED)) == [], f"{game.key}, seed {SEED}, match {match.pk}"


@GAMES
def test_folding_event_by_event_equals_folding_in_place_at_each_snapshot(game: Game) -> None:
    match, passed = stored(game, SEED + 1, ROWS), list[folding.MatchState]()
    folding.replayed(folding.opening(match), log.read(match.pk), passed)

    by_moves = folding.opening(match)
    at = {}
    for event in log.read(match.pk):
        by_moves = at[event.seq] = folding.after(by_moves, [event])

    assert [state.seq for state in passed] == list(range(0, match.head_seq + 1, STRETCH))
    assert all(state == at[state.seq] for state in passed), f"{game.key}, seed {SEED + 1}"


def test_a_state_is_folded_from_the_nearest_snapshot() -> None:
    match = stored(DALE, SEED, ROWS)
    states.head(match)
    reads = list[tuple[int, int | None]]()

    def read(match_id: Any, after: int = -1, upto: int | None = None, *rest: Any) -> Iterator[log.StoredEvent]:
        reads.append((after, upto))
        return real(match_id, after, upto, *rest)

    real = log.read
    with patch.object(log, "read", read):
        for seq in (100, 101, 100, 90):
            states.at(match, seq)

    assert reads == [(96, 100), (100, 101), (80, 90)]


def mark_wrongly(patched: pytest.MonkeyPatch, member: str) -> None:
    """Stores each snapshot with the given member of the previous snapshot."""
    original, last = MemorySnapshots.mark, dict[Any, Any]()

    def mark(self: MemorySnapshots[Any], log: Any, value: Any) -> None:
        before = last.get(log, value) if hasattr(value, member) else value
        last[log] = value
        original(self, log, value._replace(**{member: getattr(before, member)}) if before is not value else value)

    patched.setattr(MemorySnapshots, "mark", mark)


FAULTS = {
    "states of other rows": lambda patched: mark_wrongly(patched, "state"),
    "clocks of other rows": lambda patched: mark_wrongly(patched, "times"),
    "states that the fold goes on writing to": lambda patched: patched.setattr(State, "copied", lambda self: self),
    "memories of other rows": lambda patched: mark_wrongly(patched, "memory"),
}


@pytest.mark.pure
@pytest.mark.parametrize("fault", FAULTS)
def test_snapshots_with_wrong_contents_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored(DALE, SEED, ROWS)

    FAULTS[fault](monkeypatch)

    assert list(differing(match, SEED)) != [], f"seed {SEED}"


@pytest.mark.parametrize("member", ["seq", "hash"])
def test_a_snapshot_that_does_not_fit_the_log_is_ignored(member: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored(DALE, SEED, ROWS)
    visited = [seq for seq in places(match, SEED) if seq % STRETCH]
    anew = {seq: seen_anew(match, seq) for seq in visited}
    mark_wrongly(monkeypatch, member)
    states.forget()
    states.head(match)

    assert [seq for seq in visited if seen(match, seq) != anew[seq]] == []
    assert not ErrorReport.objects.exists()
