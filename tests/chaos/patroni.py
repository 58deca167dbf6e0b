"""Three machines whose PostgreSQL is kept by Patroni, beside three etcd, and HAProxy, which knows the primary.

With the files of `project/production`, on loopback.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import psycopg

from project.embedded.postgres import binaries
from tests.chaos.clusters import Server
from tests.stack import ROOT, free_port

FILES = ROOT / "project" / "production"
NEEDED = {"etcd": "etcd-server", "patroni": "patroni", "haproxy": "haproxy"}  # programs, and Debian's packages of them
NAMES = ("a", "b", "c")
PASSWORD = "postgres"  # of servers that listen on the loopback address and live as long as their test
START_SECONDS = 120
WHOLE_SECONDS = 6.0  # of play with all machines, before one of them is lost
POLL_SECONDS = 0.2


class Machine(Server):
    """A PostgreSQL that Patroni starts, promotes and rewinds. coordinators: the addresses of etcd."""

    def __init__(self, folder: Path, coordinators: Sequence[str]) -> None:
        super().__init__(folder)
        self._coordinators = coordinators
        self.answers_at = free_port()

    @property
    def url(self) -> str:
        return f"postgresql://postgres:{PASSWORD}@{self.address}/postgres"

    def start(self, *words: str, wait: bool = True) -> None:
        """Starts Patroni, which makes the cluster or joins it."""
        log = self.log.open("ab")
        self.process = subprocess.Popen(
            ["patroni", FILES / "patroni.yml"], stdout=log, stderr=log, cwd="/", env=self.environment(), **self.user
        )

    def environment(self) -> dict[str, str]:
        """Returns the variables in which the machines differ."""
        here = f"127.0.0.1:{self.answers_at}"
        return {
            "PATH": os.environ["PATH"],
            "PATRONI_NAME": self.data.name,
            "PATRONI_ETCD3_HOSTS": ",".join(self._coordinators),
            "PATRONI_RESTAPI_LISTEN": here,
            "PATRONI_RESTAPI_CONNECT_ADDRESS": here,
            "PATRONI_POSTGRESQL_LISTEN": self.address,
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": self.address,
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.data / "data"),
            "PATRONI_POSTGRESQL_PGPASS": str(self.data / "pgpass"),
            "PATRONI_POSTGRESQL_BIN_DIR": str(binaries()),
            "PATRONI_SUPERUSER_USERNAME": "postgres",
            "PATRONI_SUPERUSER_PASSWORD": PASSWORD,
            "PATRONI_REPLICATION_USERNAME": "replicator",
            "PATRONI_REPLICATION_PASSWORD": PASSWORD,
        }

    def processes(self) -> list[psutil.Process]:
        """Returns Patroni, the postmaster and all that belongs to them."""
        assert self.process is not None
        tops = [self.process.pid]
        with suppress(OSError, ValueError, IndexError):
            tops.append(int((self.data / "data" / "postmaster.pid").read_text().splitlines()[0]))
        found = []
        for pid in tops:
            with suppress(psutil.NoSuchProcess):
                top = psutil.Process(pid)
                found += [top, *top.children(recursive=True)]
        return found

    def kill(self) -> None:
        """Kills all processes at once, as the end of the machine does."""
        assert self.process is not None
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """Stops all processes, as a machine does that stands still; kernel and connections stay."""
        self.frozen = self.processes()
        for process in self.frozen:
            with suppress(psutil.NoSuchProcess):
                process.suspend()

    def thaw(self) -> None:
        """Lets them go on, as if no time had passed."""
        for process in self.frozen:
            with suppress(psutil.NoSuchProcess):
                process.resume()

    def is_primary(self) -> bool:
        return self._tells("NOT pg_is_in_recovery()")

    def has_standby(self) -> bool:
        """Returns whether this is a primary that a synchronous standby follows."""
        return self.is_primary() and self._tells(
            "EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))"
        )

    def follows(self) -> bool:
        """Returns whether this is a standby that receives from a primary."""
        return self._tells("EXISTS (SELECT FROM pg_stat_wal_receiver WHERE status = 'streaming')")

    def _tells(self, truth: str) -> bool:
        with suppress(psycopg.Error), psycopg.connect(self.url, connect_timeout=2) as server:
            return server.execute(f"SELECT {truth}").fetchone() == (True,)
        return False

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


class Writer(threading.Thread):
    """Writes to a former primary again and again; counts what it acknowledges."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(daemon=True)
        self._machine, self._stopping = machine, threading.Event()
        self.acknowledged = self.refused = 0

    def run(self) -> None:
        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._machine.url, autocommit=True, connect_timeout=2) as server:
                    server.execute("CREATE TABLE split_brain (x int)")
                self.acknowledged += 1
            except psycopg.Error:
                self.refused += 1
            self._stopping.wait(POLL_SECONDS)

    def finish(self) -> int:
        """Returns how many writes were acknowledged; one that waits for a standby still is not."""
        self._stopping.set()
        self.join(5)
        return self.acknowledged


