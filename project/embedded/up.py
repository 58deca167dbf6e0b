"""`manage.py up`, which `make run` calls: runs PostgreSQL, web, workers and scheduler in one terminal.

It starts without Django. After the preparation of the database, it loads the program and the settings. Then it forks
the servers, which share its memory.
"""

import http.client
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import environ

from project.embedded import installation_keys, postgres
from project.embedded.forks import Lines
from project.embedded.locks import FolderInUse
from project.embedded.places import data_folder
from project.embedded.supervisor import Child, Supervisor, say
from project.embedded.terminal import AlreadyInUse, listening_socket, only_one, own_foreground, port_of
from project.web import bundling

NAMED = ("DATABASE_URL", "DATABASE_OWNER_URL", "QUEUE_DATABASE_URL", "CELERY_BROKER_URL")
PRUNE_SECONDS = 600  # the time between two checks of the database's log files
QUIET_TICK = 0.5  # seconds between two checks of the children once all of them run
ROOT = Path(__file__).resolve().parent.parent.parent
BUNDLE = "COMPTOIR_CLIENT_BUNDLE"


class PreparationFailed(Exception):
    """The database could not be prepared. The reason has been printed already."""


def main() -> int:
    """Runs all parts in this terminal. Returns the exit status.

    Reads PORT, HOST, COMPTOIR_DATA, COMPTOIR_SMALL, COMPTOIR_CLIENT_BUNDLE, DATABASE_URL and CELERY_BROKER_URL.
    """
    data = data_folder()
    try:
        with own_foreground(), only_one(data):
            return Up(data).run()
    except (AlreadyInUse, postgres.PostgresError, FolderInUse) as error:
        sys.stderr.write(f"CommandError: {error}\n")
    except OSError as error:
        if error.filename is None:
            raise
        sys.stderr.write(f"CommandError: {_unusable(data, error)}\n")
    except PreparationFailed:
        pass
    return 1


class Up:
    """One run of all parts."""

    def __init__(self, data: Path) -> None:
        self.host = os.environ.get("HOST", "127.0.0.1")
        self.data = data
        named = {name: os.environ[name] for name in NAMED if os.environ.get(name)}
        keys = installation_keys.load_or_create(data) | installation_keys.from_environment(os.environ)
        self.environment = {"COMPTOIR_DATA": str(data)} | keys | named
        self.is_announced = False
        self.cluster: postgres.Cluster | None = None
        self.pruned_at = time.monotonic()
        self.bundling: subprocess.Popen[str] | None = None
        self.supervisor = Supervisor(self.each_tick)

    def run(self) -> int:
        """Runs until the end. Returns the exit status."""
        self.socket = listening_socket(self.host, port_of(os.environ.get("PORT") or "8000"))
        self.environment |= own_address(self.socket.getsockname()[1])
        supervisor = self.supervisor
        supervisor.listen()
        try:
            self.begin_bundle()
            supervisor.children += self.database()
            self.prepare()
            self.end_bundle()
            if not supervisor.is_stopping:
                supervisor.children += self.servers()
            return supervisor.run()
        finally:
            if self.bundling:
                bundling.kill(self.bundling)
            supervisor.stop()

    def database(self) -> Iterator[Child]:
        """Sets the URL of the database in the environment. Yields the embedded PostgreSQL if it is used."""
        if os.environ.get("DATABASE_URL"):
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
        self.environment |= {
            "DATABASE_URL": cluster.url(),
            "DATABASE_OWNER_URL": cluster.url(postgres.OWNER),
            "QUEUE_DATABASE_URL": cluster.url(database=postgres.QUEUE_DATABASE),
        }

    def prepare(self) -> None:
        """Creates roles, tables and the queue. Raises PreparationFailed.

        A separate process does this, so this process does not keep the modules in memory.
        """
        words = [sys.executable, "-m", "project.database.prepare"]
        if self.cluster:
            words.append(self.cluster.url(postgres.OWNER, "postgres"))
        if subprocess.run(words, env={**os.environ, **self.environment}, cwd=ROOT).returncode:
            raise PreparationFailed

    def begin_bundle(self) -> None:
        """Begins to bundle the client, unless it is bundled already, as in the image, or a bundle is named."""
        if environ.Env().bool("STATIC_MANIFEST", default=False):
            return
        self.environment["COMPTOIR_STATIC_VERSION"] = version = static_version()
        if BUNDLE in os.environ:
            return
        target = self.data / "client" / version
        self.environment[BUNDLE] = str(target)
        if (target / bundling.DESCRIBED).is_file():
            return
        shutil.rmtree(target.parent, ignore_errors=True)
        say("bundling the web client")
        try:
            self.bundling = bundling.begin(target, data=self.data)
        except OSError as error:
            self.without_bundle(str(error))

    def end_bundle(self) -> None:
        """Waits for the bundle."""
        if self.bundling and (failure := bundling.end(self.bundling, lambda: self.supervisor.is_stopping)):
            self.without_bundle(failure)

    def without_bundle(self, reason: str) -> None:
        """Lets the servers serve the modules of the client one by one."""
        if not self.supervisor.is_stopping:
            say(f"pages load more slowly, because the web client could not be bundled: {reason}")
        self.environment[BUNDLE] = ""

    def servers(self) -> Iterator[Child]:
        """Loads the program and yields the servers. The servers write their metrics to a common folder."""
        os.environ.update(self.environment)
        os.environ["DATABASE_OWNER_URL"] = ""  # the servers do not need it
        metrics = self.data / "metrics"
        shutil.rmtree(metrics, ignore_errors=True)
        metrics.mkdir()
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(metrics)
        sys.stdout = sys.stderr = Lines("comptoir")  # before other modules store references to the streams
        from project.embedded.servers import load, servers

        load()
        yield from servers(self.socket)

    def each_tick(self) -> None:
        """Announces readiness and prunes logs. The supervisor calls this method each tick."""
        self.announce_when_ready()
        if self.cluster and time.monotonic() - self.pruned_at > PRUNE_SECONDS:
            self.pruned_at = time.monotonic()
            self.cluster.prune_logs()

    def announce_when_ready(self) -> None:
        """Prints the address once all parts answer."""
        port = self.socket.getsockname()[1]
        if not self.is_announced and answers(self.host, port):
            self.is_announced, self.supervisor.tick = True, QUIET_TICK
            say(f"ready: http://{_reachable(self.host)}:{port}/ (Ctrl-C stops everything)")


def _unusable(data: Path, error: OSError) -> str:
    """Returns one line with the reason why the data folder is unusable."""
    reason = "it is not a folder" if isinstance(error, FileExistsError) else error.strerror
    return f"cannot use {error.filename}: {reason}; set COMPTOIR_DATA to a folder that you may write to, not {data}"


def static_version() -> str:
    """Returns a hash of all static files: those of the client, and those of packages by their pinned versions.

    `collectstatic` would hash each file, but it takes longer than the rest of the start.
    """
    digest = sha256((ROOT / "requirements.txt").read_bytes() + bundling.PLAN.read_bytes())
    for folder in (*bundling.SOURCES, bundling.PROGRAM):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def own_address(port: int) -> dict[str, str]:
    """Returns the address for links in e-mails, unless it is set. The name of the log does not depend on the port."""
    own = {"COMPTOIR_URL": f"http://localhost:{port}", "COMPTOIR_LOG_ORIGIN": "localhost:8000/log"}
    return (
        {} if os.environ.get("COMPTOIR_URL") else own | {name: os.environ[name] for name in own if os.environ.get(name)}
    )


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
