"""The simulated server keeps its promises on a few seeds, gives the same run again, and finds faults that are planted.

`python -m tests.simulation` plays many seeds, and has each planted fault found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

from tests.games.harness.time_budget import SECONDS, SEED, seeds
from tests.simulation.database import empty, simulated
from tests.simulation.faults import Faults
from tests.simulation.people import Nap, Person
from tests.simulation.planted import found_by
from tests.simulation.seeds import Run, Size

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = Size(people=1, matches=1, tournament=False, games=("monopoly_deal",), moves=12)


@pytest.fixture(autouse=True)
def database(django_db_setup: Any) -> Iterator[None]:
    connections.close_all()
    with simulated():
        yield
        empty()


@pytest.fixture(autouse=True)
def messages_at_once() -> None:
    """Nothing comes at once here: the simulation decides when messages, hints and errands come."""


@pytest.fixture(autouse=True)
def publications_at_once() -> None:
    """The same."""


@pytest.fixture(autouse=True)
def same_chance() -> None:
    """The simulation has its own chance."""


def test_no_promise_is_broken_and_a_seed_gives_the_same_run_again():
    reports = [Run(seed, size=SMALL).play() for seed in seeds(SECONDS, at_least=1)]
    again = Run(SEED, size=SMALL).play()

    print(f"{len(reports)} seeds from {SEED}: {dict(again.counts)}, faults {dict(again.faults)}")
    assert again.digest == reports[0].digest
    assert again.faults.total() > 0
    assert again.counts["moves"] > 0


@pytest.mark.parametrize(
    "name", ["reply_not_stored", "answered_before_the_commit", "lease_taken_twice", "bots_forgotten"]
)
def test_a_planted_fault_is_found(name: str):
    tried, words = found_by(name, SEED, 12)

    print(f"{name}: {tried} seeds from {SEED}, {words}")
    assert tried is not None


def test_a_kind_of_fault_that_is_left_out_moves_no_other():
    fewer, more = Faults(SEED, ["death"]), Faults(SEED)

    alone = [fewer.place("death", 9) for _ in range(200)]
    among = [(more.happens("reply"), more.place("death", 9))[1] for _ in range(200)]

    assert alone == among


def test_a_player_who_opens_two_tables_waits_at_each_for_itself():
    run, woken = Run(SEED, size=SMALL), list[str]()
    person = Person(run.clients, 0, 1_000)

    def life(name: str) -> Iterator[Nap]:
        yield Nap(500)
        woken.append(name)

    person.start(life("one"))
    person.start(life("other"))
    run.world.run(lambda: len(woken) == 2, 1_000)

    assert sorted(woken) == ["one", "other"]