class Cluster(NamedTuple):
    """The machines, and where HAProxy passes connections on to the primary."""

    machines: list[Machine]
    url: str


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Three machines, of which one is the primary and the others follow it."""
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    if missing:
        raise RuntimeError(f"expected programs that are missing; try: apt-get install {' '.join(missing)}")
    peers = {name: (free_port(), free_port()) for name in NAMES}
    machines = [Machine(folder / name, [f"127.0.0.1:{port}" for port, _ in peers.values()]) for name in NAMES]
    others = [_coordinator(folder, name, peers, machines[0].user) for name in NAMES]
    listening = f"127.0.0.1:{free_port()}"
    others.append(_proxy(folder, machines, listening))
    try:
        for machine in machines:
            machine.start()
        until_whole(machines)
        yield Cluster(machines, machines[0].url.replace(machines[0].address, listening))
    finally:
        for machine in machines:
            machine.stop()
        for process in others:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def until_whole(machines: Sequence[Machine]) -> Machine:
    """Waits until one machine is the primary and all others follow it, for a while; returns the primary.

    Patroni may stop a standby again, to rewind it, just after it has begun to follow.
    """
    whole_since = time.monotonic()

    def whole() -> bool:
        nonlocal whole_since
        primaries = [machine for machine in machines if machine.has_standby()]
        if len(primaries) != 1 or sum(machine.follows() for machine in machines) != len(machines) - 1:
            whole_since = time.monotonic()
        return time.monotonic() > whole_since + WHOLE_SECONDS

    until(whole, "a primary that all others follow", START_SECONDS)
    return next(machine for machine in machines if machine.is_primary())


def until(truth: Callable[[], bool], claim: str, seconds: float) -> None:
    """Waits for a truth; raises RuntimeError after that many seconds."""
    end = time.monotonic() + seconds
    while not truth():
        if time.monotonic() > end:
            raise RuntimeError(f"expected {claim} within {seconds:.0f} seconds")
        time.sleep(POLL_SECONDS)


def _coordinator(
    folder: Path, name: str, peers: dict[str, tuple[int, int]], user: dict[str, Any]
) -> subprocess.Popen[bytes]:
    """Starts one of the three etcd."""
    port, peer = peers[name]
    log = (folder / f"etcd-{name}.log").open("ab")
    data = folder / f"etcd-{name}"
    data.mkdir(mode=0o700)
    if user:
        os.chown(data, user["user"], user["group"])
    words = {
        "name": name, "data-dir": str(data), "listen-client-urls": f"http://127.0.0.1:{port}",
        "advertise-client-urls": f"http://127.0.0.1:{port}", "listen-peer-urls": f"http://127.0.0.1:{peer}",
        "initial-advertise-peer-urls": f"http://127.0.0.1:{peer}", "initial-cluster-state": "new",
        "initial-cluster": ",".join(f"{each}=http://127.0.0.1:{ports[1]}" for each, ports in peers.items()),
        # Machines with other work: an etcd that waits for a core is not to lose its leadership.
        "heartbeat-interval": "500", "election-timeout": "5000",
    }  # fmt: skip
    command = ["etcd", *(f"--{word}={value}" for word, value in words.items())]
    return subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **user)


def _proxy(folder: Path, machines: Sequence[Machine], listening: str) -> subprocess.Popen[bytes]:
    """Starts HAProxy."""
    named = {"PATH": os.environ["PATH"], "PRIMARY_LISTEN": listening}
    for machine in machines:
        letter = machine.data.name.upper()
        named |= {f"POSTGRES_{letter}": machine.address, f"PATRONI_PORT_{letter}": str(machine.answers_at)}
    log = (folder / "haproxy.log").open("ab")
    return subprocess.Popen(["haproxy", "-db", "-f", FILES / "haproxy.cfg"], stdout=log, stderr=log, env=named)
