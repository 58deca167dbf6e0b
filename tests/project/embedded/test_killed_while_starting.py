"""A run that is killed at any moment of its start can be started again."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from project.embedded.forks import computed_apart
from project.embedded.postgres import Cluster
from project.embedded.terminal import AlreadyInUse, only_one
from tests.stack import ROOT

LONGEST = 120  # seconds; more than a busy machine needs
HOLDING = """
import os, sys, time
from pathlib import Path
from project.embedded.forks import computed_apart
from project.embedded.terminal import only_one

def compute():
    print(os.getpid(), flush=True)
    time.sleep(600)

with only_one(Path(sys.argv[1])):
    {block}
"""
LOADING = "computed_apart(compute)"
LEAKING = "os.fork() or compute()"
MAKING = """
import sys
from pathlib import Path
from project.embedded.postgres import Cluster

Cluster(Path(sys.argv[1])).make()
"""


def started(program: str, folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", program, folder], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def killed_while(block: str, data: Path) -> int:
    """Kills a run during the block; returns the process that the block has started."""
    run = started(HOLDING.format(block=block), data)
    assert run.stdout
    other = int(run.stdout.readline())
    run.kill()
    run.wait(LONGEST)
    run.stdout.close()
    return other


def test_a_long_result_of_another_process_is_returned() -> None:
    assert computed_apart(lambda: b"x" * 3_000_000) == b"x" * 3_000_000


def test_a_run_that_is_killed_while_it_loads_can_start_again(tmp_path: Path) -> None:
    other = killed_while(LOADING, tmp_path)

    if psutil.pid_exists(other):
        psutil.Process(other).wait(LONGEST)
    with only_one(tmp_path):
        pass


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only /proc says who has a file open")
def test_the_error_names_the_processes_that_still_run(tmp_path: Path) -> None:
    child = killed_while(LEAKING, tmp_path)
    try:
        with pytest.raises(AlreadyInUse, match=f"end them with `kill -9 {child}`"), only_one(tmp_path):
            pass
    finally:
        psutil.Process(child).send_signal(signal.SIGKILL)
        psutil.Process(child).wait(LONGEST)
    with only_one(tmp_path):
        pass


def test_a_run_killed_while_it_creates_the_database_can_start_again(tmp_path: Path) -> None:
    data = tmp_path / "postgres"
    run = started(MAKING, data)
    until = time.monotonic() + LONGEST
    while not list(tmp_path.glob("*/PG_VERSION")) and time.monotonic() < until:
        time.sleep(0.001)
    run.kill()
    run.wait(LONGEST)

    cluster = Cluster(data, durable=False)
    try:
        cluster.start()
    finally:
        cluster.destroy()
