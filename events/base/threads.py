"""Background threads that run until their process ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import structlog

PAUSE_SECONDS = 1.0  # the pause after a failed step

log = structlog.get_logger()


def repeat(step: Callable[[], object]) -> None:
    """Calls `step` forever. A failure is logged and does not end the thread, because it is not started again."""
    while True:
        try:
            step()
        except Exception:
            log.exception("thread_step_failed", thread=threading.current_thread().name)
            time.sleep(PAUSE_SECONDS)


def begin(name: str, step: Callable[[], object]) -> None:
    """Starts a daemon thread that repeats a step."""
    threading.Thread(target=repeat, args=(step,), name=name, daemon=True).start()
