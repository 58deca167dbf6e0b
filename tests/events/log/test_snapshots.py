"""A snapshot leads to the same state as the whole log; the server ignores snapshots that do not fit."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pgtrigger
import pytest

from events.base.clock import clock
from events.log import log, snapshots, snapshotter, states
from events.log.access import Viewer
from events.log.match_state import folding
from events.log.match_state.rules import options_of
from events.log.models import ActionEvent, Match, Snapshot
from events.log.snapshotter import state_store, states_store
from events.matches.record.table_views import table_view
from events.processes.models import ErrorReport
from games import compiled, registry
from games.kernel.codec import state_from, state_json
from games.kernel.game import Game
from games.kernel.timing.clock import Clock, Hours, SeatClocks, Times
from project.doctor import examine
from tests.events.long_matches import DALE, GAMES, stored
from tests.games.harness.time_budget import SEED

pytestmark = pytest.mark.django_db
ROWS, STRIDE, PLACES = 150, 32, 8


@pytest.fixture(autouse=True)
def short_strides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "STRIDE", STRIDE)
    monkeypatch.setattr(states, "FAR", 0)


def seen(match: Match, seq: int) -> Any:
    """Returns the state after an event and the views of all viewers, in a process that has just started."""
    states.forget()
    match_state = states.at(match, seq)
    learnt = [json.dumps(table_view(match, Viewer(seat), seq)) for seat in (None, *range(match.size))]
    return match_state, state_json(match_state.state), learnt


def places(match: Match) -> list[int]:
    random = Random(SEED)
    return [STRIDE, STRIDE + 1, match.head_seq, *(random.randrange(match.head_seq) for _ in range(PLACES))]


def differing(match: Match, visited: list[int], plant: Callable[[], object] = lambda: None) -> list[int]:
    """Returns the places whose state differs with snapshots; plant: a function that damages the snapshots."""
    Snapshot.objects.all().delete()
    anew = {seq: seen(match, seq) for seq in visited}
    state_store(match)
    plant()
    return [seq for seq in visited if seen(match, seq) != anew[seq]]


@GAMES
def test_states_from_a_stored_state_equal_states_from_the_first_event(game: Game) -> None:
    match = stored(game, SEED, ROWS)

    assert differing(match, places(match)) == [], f"{game.key}, seed {SEED}"
    assert Snapshot.objects.count() == (match.head_seq - 1) // STRIDE


@GAMES
def test_each_state_of_a_match_is_read_back_with_the_order_of_its_parts(game: Game) -> None:
    match = stored(game, SEED + 1, ROWS)
    state = folding.opening(match)

    for event in log.read(match.pk):
        state = folding.after(state, [event])
        value = msgspec.json.decode(msgspec.json.encode(state_json(state.state)))
        back = state_from(game, match.size, options_of(match), value)
        assert back == state.state and state_json(back) == state_json(state.state), f"{game.key}, event {event.seq}"
        assert [list(mapping) for mapping in (back.zones, back.faces, back.prompts)] == [
            list(mapping) for mapping in (state.state.zones, state.state.faces, state.state.prompts)
        ]


def test_clocks_of_seats_are_read_back() -> None:
    seats = SeatClocks(
        9,
        {(-1, 0): 5, (3, 1): 7},
        {(3, 1): (3, 1), (4, 0): (-1, 0)},
        {1: Hours(60, 90, ((0, 60), (5, 120)))},
        {1: 77},
        {0: 1, 1: 2},
        4,
    )
    times = Times(Clock(bank=60), {3: 1, 4: 2}, 8, 9, seats)

    assert Times.stored(times.clock, msgspec.json.decode(msgspec.json.encode(times.to_json()))) == times


def test_a_new_process_reads_only_the_events_after_the_last_stored_state() -> None:
    match, reads = stored(DALE, SEED, ROWS), list[int]()
    state_store(match)
    states.forget()
    original = log.read

    def read(*arguments: Any) -> Iterator[log.StoredEvent]:
        for event in original(*arguments):
            reads.append(event.seq)
            yield event

    with patch.object(log, "read", read):
        table_view(match, Viewer(0))

    assert reads and min(reads) > (match.head_seq - 1) - (match.head_seq - 1) % STRIDE


def flip() -> None:
    """Changes one byte of each snapshot."""
    for row in Snapshot.objects.all():
        sealed = bytearray(row.sealed)
        sealed[-20] ^= 1
        Snapshot.objects.filter(pk=row.pk).update(sealed=bytes(sealed))


def exchange() -> None:
    """Replaces the content of each snapshot with that of the next one."""
    rows = list(Snapshot.objects.order_by("seq"))
    for row, other in zip(rows, [*rows[1:], rows[0]], strict=True):
        Snapshot.objects.filter(pk=row.pk).update(sealed=other.sealed, hash=other.hash)


def take_from_another_match() -> None:
    """Replaces the snapshots of the first match with those of another."""
    [match] = Snapshot.objects.values_list("match", flat=True).distinct()
    other = stored(DALE, SEED + 7, ROWS)
    state_store(other)
    for row in Snapshot.objects.filter(match=other):
        mine = Snapshot.objects.filter(match=match, seq=row.seq)
        mine.update(hash=row.hash, sealed=row.sealed)


def seal_with_another_hash() -> None:
    """Stores each snapshot with the hash of another event, as if the log had been restored from another server."""
    for row in Snapshot.objects.select_related("match"):
        opened = snapshots.open_row(row.match, row.seq, row.hash, row.sealed)
        assert opened is not None
        snapshots.put(row.match, row.seq, bytes(32), opened.content)


PASSED_OVER = {
    "a flipped byte": flip,
    "the state of another event": exchange,
    "of another match": take_from_another_match,
    "of another log": seal_with_another_hash,
    "of another version": lambda: Snapshot.objects.update(code="another"),
}


@pytest.mark.parametrize("planted", PASSED_OVER)
def test_a_state_that_the_server_did_not_store_for_this_log_is_ignored(planted: str) -> None:
    match = stored(DALE, SEED, ROWS)

    assert differing(match, [STRIDE, STRIDE + 1, match.head_seq - 1, match.head_seq], PASSED_OVER[planted]) == []
    assert not ErrorReport.objects.exists()


def test_a_stored_state_of_another_version_is_replaced() -> None:
    match = stored(DALE, SEED, ROWS)
    number = state_store(match)
    Snapshot.objects.update(code="another")

    assert (state_store(match), Snapshot.objects.count()) == (number, number)
    assert set(Snapshot.objects.values_list("code", flat=True)) == {snapshots.code(DALE.key)}


def test_a_change_of_one_game_keeps_the_stored_states_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    before = {key: snapshots.code(key) for key in registry.GAMES}
    shutil.copytree(compiled.SOURCES, tmp_path / "games", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "games" / "dealmaker" / "votes.py").write_text("CHANGED = True\n", encoding="utf-8")
    monkeypatch.setattr(compiled, "SOURCES", tmp_path / "games")
    snapshots.code.cache_clear()

    after = {key: snapshots.code(key) for key in registry.GAMES}

    snapshots.code.cache_clear()
    assert [key for key in before if after[key] != before[key]] == ["dealmaker"]


def stale(member: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Stores each snapshot with the given member of the previous one."""

    def plant(patched: pytest.MonkeyPatch) -> None:
        original, last = snapshotter._content, list[Any]()

        def content(*arguments: Any) -> Any:
            made = original(*arguments)
            last.append(made)
            return msgspec.structs.replace(made, **{member: getattr(last[-2:][0], member)})

        patched.setattr(snapshotter, "_content", content)

    return plant


