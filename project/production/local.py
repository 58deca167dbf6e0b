"""`make prod-local`: a whole deployment on one machine, process by process, each on its own port.

The processes, their commands and settings are those of services.toml, which compose.yaml repeats. A node that ends is
started again. SIGHUP (`python -m project.production roll`) replaces the nodes one after another: a node finishes the
requests that it has begun, nginx passes others to the remaining nodes, and the successor is ready before the next node
stops.
"""

from __future__ import annotations

import http.client
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from project.embedded.identity import dies_with_parent
from project.embedded.supervisor import Child, Supervisor, python, say
from project.production import files, places
from project.production.plan import Node, Service, defaults, filled, nodes, services

HEALTH_SECONDS = 3.0  # between two looks at the nodes and the primary
READY_SECONDS = 60.0
NEEDED = ("nginx", "pgbouncer", "openssl")
ROOT = Path(__file__).resolve().parent.parent.parent
POOLER_USER = "nobody"
DONE = object()


class ProductionError(Exception):
    """The deployment cannot be started; the text says what to do."""


class Production:
    """One run of all processes."""

    def __init__(self, where: places.Places) -> None:
        self.where = where
        self.secrets = read_secrets(where)
        self.nodes = list(nodes(where.port))
        self.runtime = Path(tempfile.mkdtemp(prefix="comptoir-production-", dir="/tmp"))
        self.runtime.chmod(0o755)
        self.pooler = self.runtime / "pgbouncer"
        self.metrics = self.runtime / "metrics"
        self.metrics.mkdir()
        self.children: dict[str, Child] = {}
        self.unhealthy: set[str] = set()
        self.supervisor = Supervisor(self.each_tick, max(node.service.stop_seconds for node in self.nodes))
        self.primary = ""
        self._looked_at = time.monotonic()
        self._roll: Iterator[None] | None = None

    def run(self) -> int:
        """Prepares, starts and keeps everything; returns the exit status."""
        _require_programs()
        self.supervisor.listen()
        signal.signal(signal.SIGHUP, lambda *_: self.request_roll())
        try:
            self.prepare()
            self.start()
            return self.supervisor.run()
        finally:
            self.stop()

    def prepare(self) -> None:
        """Makes the database and the files, and runs `prepare`."""
        places.make_database(self.where.admin, self.secrets, self.where.name)
        self.pooler.mkdir()
        self.point_pooler(self.where.primaries()[0])
        files.make_certificate(self.runtime)
        ports, real_ip_from = (self.where.port, self.where.secure_port), self.secrets["COMPTOIR_REAL_IP_FROM"]
        files.write_proxy(self.runtime, self.nodes, ports, real_ip_from)
        once = services()["prepare"]
        words = [sys.executable, *once.command[1:]]
        if subprocess.run(words, cwd=ROOT, env={**os.environ, **self.environment(once)}).returncode:
            raise ProductionError("`manage.py prepare` failed; nothing was started")

    def start(self) -> None:
        """Starts every node; the pooler first, because it stops last."""
        for node in self.nodes:
            child = Child(node.name, partial(self.launch, node))
            child.start()
            self.children[node.name] = child
            self.supervisor.children.append(child)
        self.write_state()
        say(f"starting {len(self.nodes)} nodes, proxy at http://127.0.0.1:{self.where.port}/ (for load balancers) and "
            f"https://localhost:{self.where.secure_port}/")  # fmt: skip

    def stop(self) -> None:
        """Stops every node gracefully and removes the files of this run."""
        self.supervisor.stop()
        (self.where.folder / "nodes.json").unlink(missing_ok=True)
        shutil.rmtree(self.runtime, ignore_errors=True)

    # -- nodes

    def port_of(self, name: str) -> int:
        return next(node.port for node in self.nodes if node.name == name and node.port is not None)

    def environment(self, service: Service) -> dict[str, str]:
        """Returns the variables of a service, with this machine's addresses and secrets."""
        named = environment_of(service, self.where, self.secrets)
        if service.environment:
            named["PROMETHEUS_MULTIPROC_DIR"] = str(self.metrics)
        return named

    def launch(self, node: Node) -> subprocess.Popen[bytes]:
        """Starts the process of a node."""
        if node.service.name == "pgbouncer":
            return self._program(["pgbouncer", str(self.pooler / "pgbouncer.ini")], POOLER_USER)
        if node.service.name == "proxy":
            return self._program(["nginx", "-p", str(self.runtime), "-c", str(self.runtime / "nginx.conf")])
        return python(local_words(node), self.environment(node.service))()

    def _program(self, words: list[str], user: str | None = None) -> subprocess.Popen[bytes]:
        identity = pwd.getpwnam(user) if user and os.geteuid() == 0 else None
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            user=identity and identity.pw_uid, group=identity and identity.pw_gid,
            extra_groups=[] if identity else None, preexec_fn=dies_with_parent(signal.SIGTERM),
        )  # fmt: skip

    def write_state(self) -> None:
        """Writes nodes.json: where each node listens, and its process, for `roll` and for tests."""
        state = {
            "supervisor": os.getpid(),
            "nodes": {
                node.name: {"port": node.port, "pid": child.process.pid if child.process else None}
                for node in self.nodes
                for child in [self.children[node.name]]
            },
        }
        draft = self.where.folder / "nodes.new"
        draft.write_text(json.dumps(state, indent=1))
        draft.replace(self.where.folder / "nodes.json")

    # -- health

    def each_tick(self) -> None:
        """Goes on with a rolling upgrade; looks at the health of the nodes every few seconds."""
        if self._roll is not None and next(self._roll, DONE) is DONE:
            self._roll = None
        if time.monotonic() - self._looked_at < HEALTH_SECONDS:
            return
        self._looked_at = time.monotonic()
        self.write_state()
        threading.Thread(target=self.report_health, daemon=True).start()

    def report_health(self) -> None:
        """Says which nodes have become unhealthy or healthy again."""
        sick = {node.name for node in self.nodes if not is_healthy(node)}
        for name in sorted(sick - self.unhealthy):
            say("unhealthy", name)
        for name in sorted(self.unhealthy - sick):
            say("healthy", name)
        self.unhealthy = sick
        if len(self.where.servers) > 1:
            self.follow_primary()

    # -- failover

    def point_pooler(self, primary: str) -> None:
        """Has PgBouncer connect to another server."""
        self.primary = primary
        port, secret = self.port_of("pgbouncer"), self.secrets["APP_PASSWORD"]
        files.write_pooler(self.pooler, port, primary, self.where.name, secret)
        if os.geteuid() == 0:
            files.hand_over(self.pooler, POOLER_USER)
        child = self.children.get("pgbouncer")
        if child and child.is_running and child.process:
            child.process.send_signal(signal.SIGHUP)

    def follow_primary(self) -> None:
        """Points PgBouncer to the primary after a promotion; with two primaries it stays where it is."""
        primaries = self.where.primaries()
        if len(primaries) > 1:
            say(f"{' and '.join(primaries)} are both primaries: staying at {self.primary}; stop the former one")
        elif primaries and primaries != [self.primary]:
            self.point_pooler(primaries[0])
            say(f"PgBouncer now connects to the primary {primaries[0]}")

    # -- rolling upgrade

    def request_roll(self) -> None:
        """Begins to replace all nodes, unless that is going on already."""
        self._roll = self._roll or self.roll()

    def roll(self) -> Iterator[None]:
        """Replaces the nodes that run our code, one after another; yields while it waits.

        They get the secrets that the file has now. On the main thread: children die with the thread that started them.
        """
        self.secrets = read_secrets(self.where)
        self.point_pooler(self.primary)
        for node in self.nodes:
            if node.service.name not in ("pgbouncer", "proxy"):
                yield from self.replace(node)
        say("rolled: every node runs the new code")

    def replace(self, node: Node) -> Iterator[None]:
        """Replaces one node: a graceful stop, a new process, and on to the next node once it is ready.

        A node that stops accepts no connection, so nginx passes requests to others; it answers those that it has begun.
        """
        say("replacing", node.name)
        child = self.children[node.name]
        former = child.process
        child.request_stop()
        for _ in _seconds(node.service.stop_seconds):
            if not child.is_running:
                break
            yield
        else:
            child.wait(0)
        while child.process is former or not child.is_running:
            yield  # the supervisor starts it again
        if node.service.health:
            for _ in _seconds(READY_SECONDS):
                if is_healthy(node):
                    break
                yield
        self.write_state()


