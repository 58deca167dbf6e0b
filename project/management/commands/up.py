"""`manage.py up`, behind `make run`: runs PostgreSQL, web, worker and sweeper in one terminal."""

import http.client
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import get_commands
from django.core.management.base import BaseCommand, CommandError

from events.notices.deliveries import THREADS
from games import compiled
from project.database.prepare import MANAGE, PrepareError, prepare
from project.database.roles import make_roles
from project.embedded import installation_keys, postgres
from project.embedded.locks import Held
from project.embedded.supervisor import Child, Supervisor, python, say
from project.embedded.terminal import Occupied, listening_socket, only_one, own_foreground, port_of

NAMED = ("DATABASE_URL", "DATABASE_OWNER_URL", "QUEUE_DATABASE_URL", "CELERY_BROKER_URL")
WEB_PROCESSES = min(2, os.cpu_count() or 1)  # one interpreter uses one core
NOTICES_CONNECTIONS = "4"  # its threads wait for receivers, and hold no connection meanwhile
SEARCH_NICE = "10"  # bots that search yield to everything else
PRUNE_SECONDS = 600  # between two checks of the database's log files
# Celery warns root at length; in containers root is usual, and pickle is refused anyway.
WORKER = ("-W", "ignore:You're running the worker with superuser", "-m", "celery", "--quiet", "-A", "project", "worker")
WORKER_OPTIONS = (
    *("--without-gossip", "--without-mingle"),
    "--without-heartbeat",  # nothing listens, and the embedded queue cannot send them: an error each time
    "--loglevel=WARNING",
)


class Command(BaseCommand):
    help = "Starts everything in this terminal. Honours PORT, HOST, COMPTOIR_DATA, DATABASE_URL, CELERY_BROKER_URL."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with own_foreground(), only_one(settings.DATA_DIR):
                status = Up(settings.DATA_DIR).run()
        except (Occupied, postgres.PostgresError, Held, PrepareError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            if error.filename is None:
                raise
            raise CommandError(_unusable(settings.DATA_DIR, error)) from error
        sys.exit(status)


class Up:
    """One run, from the first child to the last."""

    def __init__(self, data: Path) -> None:
        self.host = os.environ.get("HOST", "127.0.0.1")
        self.data = data
        named = {name: os.environ[name] for name in NAMED if os.environ.get(name)}
        keys = installation_keys.load_or_create(data) | installation_keys.from_environment(os.environ)
        self.environment = {"COMPTOIR_DATA": str(data)} | keys | named
        self.is_announced = False
        self.cluster: postgres.Cluster | None = None
        self.pruned_at = time.monotonic()

    def run(self) -> int:
        """Runs until the end; returns the exit status."""
        self.socket = listening_socket(self.host, port_of(os.environ.get("PORT") or "8000"))
        supervisor = Supervisor(self.each_tick)
        supervisor.listen()
        try:
            supervisor.children += self.database()
            prepare(self.environment)
            self.environment["DATABASE_OWNER_URL"] = ""  # the servers do not need it
            supervisor.children += self.servers()
            return supervisor.run()
        finally:
            supervisor.stop()

    def database(self) -> Iterator[Child]:
        """Sets the database in the environment; starts the embedded one if it is used."""
        if settings.DATABASE_IS_NAMED:
            if "DATABASE_OWNER_URL" not in self.environment:
                say("no DATABASE_OWNER_URL: one role owns and plays, so only triggers protect the log from changes")
            return
        self.cluster = cluster = postgres.Cluster(self.data / "postgres")
        say(f"starting PostgreSQL in {cluster.data}")
        cluster.make()
        child = Child("postgres", cluster.launch, stop_with=postgres.STOP)
        child.start()
        yield child
        cluster.wait_ready()
        make_roles(
            cluster.url(postgres.OWNER, "postgres"),
            owner=postgres.OWNER,
            app=postgres.APP,
            database=postgres.DATABASE,
            queue=postgres.QUEUE_DATABASE,
        )
        self.environment |= {
            "DATABASE_URL": cluster.url(),
            "DATABASE_OWNER_URL": cluster.url(postgres.OWNER),
            "QUEUE_DATABASE_URL": cluster.url(database=postgres.QUEUE_DATABASE),
        }

    def servers(self) -> Iterator[Child]:
        """Yields the servers: web, the four workers and, if installed, the sweeper."""
        listening = self.socket.fileno()
        words = ("-m", "project.serving.server", "--fd", str(listening))
        for number in range(1, WEB_PROCESSES + 1):
            yield Child("web" if WEB_PROCESSES == 1 else f"web {number}", python(words, self.environment, [listening]))
        yield Child("worker", python((*WORKER, *WORKER_OPTIONS, "--concurrency=2"), self.environment))
        engine = "compiled" if compiled.is_current() else "pure"
        search = self.environment | {"COMPTOIR_WORKER_NICE": SEARCH_NICE, compiled.SETTING: engine}
        yield Child("search", python((*WORKER, *WORKER_OPTIONS, "--concurrency=1", "-Q", "search"), search))
        notices = self.environment | {"DATABASE_POOL_SIZE": NOTICES_CONNECTIONS}
        for name, threads, environment in (("notices", THREADS, notices), ("mails", 1, self.environment)):
            options = ("--pool=threads", f"--concurrency={threads}", "-Q", name)
            yield Child(name, python((*WORKER, *WORKER_OPTIONS, *options), environment))
        if "sweep" in get_commands():
            yield Child("sweeper", python((str(MANAGE), "sweep"), self.environment))

    def each_tick(self) -> None:
        """Announces readiness and prunes logs; the supervisor calls it regularly."""
        self.announce_when_ready()
        if self.cluster and time.monotonic() - self.pruned_at > PRUNE_SECONDS:
            self.pruned_at = time.monotonic()
            self.cluster.prune_logs()

    def announce_when_ready(self) -> None:
        """Prints the address once all parts answer."""
        port = self.socket.getsockname()[1]
        if not self.is_announced and answers(self.host, port):
            self.is_announced = True
            say(f"ready: http://{_reachable(self.host)}:{port}/ (Ctrl-C stops everything)")


def _unusable(data: Path, error: OSError) -> str:
    """Returns in one line why the data folder is unusable."""
    reason = "it is not a folder" if isinstance(error, FileExistsError) else error.strerror
    return f"cannot use {error.filename}: {reason}; set COMPTOIR_DATA to a folder that you may write to, not {data}"


def answers(host: str, port: int) -> bool:
    """Returns whether /readyz reports that all parts are ready."""
    connection = http.client.HTTPConnection(_reachable(host), port, timeout=5)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/readyz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    return False


def _reachable(host: str) -> str:
    """Returns the address on this machine of a server that listens on all addresses."""
    return "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104
