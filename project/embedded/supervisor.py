"""A supervisor that keeps child processes running and stops them together.

It restarts a child that has ended, after a growing pause. A child that repeatedly fails to start stops the whole run.
Each child has its own session, so Ctrl-C reaches only the supervisor. Children end with the supervisor, even if it is
killed.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO

from project.embedded.identity import dies_with_parent

SHORTEST_LIFE = 10.0  # seconds; a child that ends earlier has failed to start, unless it was killed
MOST_FAILURES = 5
FIRST_PAUSE = 0.3  # seconds; each failure doubles the pause
PATIENCE = 8.0  # seconds until children that do not stop are killed
TICK = 0.1

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Child:
    """A process to keep running. launch: starts the process; stop_with: the signal that stops the process."""

    def __init__(
        self, name: str, launch: Callable[[], subprocess.Popen[bytes]], stop_with: signal.Signals = signal.SIGTERM
    ) -> None:
        self.name = name
        self.process: subprocess.Popen[bytes] | None = None
        self._launch = launch
        self._stop_with = stop_with
        self._since = 0.0
        self._failures = 0
        self._restart_at = 0.0

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def is_hopeless(self) -> bool:
        return self._failures >= MOST_FAILURES

    def start(self) -> None:
        """Starts the process and copies its output to the terminal, with the name of the child before each line."""
        self.process = self._launch()
        self._since = time.monotonic()
        if self.process.stdout:
            threading.Thread(target=_copy, args=(self.name, self.process.stdout), daemon=True).start()

    def check(self) -> None:
        """Detects the end of the process, and restarts the process after the pause."""
        if self.is_running:
            return
        if self.process is not None:
            self._note_end()
        elif time.monotonic() >= self._restart_at:
            self.start()

    def _note_end(self) -> None:
        assert self.process is not None
        lived, is_killed = time.monotonic() - self._since, self.process.returncode == -signal.SIGKILL
        if lived >= SHORTEST_LIFE:
            self._failures = 0
        elif not is_killed:  # by somebody else, so it did not fail to start
            self._failures += 1
        self._restart_at = time.monotonic() + FIRST_PAUSE * 2**self._failures
        say(f"{self.name} ended ({_cause(self.process.returncode)}); starting it again")
        self.end_group()
        self.process = None

    def request_stop(self) -> None:
        """Sends the signal that stops the process."""
        if self.is_running:
            assert self.process is not None
            self.process.send_signal(self._stop_with)

    def wait(self, seconds: float) -> None:
        """Waits for the end of the process, and kills the process after the timeout."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, seconds))
        except subprocess.TimeoutExpired:
            say(f"{self.name} did not stop in time and was killed")
        self.end_group()
        self.process.wait()
        self.process = None

    def end_group(self) -> None:
        """Kills the remaining processes in the session of the process."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


class Supervisor:
    """A loop that runs children until a signal arrives or a child fails to start repeatedly.

    The first child stops last, because the others need it. each_tick: a function that is called each tick. tick: the
    seconds between two checks of the children. patience: the seconds until children that do not stop are killed.
    """

    def __init__(self, each_tick: Callable[[], None] = lambda: None, patience: float = PATIENCE) -> None:
        self.children: list[Child] = []
        self.tick = TICK
        self._patience = patience
        self._each_tick = each_tick
        self._stopping = threading.Event()

    def listen(self) -> None:
        """Installs the handlers of the signals that stop the run. The handlers only set a flag."""
        for number in STOPPING:
            signal.signal(number, lambda *_: self._stopping.set())

    @property
    def is_stopping(self) -> bool:
        """Returns whether a signal has arrived."""
        return self._stopping.is_set()

    def run(self) -> int:
        """Runs until the end. Returns the exit status: 0 after a signal, 1 if a child repeatedly fails to start."""
        while not self._stopping.wait(self.tick):
            for child in self.children:
                child.check()
                if child.is_hopeless:
                    say(f"{child.name} cannot be kept running; stopping everything")
                    return 1
            self._each_tick()
        say("stopping")
        return 0

    def stop(self) -> None:
        """Stops the children, the first child last."""
        _stop(self.children[1:], self._patience)
        _stop(self.children[:1], self._patience)


def _stop(children: Sequence[Child], patience: float) -> None:
    for child in children:
        child.request_stop()
    end = time.monotonic() + patience
    for child in children:
        child.wait(end - time.monotonic())


def python(
    words: Sequence[str], environment: Mapping[str, str], files: Sequence[int] = ()
) -> Callable[[], subprocess.Popen[bytes]]:
    """Returns a launcher of `python words…`, with its output in a pipe. files: the inherited file descriptors."""
    return lambda: subprocess.Popen(
        [sys.executable, *words],
        env={**os.environ, **environment, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=dies_with_parent(signal.SIGKILL),
        pass_fds=tuple(files),
    )


def say(text: str, name: str = "comptoir") -> None:
    """Writes a line with a name before it. A closed terminal is ignored, because it must not prevent stopping."""
    with suppress(OSError):
        os.write(1, f"{name:8} | {text}\n".encode(errors="replace"))


def _copy(name: str, lines: IO[bytes]) -> None:
    for line in lines:
        say(line.decode(errors="replace").rstrip(), name)


def _cause(status: int) -> str:
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
