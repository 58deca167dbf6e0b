"""An adjustable clock for each process: a file named after the process contains its offset in milliseconds."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path

from events.base.clock import clock

_for_good = ExitStack()


def turn_by_file(folder: str) -> None:
    """Installs the clock in this process and its child processes."""
    _for_good.enter_context(clock(lambda: time.time_ns() // 1_000_000 + _turned(folder)))


def _turned(folder: str) -> int:
    try:
        return int((Path(folder) / str(os.getpid())).read_text())
    except (OSError, ValueError):
        return 0
