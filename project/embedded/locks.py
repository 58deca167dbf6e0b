"""Stale lock files of the embedded PostgreSQL.

After a power failure, `postmaster.pid` still contains a process id, which another process may have after the restart.
PostgreSQL then assumes that its server still runs, and refuses to start. The file must not be removed, because it also
identifies the shared memory. With the shared memory, PostgreSQL detects processes of a killed server that still write
to the folder.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FILES = ("postmaster.pid", ".s.PGSQL.5432.lock")
PATIENCE = 15.0  # the longest time in seconds for a server to end after its launcher was killed


class FolderInUse(Exception):
    """Another server runs in the folder. The text contains its process id."""


def disown(data: Path) -> None:
    """Makes stale lock files harmless, and waits for a server that is about to end. Raises FolderInUse.

    It replaces the process id in the file by the id of this process, because PostgreSQL accepts the id of its parent.
    """
    end = time.monotonic() + PATIENCE
    for file in (data / name for name in FILES):
        while (pid := _named(file)) and _runs(pid):
            if not _is_server(pid, data):
                _rename_holder(file, os.getpid())
                break
            if time.monotonic() > end:
                raise FolderInUse(f"PostgreSQL already runs in {data} (process {pid})")
            time.sleep(0.1)


def end_orphans(data: Path) -> None:
    """Kills processes that a killed server in the folder left behind, and waits for their end. It finds them on Linux.

    They end soon, unless they wait for the disk. Until then they keep the shared memory, and no server can start.
    Killing them is as safe as the power failure that the next server recovers from.
    """
    end = time.monotonic() + PATIENCE
    while (pids := [*_orphans(data)]) and time.monotonic() < end:
        for pid in pids:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)


def _orphans(data: Path) -> Iterator[int]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "comm").read_text() == "postgres\n" and _is_server(int(process.name), data):
                yield int(process.name)


def _named(file: Path) -> int:
    """Returns the process id in a lock file; 0: the file contains no process id."""
    try:
        return abs(int(file.read_text().partition("\n")[0]))
    except (OSError, ValueError):
        return 0


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return pid != os.getpid()


def _is_server(pid: int, data: Path) -> bool:
    """Returns whether a process is a PostgreSQL server in the folder, or in any folder if its folder is unknown."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == data.resolve()
    if Path("/proc/self").exists():
        return False  # the process belongs to another user, but the server of this folder belongs to this user
    name = subprocess.run(["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True).stdout
    return "postgres" in name


def _rename_holder(file: Path, pid: int) -> None:
    _, rest = file.read_text().split("\n", 1)
    with file.open("r+") as open_file:
        open_file.write(f"{pid}\n{rest}")
        open_file.truncate()