@pytest.mark.parametrize("member", ["state", "learnt"])
def test_stored_states_with_the_contents_of_earlier_states_are_found(
    member: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = stored(DALE, SEED, ROWS)
    stale(member)(monkeypatch)

    def look() -> list[int]:
        try:
            return differing(match, [3 * STRIDE + 1, 3 * STRIDE + 9])
        except (LookupError, ValueError):  # effects that do not fit the state
            return [-1]

    assert look() != []


def doctor_states() -> list[str]:
    return [finding.state for _, finding in examine(["states"])]


def test_the_doctor_folds_stored_states_again_and_finds_changed_ones() -> None:
    state_store(stored(DALE, SEED, ROWS))
    sound = doctor_states()

    flip()

    assert (sound, set(doctor_states())) == (["ok"], {"warning"})


@pytest.mark.parametrize("member", ["state", "times", "learnt"])
def test_the_doctor_finds_stored_states_that_do_not_follow_from_the_log(member: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        stale(member)(patched)
        state_store(stored(DALE, SEED, ROWS))

    assert "fault" in doctor_states()


def test_the_scheduler_stores_states_of_running_and_recently_ended_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    going_on, over, old = (stored(DALE, SEED + number, ROWS) for number in range(3))
    Match.objects.filter(pk=over.pk).update(status="finished", over_ms=5 * snapshotter.OVER_MS)
    Match.objects.filter(pk=old.pk).update(status="finished", over_ms=3 * snapshotter.OVER_MS)
    monkeypatch.setattr(snapshotter, "MOST", 100)

    with clock(lambda: 5 * snapshotter.OVER_MS + 1):
        assert not states_store(), "nothing is left"
        number = Snapshot.objects.count()
        assert not states_store()

    assert Snapshot.objects.count() == number
    assert set(Snapshot.objects.values_list("match", flat=True)) == {going_on.pk, over.pk}


def test_states_after_the_damage_of_a_log_are_not_stored() -> None:
    match = stored(DALE, SEED, ROWS)
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        ActionEvent.objects.filter(match=match, seq=STRIDE + 5).delete()

    state_store(match)

    assert list(Snapshot.objects.values_list("seq", flat=True)) == [STRIDE]
