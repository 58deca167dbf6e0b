"""Processes that are forked from a process with the loaded program. They share its memory and start at once."""

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
    """A standard output that writes the name of its process before each line. It ignores a closed terminal."""

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
        """Writes complete lines in one call, so that the lines of several processes do not mix."""
        *lines, self._rest = (self._rest + text).split("\n")
        if lines:
            whole = "".join(f"{self.name:8} | {line.rstrip()}\n" for line in lines)
            with suppress(OSError):
                os.write(1, whole.encode(errors="replace"))
        return len(text)


class ForkedProcess:
    """A forked process, with the part of the interface of Popen that `supervisor.Child` uses."""

    stdout = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Returns the exit status; None: the process runs; negative: the signal that ended the process."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Waits for the end of the process and returns its exit status. Raises subprocess.TimeoutExpired."""
        end = float("inf") if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() >= end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(POLL_SECONDS)
        return status

    def send_signal(self, number: signal.Signals) -> None:
        """Sends a signal unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def forked(
    name: str, main: Callable[[], object], environment: Mapping[str, str] | None = None
) -> Callable[[], "subprocess.Popen[bytes]"]:
    """Returns a launcher of a function in a separate process. environment: variables in addition to this process's."""

    def launch() -> "subprocess.Popen[bytes]":
        parent = os.getpid()
        pid = os.fork()
        if not pid:
            os._exit(_run(name, main, environment or {}, parent))
        return cast("subprocess.Popen[bytes]", ForkedProcess(pid))

    return launch


def _run(name: str, main: Callable[[], object], environment: Mapping[str, str], parent: int) -> int:
    """Runs the function in the new process. Returns the exit status and never raises, so no code of the parent runs."""
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
    """Moves the process into a new session without the parent's terminal and handlers. It ends with the parent."""
    os.setsid()
    if dies := dies_with_parent(signal.SIGKILL):
        dies()
    if os.getppid() != parent:
        raise SystemExit(1)  # the parent has ended before the call above
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
    """Runs a function in a separate process and returns its result; empty if the function fails.

    The memory of the function is freed with the process. Call this only before threads are started. The separate
    process ends with this process, even if this process is killed, because it inherits the lock of the data folder.
    """
    parent = os.getpid()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)  # otherwise a write could wait for this process to read

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
    """Sets the title that `ps` shows, limited to the length of the command line. Does nothing without /proc."""
    with suppress(OSError, ValueError, IndexError):
        start, end = map(int, Path("/proc/self/stat").read_text().rpartition(")")[2].split()[ARGUMENTS])
        bytes_of_title = title.encode()[: end - start - 1]
        ctypes.memset(start, 0, end - start)
        ctypes.memmove(start, bytes_of_title, len(bytes_of_title))
