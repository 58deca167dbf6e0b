"""Conversion of events of earlier formats when they are read; the log itself is never rewritten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.kernel.timing.waiting import Waiting

Core = dict[str, Any]
"""The public part of an event. Its `type` and `format` say which steps apply to it."""

FORMAT = 2
"""The format in which events are written (docs/integrity.md)."""


def _waits_unstated(core: Core) -> Core:
    """Marks that an event does not state whom the match waits for: readers fold the log for it."""
    return core | dict.fromkeys(Waiting._fields)


UPCASTERS: Mapping[int, Callable[[Core], Core]] = {1: _waits_unstated}
"""The step for each earlier format converts an event to the next one."""


def upcast(core: Core) -> Core:
    """Converts the public part of an event from the format in which it was written to the present one."""
    for format in range(core["format"], FORMAT):
        core = UPCASTERS[format](core) | {"format": format + 1}
    return core
