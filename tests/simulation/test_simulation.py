"""The simulated server keeps its promises, repeats runs exactly, and detects planted faults.

`make test` plays one small run and plants four faults; `make soak` plays whole runs and plants all.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.games.harness.time_budget import SECONDS, SEED
from tests.simulation.faults import Faults
from tests.simulation.people import Nap, Person
from tests.simulation.planted import PLANTED
from tests.simulation.regressions import REGRESSIONS
from tests.simulation.scheduler import START_MS
from tests.simulation.seeds import SMALL, Run
from tests.simulation.world import QUIET_MS, REPEAT_MS
from tests.stack import ROOT

FEW = ("reply_not_stored", "answered_before_the_commit", "lease_taken_twice", "bots_forgotten")
FOUND = [*PLANTED] if SECONDS else FEW
SIZE = () if SECONDS else ("--small",)


def simulation(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in a separate process, with a fixed order of sets, on which these runs depend."""
    named = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.simulation", *words]
    return subprocess.run(command, cwd=ROOT, env={**named, "PYTHONHASHSEED": "0"}, capture_output=True, text=True)


def test_runs_pass_every_check_repeat_for_equal_seeds_and_find_planted_faults():
    run = simulation("--regressions", "--seeds", str(SEED), *SIZE, "--twice", "--planted", "--only", ",".join(FOUND))

    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("keeps its promises") == len(REGRESSIONS)
    assert re.search("'fault: ", run.stdout)
    assert re.search("'moves': [1-9]", run.stdout)
    assert f"{len(FOUND)} of {len(FOUND)} found" in run.stdout


def test_leaving_out_a_kind_of_fault_does_not_move_other_faults():
    fewer, more = Faults(SEED, ["death"]), Faults(SEED)

    alone = [fewer.place("death", 9) for _ in range(200)]
    among = [(more.happens("reply"), more.place("death", 9))[1] for _ in range(200)]

    assert alone == among


def test_work_left_by_a_process_that_died_is_looked_for_after_a_while(monkeypatch: pytest.MonkeyPatch):
    world, heard, looked = Run(SEED, size=SMALL).world, list[int](), list[int]()
    monkeypatch.setattr(world.timers, "hear", heard.append)
    world.readers["player:1"] = lambda: looked.append(world.scheduler.now_ms - START_MS)

    for web in world.webs:
        world.scheduler.kill(web)
    world.run(lambda: False, 2 * REPEAT_MS)

    assert heard == [QUIET_MS, QUIET_MS]
    assert looked == [REPEAT_MS]


def test_a_person_at_two_tables_waits_at_each_table_separately():
    run, woken = Run(SEED, size=SMALL), list[str]()
    person = Person(run.clients, 0, 1_000)

    def life(name: str) -> Iterator[Nap]:
        yield Nap(500)
        woken.append(name)

    person.start(life("one"))
    person.start(life("other"))
    run.world.run(lambda: len(woken) == 2, 1_000)

    assert sorted(woken) == ["one", "other"]
