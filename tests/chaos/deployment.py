"""`make prod-local` as a process of its own."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from project.production.local import is_healthy
from project.production.plan import Node, services
from tests.caller import BY_TLS
from tests.stack import ROOT, free_port

START_SECONDS = 400  # on a machine with much other work


class Deployment:
    """One run of `python -m project.production` in a folder of its own. folder: one with secrets that are there."""

    def __init__(self, environment: Mapping[str, str] | None = None, folder: Path | None = None) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="comptoir-deployment-"))
        self.port = _free_range()
        self.environment = {
            **os.environ, "PROD_DATA": str(self.folder), "PROD_PORT": str(self.port), "COMPTOIR_LIMITS": "off",
            "LOG_LEVEL": "WARNING", **(environment or {}),
        }  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts all nodes and waits until the proxy passes requests on."""
        log = (self.folder / "log").open("ab")
        command = [sys.executable, "-u", "-m", "project.production"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        if not self.answers_within(START_SECONDS):
            raise RuntimeError(f"expected the deployment to be ready, got {self.log()[-3000:]}")

    def answers_within(self, seconds: float) -> bool:
        """Returns whether /readyz succeeds through the proxy within that time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=3)
            with suppress(OSError, http.client.HTTPException):
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return True
            time.sleep(0.2)
        return False

    def stop(self) -> int:
        """Stops everything; returns the exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(90)

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def secrets(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in (self.folder / "env").read_text().splitlines())

    def processes(self) -> dict[str, psutil.Process]:
        """Returns the main process of each node that runs."""
        nodes = json.loads((self.folder / "nodes.json").read_text())["nodes"]
        found = {}
        for name, node in nodes.items():
            with suppress(psutil.NoSuchProcess, TypeError):
                found[name] = psutil.Process(node["pid"])
        return found

    def port_of(self, name: str) -> int:
        """Returns where a node listens."""
        return int(json.loads((self.folder / "nodes.json").read_text())["nodes"][name]["port"])

    def pids(self) -> set[int]:
        """Returns the processes that the supervisor has started and that run."""
        supervisor = json.loads((self.folder / "nodes.json").read_text())["supervisor"]
        return {child.pid for child in psutil.Process(supervisor).children()}

    def is_back(self, name: str, before: set[int]) -> bool:
        """Returns whether a process that was not there before runs in the place of a killed node, and serves."""
        if self.pids() <= before:
            return False
        state = json.loads((self.folder / "nodes.json").read_text())
        return is_healthy(Node(name, services()[name.partition("-")[0]], state["nodes"][name]["port"]))

    def memory_mb(self) -> dict[str, int]:
        """Returns the memory of each node and its children that nobody else has, in MB."""
        return {name: round(sum(map(_unique, [top, *top.children(recursive=True)])) / 2**20)
                for name, top in self.processes().items()}  # fmt: skip

    def cpu_seconds(self, *others: psutil.Process) -> Counter[str]:
        """Returns the processor time that each kind of node has used; others: further processes, such as PostgreSQL."""
        used = Counter[str]()
        for name, top in [*self.processes().items(), *(("postgres", other) for other in others)]:
            for process in (top, *top.children(recursive=True)):
                with suppress(psutil.Error):
                    used[name.partition("-")[0]] += sum(process.cpu_times()[:2])
        return used

    def roll(self, seconds: float = 300) -> float:
        """Replaces all nodes; returns how many seconds it took."""
        began, before = time.monotonic(), self.log().count("rolled:")
        subprocess.run([sys.executable, "-m", "project.production", "roll"], cwd=ROOT, env=self.environment, check=True)
        while self.log().count("rolled:") == before:
            if time.monotonic() - began > seconds:
                raise RuntimeError(f"expected the nodes to be replaced, got {self.log()[-3000:]}")
            time.sleep(0.5)
        return time.monotonic() - began


def _unique(process: psutil.Process) -> int:
    with suppress(psutil.Error):
        return int(process.memory_full_info().uss)
    return 0


def _free_range() -> int:
    """Returns a port after which a few more, and one a thousand later, are probably free."""
    return 20_000 + free_port() % 9_000


class StreamClient(threading.Thread):
    """Reads a player's stream through the proxy, and opens it again when it ends.

    served: for each line, when it was awaited, or the connection asked for, and when it was read; monotonic.
    """

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port, self.token, self.stopping = port, "", threading.Event()
        self.served: list[tuple[float, float]] = []

    def run(self) -> None:
        while not self.stopping.is_set():
            asked = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=("127.0.2.1", 0))
            with suppress(OSError, http.client.HTTPException):
                headers = {**BY_TLS, "Authorization": f"Bearer {self.token}"}
                connection.request("GET", "/api/v1/me/stream", headers=headers)
                response = connection.getresponse()
                while response.status == 200 and response.readline() and not self.stopping.is_set():
                    self.served.append((asked, time.monotonic()))
                    asked = time.monotonic()
            connection.close()
            self.stopping.wait(0.2)
