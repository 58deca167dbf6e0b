"""Keeps child processes running, and stops them all together.

A child that dies is started again, each time a little later; one that keeps dying at once stops everything.
Children live in sessions of their own, so that Ctrl-C reaches only us, and die with us even if we are killed.
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

from project.identity import dies_with_parent

AT_ONCE = 5.0  # seconds; who lived shorter failed to start
MOST_FAILURES = 5
FIRST_PAUSE = 0.3  # seconds, doubled at each failure
PATIENCE = 8.0  # seconds that a child has to stop by itself
TICK = 0.1

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Child:
    """A process to keep running. launch: starts it; stop_with: the signal that asks it to end."""

    def __init__(
        self, name: str, launch: Callable[[], subprocess.Popen[bytes]], stop_with: signal.Signals = signal.SIGTERM
    ) -> None:
        self.name = name
        self.process: subprocess.Popen[bytes] | None = None
        self._launch = launch
        self._stop_with = stop_with
        self._since = 0.0
        self._failures = 0
        self._due = 0.0

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def is_hopeless(self) -> bool:
        return self._failures >= MOST_FAILURES

    def start(self) -> None:
        """Start the process and send its lines to our output, each with the child's name."""
        self.process = self._launch()
        self._since = time.monotonic()
        if self.process.stdout:
            threading.Thread(target=_copy, args=(self.name, self.process.stdout), daemon=True).start()

    def mind(self) -> None:
        """Notice a death, and start again when the pause is over."""
        if self.is_running:
            return
        if self.process is not None:
            self._bury()
        elif time.monotonic() >= self._due:
            self.start()

    def _bury(self) -> None:
        assert self.process is not None
        lived = time.monotonic() - self._since
        self._failures = self._failures + 1 if lived < AT_ONCE else 0
        self._due = time.monotonic() + FIRST_PAUSE * 2**self._failures
        say(f"{self.name} ended ({_cause(self.process.returncode)}); starting it again")
        self.end_group()
        self.process = None

    def ask_to_stop(self) -> None:
        if self.is_running:
            assert self.process is not None
            self.process.send_signal(self._stop_with)

    def wait(self, seconds: float) -> None:
        """Wait for the end, and bring it about when the time is over."""
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
        """End what the process has left behind in its session."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


class Supervisor:
    """Runs children until a signal comes or one of them is hopeless.

    The first child is the one that the others need: it stops last. each_tick: called about ten times a second.
    """

    def __init__(self, each_tick: Callable[[], None] = lambda: None) -> None:
        self.children: list[Child] = []
        self._each_tick = each_tick
        self._asked = threading.Event()

    def listen(self) -> None:
        """Take the signals that mean stop; from now on they only set a flag."""
        for number in STOPPING:
            signal.signal(number, lambda *_: self._asked.set())

    def run(self) -> int:
        """Returns the exit status: 0 if asked to stop, 1 if a child could not be kept running."""
        while not self._asked.wait(TICK):
            for child in self.children:
                child.mind()
                if child.is_hopeless:
                    say(f"{child.name} cannot be kept running; stopping everything")
                    return 1
            self._each_tick()
        say("stopping")
        return 0

    def stop(self) -> None:
        """Stop the children, the first one last."""
        _stop(self.children[1:])
        _stop(self.children[:1])


def _stop(children: Sequence[Child]) -> None:
    for child in children:
        child.ask_to_stop()
    end = time.monotonic() + PATIENCE
    for child in children:
        child.wait(end - time.monotonic())


def python(
    words: Sequence[str], environment: Mapping[str, str], files: Sequence[int] = ()
) -> Callable[[], subprocess.Popen[bytes]]:
    """A launcher of `python words…`; its output comes through a pipe. files: descriptors that it inherits."""
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
    """Write a line with a name before it; a terminal that was closed must not keep us from stopping."""
    with suppress(OSError, ValueError):
        sys.stdout.write(f"{name:8} | {text}\n")
        sys.stdout.flush()


def _copy(name: str, lines: IO[bytes]) -> None:
    for line in lines:
        say(line.decode(errors="replace").rstrip(), name)


def _cause(status: int) -> str:
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
