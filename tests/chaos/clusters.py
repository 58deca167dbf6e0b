"""PostgreSQL servers of a test: a primary and a synchronous standby that streams from it, each on its own port."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from project.embedded.postgres import binaries
from tests.stack import free_port

STANDBY = "standby"
SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
wal_log_hints = on
wal_keep_size = 1GB
synchronous_commit = on
"""
HBA = "host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n"


class Server:
    """One PostgreSQL. folder: reachable for the user nobody, if root runs the test; settings: beside SETTINGS."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        self.data, self.port, self.settings = folder, free_port(), settings
        self.process: subprocess.Popen[bytes] | None = None
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"postgresql://postgres@{self.address}/postgres"

    @property
    def log(self) -> Path:
        return self.data.parent / f"{self.data.name}.log"

    def make(self) -> None:
        """Makes an empty server."""
        self._run(
            "initdb", "-D", self.data, "-U", "postgres", "--auth=trust", "--data-checksums", "--locale=C", "-E", "UTF8"
        )
        self._configure()

    def copy(self, primary: Server) -> None:
        """Makes a standby of another server."""
        self._run(
            "pg_basebackup",
            "-d",
            f"{primary.url}?application_name={STANDBY}",
            "-D",
            self.data,
            "-R",
            "--checkpoint=fast",
        )
        self._configure()

    def _configure(self) -> None:
        (self.data / "postgresql.conf").open("a").write(SETTINGS + self.settings)
        (self.data / "pg_hba.conf").write_text(HBA)

    def start(self, *words: str, wait: bool = True) -> None:
        """Starts the server. words: further ones of its command line."""
        log = self.log.open("ab")
        command = [binaries() / "postgres", "-D", self.data, "-p", str(self.port), *words]
        self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **self.user)
        until = time.monotonic() + 30
        while wait and not self.answers():
            if time.monotonic() > until:
                raise RuntimeError(f"expected {self.data} to answer")
            time.sleep(0.1)

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.url, connect_timeout=2):
            return True
        return False

    def execute(self, statement: str) -> list[Any]:
        with psycopg.connect(self.url, autocommit=True, connect_timeout=5) as server:
            cursor = server.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def in_database(self, statement: str) -> list[Any]:
        """Returns the rows of a statement in the database of the deployment."""
        with psycopg.connect(self.url.removesuffix("postgres") + "comptoir", connect_timeout=5) as database:
            return database.execute(statement).fetchall()

    def kill(self) -> None:
        """Kills all processes of the server at once, as the end of its machine does."""
        assert self.process is not None
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        for pid in (self.process.pid, *map(int, children.stdout.split())):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def promote(self) -> None:
        """Makes a standby the primary; it waits for no standby of its own until it has one."""
        self._run("pg_ctl", "promote", "-D", self.data, "--wait")

    def rewind(self, primary: Server) -> None:
        """Makes a former primary, which has stopped, a standby of another server; what only it has is undone."""
        self._run("pg_rewind", "--target-pgdata", self.data, "--source-server", f"{primary.url}?connect_timeout=5")
        source = f"user=postgres host=127.0.0.1 port={primary.port} application_name={STANDBY}"
        with (self.data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = '{source}'\nsynchronous_standby_names = ''\n")
        (self.data / "standby.signal").touch()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)

    def _run(self, program: str, *words: str | Path) -> None:
        process = subprocess.run([binaries() / program, *words], capture_output=True, text=True, cwd="/", **self.user)
        if process.returncode:
            raise RuntimeError(f"{program} failed: {process.stderr}{process.stdout}")


def synchronous(primary: Server) -> None:
    """Has a primary wait for its standby at each commit, and waits until the standby follows."""
    primary.execute(f"ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 ({STANDBY})'")
    primary.execute("SELECT pg_reload_conf()")
    until = time.monotonic() + 120
    while primary.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'") == []:
        assert time.monotonic() < until, "the standby does not follow"
        time.sleep(0.1)
