"""The system's Chromium, and a time limit that no browser test exceeds.

Playwright waits without a limit in `evaluate`, for keys and the mouse, and when a page closes. A watchdog therefore
ends Chromium shortly before the time of a test is up. The waiting call then fails with an error that names it, and the
next test begins with a new browser. If a test waits for anything else, pytest-timeout ends it and the whole run.
"""

from __future__ import annotations

import faulthandler
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psutil
from playwright.sync_api import Browser, BrowserContext

GRACE_SECONDS = 30.0  # the browser may take this long to end
EVERY_SECONDS = 2.0
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"  # uses a fifth less CPU, and shows no notifications
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()


def executable(*names: str) -> str | None:
    """Returns the path of the first browser that is installed; None if none is."""
    return next((path for name in names if (path := shutil.which(name))), None)


class Chromium:
    """A browser that is launched again if it has ended."""

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._running = launch()

    def new_context(self, **settings: Any) -> BrowserContext:
        """Opens a window with its own storage."""
        if not self._running.is_connected():
            self._running = self._launch()
        return self._running.new_context(**settings)

    def close(self) -> None:
        """Ends the browser."""
        self._running.close()


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Ends all browsers of this process after that time, including browsers launched later, until the block ends."""
    is_over = threading.Event()
    watchdog = threading.Thread(target=_watch, args=(is_over, seconds), name="browser watchdog", daemon=True)
    watchdog.start()
    try:
        yield
    finally:
        is_over.set()
        watchdog.join()


def _watch(is_over: threading.Event, seconds: float) -> None:
    if is_over.wait(seconds):
        return
    faulthandler.dump_traceback(sys.__stderr__)  # shows where the test waits
    _end_browsers()
    while not is_over.wait(EVERY_SECONDS):
        _end_browsers()


def _end_browsers() -> None:
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if process.name().startswith(("chrom", "google-chrome")):
                process.kill()
