"""The stack of `make run` in its own folder, and its processes."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from project.embedded import installation_keys, postgres
from tests import template

ROOT = Path(__file__).resolve().parent.parent
STARTING_SECONDS = 300.0  # longer than a busy machine needs
PARTS = ("web", "worker", "worker_child", "search", "scheduler", "backend", "background", "postmaster")


def copy_of_the_tree(to: Path, *names: str) -> Path:
    """Copies files and folders of the repository, without build products, so that a test can change the copy."""
    made = shutil.ignore_patterns("node_modules", "__pycache__")
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=made)
        else:
            shutil.copy(ROOT / name, to / name)
    return to


def free_port() -> int:
    """Returns a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, seconds: float = 120) -> None:
    """Waits until a process listens on a port. Raises RuntimeError after `seconds`."""
    until = time.monotonic() + seconds
    while not any(
        each.laddr.port == port and each.status == psutil.CONN_LISTEN for each in psutil.net_connections("tcp")
    ):
        if time.monotonic() > until:
            raise RuntimeError(f"expected a server on port {port} within {seconds} seconds")
        time.sleep(0.1)


class Stack:
    """A run of `manage.py up` in this checkout or another (root)."""

    def __init__(
        self, settings: str = "project.settings", environment: Mapping[str, str] | None = None, root: Path = ROOT
    ) -> None:
        self.root = root
        self.folder = Path(tempfile.mkdtemp(prefix="comptoir-stack-"))
        self.port = free_port()
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "CELERY_BROKER_URL")},
            "COMPTOIR_DATA": str(self.folder),
            "PORT": str(self.port),
            "COMPTOIR_LIMITS": "off",
            "COMPTOIR_CLIENT_BUNDLE": "",  # the client in modules
            "DJANGO_SETTINGS_MODULE": settings,
            "LOG_LEVEL": "WARNING",
            **(environment or {}),
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts everything and waits until it answers; this checkout starts with a migrated database."""
        is_embedded = not self.environment.keys() & {"DATABASE_URL", "DATABASE_URL_FILE"}
        if self.root == ROOT and is_embedded and not (self.folder / "postgres").exists():
            template.copy_to(self.folder / "postgres")
        log = (self.folder / "up.log").open("ab")
        command = [sys.executable, str(self.root / "manage.py"), "up"]
        self.process = subprocess.Popen(command, cwd=self.root, env=self.environment, stdout=log, stderr=log)
        if not self.answers_within(STARTING_SECONDS):
            raise RuntimeError(f"expected the stack to be ready, got {(self.folder / 'up.log').read_text()[-2000:]}")

    def answers_within(self, seconds: float) -> bool:
        """Returns whether /readyz succeeds within the given time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with suppress(OSError), urllib.request.urlopen(f"{self.address}/readyz", timeout=2) as answer:
                if answer.status == 200:
                    return True
            time.sleep(0.2)
        return False

    def stop(self) -> None:
        """Stops everything and deletes the folder."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(30)
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment_inside(self) -> dict[str, str]:
        """Returns the environment of the servers: the addresses of the database, the secrets."""
        data = self.folder / "postgres"
        queue = postgres.url(data, database=postgres.QUEUE_DATABASE)
        databases = {"DATABASE_URL": postgres.url(data), "QUEUE_DATABASE_URL": queue}
        return {**self.environment, **databases, **installation_keys.load(self.folder), "PYTHONPATH": str(self.root)}

    def database(self, name: str = postgres.DATABASE) -> str:
        """Returns the owner's current address of a database."""
        return postgres.url(self.folder / "postgres", postgres.OWNER, name)

    def processes(self, *parts: str) -> list[psutil.Process]:
        """Returns the running processes of some parts of the stack."""
        assert self.process is not None, "the stack is not started"
        matching = []
        with suppress(psutil.NoSuchProcess):
            for process in psutil.Process(self.process.pid).children(recursive=True):
                with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                    if _part_of(process) in parts:
                        matching.append(process)
        return matching


def _part_of(process: psutil.Process) -> str | None:
    line = " ".join(process.cmdline()).strip()
    if line.startswith("comptoir: "):
        name = line.split()[1]
        parent = process.parent()
        is_child = parent is not None and " ".join(parent.cmdline()).startswith("comptoir: ")
        return f"{name}_child" if is_child and name == "worker" else name
    if "project.serving.server" in line:
        return "web"
    if " scheduler" in line:
        return "scheduler"
    if "celery" in line:
        parent = process.parent()
        if " -Q search" in line:
            return "search"
        return "worker_child" if parent is not None and "celery" in " ".join(parent.cmdline()) else "worker"
    if line.startswith("postgres:"):
        return "backend" if "127.0.0.1" in line or "[local]" in line else "background"
    return "postmaster" if "bin/postgres" in line else None