def read_secrets(where: places.Places) -> dict[str, str]:
    """Returns the variables of all services: those of the file of secrets, else of our environment."""
    named = {name: os.environ.get(name) or value for name, value in defaults().items()}
    return named | places.load_secrets(where.folder) | {"ALLOWED_HOSTS": "127.0.0.1"}


def environment_of(service: Service, where: places.Places, secrets: Mapping[str, str]) -> dict[str, str]:
    """Returns the variables of a service on this machine."""
    pooler = next(node.port for node in nodes(where.port) if node.name == "pgbouncer")
    addresses = {"postgres:5432": ",".join(where.servers), "pgbouncer:6432": f"127.0.0.1:{pooler}"}
    named = {name: filled(text, secrets, addresses) for name, text in service.environment.items()}
    for name in named.keys() & {"DATABASE_URL", "LISTEN_DATABASE_URL", "DATABASE_OWNER_URL"}:
        url = named[name].replace(f"//{places.NAME}_", f"//{where.name}_")
        named[name] = f"{url.removesuffix(places.NAME)}{where.name}"
    for name in ("LISTEN_DATABASE_URL", "DATABASE_OWNER_URL"):
        if len(where.servers) > 1 and name in named:
            named[name] += "?target_session_attrs=read-write"
    if "COMPTOIR_DATA" in named:
        named["COMPTOIR_DATA"] = str(where.folder)
        named["EMAIL_URL"] = named["EMAIL_URL"].replace(":////data/", f":///{where.folder}/")
    if "CELERY_BROKER_URL" in named:
        named["CELERY_BROKER_URL"] = where.broker
    return named


def local_words(node: Node) -> list[str]:
    """Returns the command of a node as arguments for Python, on this machine's address."""
    words = [str(node.port) if word == str(node.service.port) else word for word in node.service.command]
    words = [
        word.replace(files.ALL_ADDRESSES, "127.0.0.1").replace(f":{node.service.port}", f":{node.port}")
        for word in words
    ]
    return (
        words[1:] if words[0] == "python" else ["-W", "ignore:You're running the worker with superuser", "-m", *words]
    )


def is_healthy(node: Node) -> bool:
    """Returns whether a node can serve; one without a port counts as healthy, since its process is restarted anyway."""
    if node.port is None:
        return True
    if node.service.health is None:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", node.port), timeout=5).close()
            return True
        return False
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=6)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", node.service.health, headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    return False


def _seconds(seconds: float) -> Iterator[None]:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield


def _require_programs() -> None:
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        raise ProductionError(
            f"expected {', '.join(missing)} on this machine; try: apt-get install {' '.join(missing)}"
        )
