"""Each step of the sweeper's round is alone: one that fails, for whatever reason, stops no other."""

from __future__ import annotations

from collections.abc import Callable

import psycopg
import pytest
from django.db import InternalError, OperationalError

from events import sweeper
from events.base.alarms import is_outage
from tests.events.tables import dalmuti, fresh, standing_clock

pytestmark = pytest.mark.django_db

STEPS = [step.__name__ for step in sweeper._steps()]  # the chores of other apps are named by what they call


def lost_node() -> InternalError:
    """What Django raises if Citus has lost a node within a transaction."""
    error = InternalError("lost")
    error.__cause__ = psycopg.errors.InternalError_("failure on connection marked as essential: worker:5432")
    return error


def lost_in_the_commit() -> InternalError:
    error = InternalError("lost")
    error.__cause__ = psycopg.errors.InternalError_(
        "could not commit transaction for shard 102340 on at least one active node"
    )
    return error


def no_primary() -> InternalError:
    error = InternalError("lost")
    error.__cause__ = psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT in a read-only transaction")
    return error


def damaged_page() -> InternalError:
    error = InternalError("damaged")
    error.__cause__ = psycopg.errors.DataCorrupted("invalid page in block 7")
    return error


OUTAGES: list[Callable[[], Exception]] = [lambda: OperationalError("gone"), lost_node, lost_in_the_commit, no_primary]


class Round:
    """The steps of a round replaced by ones that are noted; `failing` raises."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, failing: str, error: Callable[[], Exception]) -> None:
        self.taken: list[str] = []
        self._failing, self._error = failing, error
        monkeypatch.setattr(sweeper, "_steps", lambda: tuple(map(self._step, STEPS)))

    def _step(self, name: str) -> Callable[[], int]:
        def step() -> int:
            self.taken.append(name)
            if name == self._failing:
                raise self._error()
            return 1

        step.__name__ = name
        return step


@pytest.mark.parametrize("error", [lambda: RuntimeError("defect"), *OUTAGES])
def test_a_step_that_fails_stops_no_other(error: Callable[[], Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    for failing in STEPS:
        made = Round(monkeypatch, failing, error)

        handled = sweeper.sweep()

        assert made.taken == STEPS
        assert handled == (None if is_outage(error()) else len(STEPS) - 1)


def test_a_database_that_does_not_answer_at_all_is_not_asked_again_in_the_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Round(monkeypatch, STEPS[2], OUTAGES[0])
    monkeypatch.setattr(sweeper, "_is_answering", lambda: False)

    assert sweeper.sweep() is None

    assert made.taken == STEPS[:3]


@pytest.mark.parametrize("failing", ["deadlines_notify", "ordered_answers_play", "accounts_settle"])
def test_a_chore_that_is_refused_leaves_the_clocks_running(failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> int:
        raise lost_node()

    monkeypatch.setattr(sweeper, "_chores", {})
    monkeypatch.setattr(sweeper, failing, fails)
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60, "on_timeout": "resign"})
        before = fresh(match).head_seq
        hands.go(61)

        assert sweeper.sweep() is None

    assert fresh(match).head_seq > before


@pytest.mark.parametrize("error", [damaged_page(), RuntimeError("defect"), InternalError("of its own")])
def test_a_defect_is_no_outage(error: Exception) -> None:
    assert not is_outage(error)
