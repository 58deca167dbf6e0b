"""The log lines about requests. A thread writes them in batches, so that no request waits for its line.

Only servers write in batches (`begin`). Other processes write these lines like all log entries, in the same format. In
a server, a line may appear 0.05 seconds later than other entries. A killed process loses the lines of that time.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TextIO

from django.conf import settings

from events.base import threads
from events.http import request_log
from project.observability.logs import renderer_of

BATCH_SECONDS = 0.05
MOST_WAITING = 10_000  # lines; above this limit, the thread that adds a line writes all lines

Entry = Mapping[str, Any]


class LineWriter:
    """A writer of lines in batches. render: a renderer of structlog; stream: the output; None: the standard error."""

    def __init__(self, render: Callable[[Any, str, dict[str, Any]], Any], stream: TextIO | None = None) -> None:
        self._render, self._stream = render, stream
        self._waiting: deque[tuple[float, str, Entry]] = deque()
        self._starting, self._writing, self._wake = threading.Lock(), threading.Lock(), threading.Event()
        self._process = 0

    def add(self, level: str, entry: Entry) -> None:
        """Adds a line with the present time."""
        self._waiting.append((time.time(), level, entry))
        if self._process != os.getpid():  # a forked process does not inherit the thread
            self._start()
        if len(self._waiting) > MOST_WAITING:
            self.flush()
        elif not self._wake.is_set():
            self._wake.set()

    def flush(self) -> None:
        """Writes all waiting lines."""
        with self._writing:
            lines = []
            while self._waiting:
                lines.append(self._line(*self._waiting.popleft()))
            if lines:
                stream = self._stream or sys.stderr
                stream.write("".join(lines))
                stream.flush()

    def _line(self, at: float, level: str, entry: Entry) -> str:
        moment = datetime.fromtimestamp(at, UTC).isoformat().replace("+00:00", "Z")
        return f"{self._render(None, level, {**entry, 'level': level, 'logger': 'request', 'timestamp': moment})}\n"

    def _start(self) -> None:
        with self._starting:
            if self._process != os.getpid():
                self._process, self._writing, self._wake = os.getpid(), threading.Lock(), threading.Event()
                threads.begin("log lines", self._step)

    def _step(self) -> None:
        self._wake.wait()
        time.sleep(BATCH_SECONDS)
        self._wake.clear()
        self.flush()


def begin() -> None:
    """Begins to write the lines of requests in batches. The remaining lines are written when the process ends."""
    lines = LineWriter(renderer_of(settings.LOG_FORMAT))
    request_log.write_with(lines.add)
    atexit.register(lines.flush)
