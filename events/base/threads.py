"""Threads that work until their process ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import structlog

PAUSE_SECONDS = 1.0  # after a step that failed

log = structlog.get_logger()


def repeat(step: Callable[[], object]) -> None:
    """Takes a step again and again. One that fails is logged: nobody would start the thread another time."""
    while True:
        try:
            step()
        except Exception:
            log.exception("thread_step_failed", thread=threading.current_thread().name)
            time.sleep(PAUSE_SECONDS)


def begin(name: str, step: Callable[[], object]) -> None:
    """Starts a thread that repeats a step, and ends with its process."""
    threading.Thread(target=repeat, args=(step,), name=name, daemon=True).start()
