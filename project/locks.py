"""The lock files of an embedded PostgreSQL that outlived their server.

A machine that lost its power leaves `postmaster.pid` with a process id that any other process may have after the next
start. PostgreSQL then believes that its server still runs, and refuses to start. The file is not removed: it also names
the shared memory, by which PostgreSQL notices processes of a killed server that still write to the folder.
"""

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path

FILES = ("postmaster.pid", ".s.PGSQL.5432.lock")
PATIENCE = 15.0  # seconds for a server to end whose launcher was killed


class Held(Exception):
    """A server runs in the folder; the text names its process."""


def disown(data: Path) -> None:
    """Make lock files of a server that is gone harmless; waits for one that is about to end.

    The process id in the file becomes ours: as the parent of the server, we are one of the processes in which it sees
    no other server. Raises Held.
    """
    end = time.monotonic() + PATIENCE
    for file in (data / name for name in FILES):
        while (pid := _named(file)) and _runs(pid):
            if not _is_server(pid, data):
                _rename_holder(file, os.getpid())
                break
            if time.monotonic() > end:
                raise Held(f"PostgreSQL already runs in {data} (process {pid})")
            time.sleep(0.1)


def _named(file: Path) -> int:
    """The process id in a lock file, 0 if there is none."""
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
    """Whether the process is a PostgreSQL that works in the folder; where that cannot be seen, whether it is one."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == data.resolve()
    if Path("/proc/self").exists():
        return False  # of another user, and this folder's server is ours
    name = subprocess.run(["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True).stdout
    return "postgres" in name


def _rename_holder(file: Path, pid: int) -> None:
    _, rest = file.read_text().split("\n", 1)
    with file.open("r+") as open_file:
        open_file.write(f"{pid}\n{rest}")
        open_file.truncate()
