"""Processes that are forked from one that has loaded the program: they share its memory and start at once."""

import ctypes
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import TextIOBase
from pathlib import Path
from typing import cast

from project.embedded.identity import dies_with_parent

RESTORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTTOU, signal.SIGTSTP)
POLL_SECONDS = 0.02
ARGUMENTS = slice(45, 47)  # start and end in /proc/self/stat, counted after the name of the program


class Lines(TextIOBase):
    """Standard output, each line after the name of its process; a closed terminal must not prevent stopping."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._rest = ""

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return 1

    def write(self, text: str) -> int:
        """Writes the lines that are complete, each at once, so that those of several processes do not mix."""
        *lines, self._rest = (self._rest + text).split("\n")
        if lines:
            whole = "".join(f"{self.name:8} | {line.rstrip()}\n" for line in lines)
            with suppress(OSError):
                os.write(1, whole.encode(errors="replace"))
        return len(text)


class Forked:
    """A forked process, with what `supervisor.Child` uses of Popen."""

    stdout = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Returns the exit status, None while it runs; negative: the signal that ended it."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Waits for the end. Raises subprocess.TimeoutExpired."""
        end = float("inf") if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() >= end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(POLL_SECONDS)
        return status

    def send_signal(self, number: signal.Signals) -> None:
        """Sends a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def forked(
    name: str, main: Callable[[], object], environment: Mapping[str, str] | None = None
) -> Callable[[], "subprocess.Popen[bytes]"]:
    """Returns a launcher of a function in a process of its own. environment: in addition to ours."""

    def launch() -> "subprocess.Popen[bytes]":
        parent = os.getpid()
        pid = os.fork()
        if not pid:
            os._exit(_run(name, main, environment or {}, parent))
        return cast("subprocess.Popen[bytes]", Forked(pid))

    return launch


def _run(name: str, main: Callable[[], object], environment: Mapping[str, str], parent: int) -> int:
    """Runs the function in the new process; returns its exit status. Nothing may return to the parent's code."""
    try:
        _detach(name, environment, parent)
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _detach(name: str, environment: Mapping[str, str], parent: int) -> None:
    """Makes a session of its own, without the parent's terminal and handlers; ends with the parent."""
    os.setsid()
    if dies := dies_with_parent(signal.SIGKILL):
        dies()
    if os.getppid() != parent:
        raise SystemExit(1)  # it has died meanwhile
    for number in RESTORED:
        signal.signal(number, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.environ.update(environment)
    if isinstance(sys.stdout, Lines):
        sys.stdout.name = name
    entitle(f"comptoir: {name}")


def computed_apart(compute: Callable[[], bytes]) -> bytes:
    """Returns what a function returns in a process of its own, whose memory goes with it; nothing if it fails.

    For a process that has not started a thread yet. The other process ends with this one, also if it is killed: it has
    inherited the lock of the data folder.
    """
    parent = os.getpid()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)  # else it would wait for itself to read

        def answer() -> None:
            result = compute()
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(result)

        os._exit(_run("loading", answer, {}, parent))
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        result = pipe.read()
    os.waitpid(child, 0)
    return result


def entitle(title: str) -> None:
    """Has `ps` show a title, as long as the command line is; nothing happens where /proc is missing."""
    with suppress(OSError, ValueError, IndexError):
        start, end = map(int, Path("/proc/self/stat").read_text().rpartition(")")[2].split()[ARGUMENTS])
        bytes_of_title = title.encode()[: end - start - 1]
        ctypes.memset(start, 0, end - start)
        ctypes.memmove(start, bytes_of_title, len(bytes_of_title))
