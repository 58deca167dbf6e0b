"""Measures the cost of `make run` while nobody plays: memory and CPU by process.

`python -m tests.bench.idle --seconds 60 --against OLD` starts this checkout and an older one in turn, each in an empty
data folder, and prints a table for each. Memory is PSS: shared pages count once, divided between their processes.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

HERE = Path(__file__).resolve().parents[2]
READY_SECONDS = 300
PYTHON = os.environ.get("BENCH_PYTHON", sys.executable)  # an environment without development packages uses less memory
QUEUES = re.compile(r"-Q (\w+)")


class Use(NamedTuple):
    """Use of one kind of process. memory: PSS in bytes; cpu: seconds since their start."""

    processes: int = 0
    memory: int = 0
    cpu: float = 0.0

    def plus(self, other: Use) -> Use:
        return Use(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


@contextmanager
def running(checkout: Path, port: int, environment: Mapping[str, str]) -> Iterator[psutil.Process]:
    """Runs `manage.py up` of a checkout in an empty data folder until the block ends; yields it once it is ready."""
    data = tempfile.mkdtemp(prefix="comptoir-idle-")
    process = subprocess.Popen(
        [PYTHON, "manage.py", "up"],
        cwd=checkout,
        env={**os.environ, "COMPTOIR_DATA": data, "PORT": str(port), **environment},
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until_ready(port)
        yield psutil.Process(process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        shutil.rmtree(data, ignore_errors=True)


def wait_until_ready(port: int) -> None:
    """Waits until /readyz answers 200. Raises TimeoutError."""
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as response:
                if response.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    raise TimeoutError(f"nothing is ready at port {port} after {READY_SECONDS} s")


def uses(top: psutil.Process) -> dict[str, Use]:
    """Returns the use of a process and its descendants, by name."""
    found: defaultdict[str, Use] = defaultdict(Use)
    for process in (top, *top.children(recursive=True)):
        try:
            times, memory = process.cpu_times(), process.memory_full_info().pss
            found[name_of(process)] = found[name_of(process)].plus(Use(1, memory, times.user + times.system))
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue
    return dict(found)


def name_of(process: psutil.Process) -> str:
    """Returns the role of a process, from its command."""
    words = " ".join(process.cmdline())
    if words.startswith("comptoir: "):
        return words.removeprefix("comptoir: ").rstrip(" 12")
    if words.startswith("postgres:"):
        kind = re.sub(r"^postgres: (comptoir_\w+ )?", "", words)
        return "postgres, connections" if "comptoir_" in words.partition(" ")[2] else f"postgres, {kind.strip()}"
    if "manage.py up" in words:
        return "supervisor"
    if "celery" in words:
        queue = QUEUES.search(words)
        return queue[1] if queue else "worker"
    parts = {"scheduler": "scheduler", "serving.server": "web", "project.work": "workers", "bin/postgres": "postgres"}
    return next((name for part, name in parts.items() if part in words), words[:40])


def measure(checkout: Path, settle: float, seconds: float, port: int, environment: Mapping[str, str]) -> None:
    """Prints the table of a checkout."""
    with running(checkout, port, environment) as top:
        time.sleep(settle)
        before = uses(top)
        time.sleep(seconds)
        after = uses(top)
    print(f"\n{checkout.name}, {seconds:.0f} s idle, load {os.getloadavg()[0]:.1f}\n")
    print("| process | processes | PSS, MB | CPU, ms/s |\n|---|---|---|---|")
    total = Use()
    for name in sorted(after, key=lambda name: (name.startswith("postgres"), name)):
        use = after[name]._replace(cpu=after[name].cpu - before.get(name, Use()).cpu)
        total = total.plus(use)
        print_row(name, use, seconds)
    print_row("all", total, seconds)


def print_row(name: str, use: Use, seconds: float) -> None:
    print(f"| {name} | {use.processes} | {use.memory / 1e6:.1f} | {1000 * use.cpu / seconds:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to look")
    parser.add_argument("--settle", type=float, default=15.0, help="how long to wait before")
    parser.add_argument("--against", type=Path, help="an older checkout, measured first")
    parser.add_argument("--port", type=int, default=8461)
    parser.add_argument("--small", action="store_true", help="with COMPTOIR_SMALL=1")
    arguments = parser.parse_args()
    environment = {"COMPTOIR_SMALL": "1"} if arguments.small else {}
    for checkout in filter(None, (arguments.against, HERE)):
        measure(checkout.resolve(), arguments.settle, arguments.seconds, arguments.port, environment)


if __name__ == "__main__":
    main()
