"""Conversion of events of earlier formats when they are read; the log itself is never rewritten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.kernel.timing.waiting import Waiting

Core = dict[str, Any]
"""The public part of an event. Its `type` and `format` determine the steps that apply to it."""

FORMAT = 2
"""The format in which events are written (docs/integrity.md)."""


def _waits_unstated(core: Core) -> Core:
    """The mark of an event that does not state the seats that the match waits for; readers then fold the log."""
    return core | dict.fromkeys(Waiting._fields)


UPCASTERS: Mapping[int, Callable[[Core], Core]] = {1: _waits_unstated}
"""The conversion steps, by earlier format. Each converts an event to the next format."""


def upcast(core: Core) -> Core:
    """Converts the public part of an event from the format in which it was written to the present one."""
    for format in range(core["format"], FORMAT):
        core = UPCASTERS[format](core) | {"format": format + 1}
    return core
