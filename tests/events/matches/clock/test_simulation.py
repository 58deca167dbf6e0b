"""With crashes, lost and repeated messages, no acknowledged move is lost or doubled, and the match ends.

The number of seeds depends on the time (`COMPTOIR_TEST_SECONDS`); `make soak` runs more.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest

from events.matches.record.pending import TurnLease
from events.models import Pending
from tests.events.matches.clock.simulation import Broken, Table, people
from tests.games.harness.time_budget import SECONDS, SEED, seeds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(caplog: Any) -> None:
    caplog.set_level(logging.CRITICAL)


def test_nothing_acknowledged_is_lost_or_doubled_and_the_match_ends():
    somebody, faults, ran = people(), Counter(), 0

    for seed in seeds(SECONDS * 2, at_least=10):
        faults += Table(seed, somebody).run().faults
        ran += 1

    print(f"{ran} seeds from {SEED}, faults: {dict(faults)}")
    assert len(faults) >= 7, "every kind of fault came about"


def test_a_seed_gives_the_same_run_again():
    somebody = people()

    assert Table(SEED, somebody).run() == Table(SEED, somebody).run()


def any_claim(*, match_id: Any, prompt: int, seat: int) -> Any:
    """Leases any turn to any worker."""
    turns = Pending.objects.filter(match_id=match_id, prompt=prompt, seat=seat, bot=True, ready_ms__isnull=False)
    return TurnLease(match_id, uuid4()) if turns.exists() else None


MUTANTS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "answers are not stored": lambda: patch.multiple(
        "events.matches.table.moves", stored=lambda *_: None, answered_before=lambda *_: None
    ),
    "turns are not leased": lambda: patch("bots.tasks.turn_lease", any_claim),
    "messages are lost and nobody sweeps": nullcontext,
    "rows are acknowledged before they are safe": lambda: patch(
        "tests.events.matches.clock.simulation.move_submit", acknowledged_early
    ),
}


def acknowledged_early(**arguments: Any) -> Any:
    """Responds, and then rolls back every sixth transaction."""
    from django.db import transaction

    from events.matches.table.moves import move_submit

    with transaction.atomic():
        answer = move_submit(**arguments)
        if answer.body["seq"] is not None and answer.body["seq"] % 6 == 0 and arguments.get("by") != "bot":
            transaction.set_rollback(True)
    return answer


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_planted_fault_is_caught(mutant: str):
    somebody = people()

    with MUTANTS[mutant](), pytest.raises(Broken) as caught:
        for seed in range(SEED, SEED + 60):
            Table(seed, somebody, sweeps=not mutant.endswith("nobody sweeps")).run()

    print(f"{mutant}: {caught.value}")
    assert "seed" in caught.value.__notes__[0]
