"""Other systems in the same run: boardgame.io, RLCard and the `eventsourcing` library, each installed on its own.

`make bench` installs them once below `.data/bench/peers`, never into the project's environment, and measures them in
turn with this project, so that the ratios hold on a busy machine. A peer that cannot be installed is left out with a
line that says so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from games import compiled
from tests.bench.engine import ROOT, Worker
from tests.stack import Stack

HERE = Path(__file__).parent
FOLDER = ROOT / ".data" / "bench" / "peers"
PYTHON_PACKAGES = ("rlcard==1.2.0", "eventsourcing==9.5.6", "psycopg[binary]", "psycopg-pool")
OURS, HAND = "Comptoir: Great Dalmuti, one hand", "great_dalmuti_one_hand"
NODE_PACKAGES = ("boardgame.io@0.50.2",)


class Missing(Exception):
    """A peer cannot be installed here; says why."""


def python() -> str:
    """Returns the interpreter of the Python peers, installed at the first call. Raises Missing."""
    interpreter = FOLDER / "venv" / "bin" / "python"
    if not interpreter.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        _run(sys.executable, "-m", "venv", FOLDER / "venv")
        try:
            _run(interpreter, "-m", "pip", "install", "--quiet", *PYTHON_PACKAGES)
        except Missing:
            shutil.rmtree(FOLDER / "venv", ignore_errors=True)
            raise
    return str(interpreter)


def dalmuti() -> Path:
    """Returns the script of the boardgame.io peer beside its packages, installed at the first call. Raises Missing."""
    if shutil.which("npm") is None:
        raise Missing("Node and npm are not at hand")
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not (FOLDER / "node_modules").exists():
        _run("npm", "install", "--silent", "--prefix", FOLDER, *NODE_PACKAGES)
    return Path(shutil.copy(HERE / "dalmuti.mjs", FOLDER))


def _run(*command: str | Path, environment: Mapping[str, str] | None = None) -> str:
    words = [str(word) for word in command]
    try:
        return subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        reason = getattr(error, "stderr", "") or str(error)
        raise Missing(f"{words[0]} failed: {reason.strip().splitlines()[-1] if reason.strip() else ''}") from error


def engines(seconds: float, rounds: int = 5) -> dict[str, dict[str, float]]:
    """Measures one hand of Great Dalmuti at six seats, and its peers, in turn; medians for each second of CPU time.

    Our engines come first: the pure one, then the compiled one if `make compiled` has built it."""
    engines = ("pure", "compiled") if compiled.is_current() else ("pure",)
    ours = {f"{OURS}, {engine}": Worker(ROOT, engine) for engine in engines}
    ways = {
        **{name: partial(worker.measure, HAND, 2, "simulated", seconds) for name, worker in ours.items()},
        "boardgame.io: a like game": lambda: json.loads(_run("node", dalmuti(), str(seconds))),
        "RLCard: Uno": lambda: json.loads(_run(python(), HERE / "uno.py", str(seconds))),
    }
    rates: dict[str, list[dict[str, float]]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, measured in ways.items():
            try:
                rates[name].append(measured())
            except Missing as reason:
                print(f"left out: {name}: {reason}")
    for worker in ours.values():
        worker.stop()
    return {
        name: {unit: median(rate[unit] for rate in of_name) for unit in ("matches", "moves")}
        for name, of_name in rates.items() if of_name
    }  # fmt: skip


def library(stack: Stack, events: int) -> dict[str, float]:
    """Measures the `eventsourcing` library on the stack's PostgreSQL: seconds an append, seconds a replay.

    Raises Missing."""
    from psycopg.conninfo import conninfo_to_dict

    address: dict[str, Any] = conninfo_to_dict(stack.database())
    environment = {
        **os.environ, "POSTGRES_DBNAME": address["dbname"], "POSTGRES_HOST": address["host"],
        "POSTGRES_PORT": str(address.get("port") or 5432), "POSTGRES_USER": address["user"],
        "POSTGRES_PASSWORD": address.get("password") or "-",
    }  # fmt: skip
    return json.loads(_run(python(), HERE / "event_library.py", str(events), environment=environment))  # type: ignore[no-any-return]
