"""`python -m tests.chaos.replica`: a server that reads matches that are over from a streaming replica.

Plays matches to their end, then reads them while the replica follows, while it is behind, and after it was killed.
Exits with 1 if an answer differs, or if the replica served something else than it should.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from rich.console import Console

from tests.chaos.clients import ALONE, Caller, Client, Table
from tests.chaos.clusters import Server
from tests.stack import ROOT
from tests.streaming import Server as Web

WHAT = ("events", "view?at=9", "export", "proof")
console = Console()


def main() -> int:
    """Runs all of it; returns the exit status."""
    folder = Path(tempfile.mkdtemp(prefix="comptoir-replica-"))
    folder.chmod(0o755)
    primary, replica = Server(folder / "primary"), Server(folder / "replica")
    try:
        primary.make()
        primary.start()
        replica.copy(primary)
        (replica.data / "postgresql.conf").open("a").write("log_statement = 'all'\n")
        replica.start()
        return _shown(primary, replica, folder)
    finally:
        for server in (replica, primary):
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _shown(primary: Server, replica: Server, folder: Path) -> int:
    command = [sys.executable, "-m", "project.embedded.installation_keys"]
    keys = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    environment = {
        **dict(line.split("=", 1) for line in keys.stdout.splitlines() if "=" in line), "DATABASE_URL": primary.url,
        "REPLICA_URL": replica.url, "COMPTOIR_DATA": str(folder / "data"), "COMPTOIR_LIMITS": "off",
        "CELERY_BROKER_URL": "pgmq://", "LOG_LEVEL": "WARNING",
    }  # fmt: skip
    subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env={**os.environ, **environment}, check=True)
    wrong = []
    with Web(**environment) as web:
        caller = Caller(web.port, 1, threading.Event())
        first = over(web.port)
        for what, act, served in (
            ("while it follows", lambda: None, True),
            ("while it is behind", lambda: replica.execute("SELECT pg_wal_replay_pause()"), False),
            ("after it has caught up", lambda: replica.execute("SELECT pg_wal_replay_resume()"), True),
            ("after it was killed", replica.kill, False),
        ):
            act()
            match = over(web.port) if "behind" in what else first
            before = reads(replica)
            answers = [read(caller, match, path) for path in WHAT]
            used = reads(replica) > before
            console.print(f"{what}: {answers}, from the replica: {used}", markup=False)
            if set(answers) != {200} or used != served:
                wrong.append(what)
    console.print(f"wrong: {wrong or 'nothing'}", markup=False)
    return int(bool(wrong))


def over(port: int) -> str:
    """Plays a match to its end; returns its id."""
    stop = threading.Event()
    stop.set()
    caller = Caller(port, 7, threading.Event())
    table = Table(ALONE._replace(hands=1), caller, threading.Event())
    played = table.current(caller)
    assert played is not None
    Client(table, caller)._play(played)
    return played.match


def read(caller: Caller, match: str, path: str) -> Any:
    """The status of a response."""
    return caller.call("GET", f"/matches/{match}/{path}")[0]


def reads(replica: Server) -> int:
    """How many statements on the log the replica has executed."""
    return replica.log.read_text(errors="replace").count("FROM events_actionevent")


if __name__ == "__main__":
    sys.exit(main())
