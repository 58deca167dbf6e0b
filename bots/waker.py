"""Publishes messages to workers from a thread of its own: a broker takes milliseconds, and no request waits for it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable


class Waker:
    """Calls `publish` soon after each `ring`; rings in the meantime share one call."""

    def __init__(self, publish: Callable[[], object]) -> None:
        self._publish, self._rung, self._starting = publish, threading.Event(), threading.Lock()
        self._process: int | None = None

    def ring(self) -> None:
        """Asks for a message and returns at once. What is lost with the process, the sweeper notices."""
        self._rung.set()
        if self._process != os.getpid():  # a fork copies no threads
            with self._starting:
                if self._process != os.getpid():
                    self._process = os.getpid()
                    threading.Thread(target=self._run, name="waker", daemon=True).start()

    def _run(self) -> None:
        while self._rung.wait():
            self._rung.clear()
            self._publish()
