"""Old forms of effects brought up to today's when they are read; the log itself is never rewritten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Effects = Sequence[dict[str, Any]]

UPCASTS: tuple[Callable[[Effects], Effects], ...] = ()
"""The n-th brings effects of format n + 1 up to format n + 2."""


def upcast(format: int, effects: Effects) -> Effects:
    """Effects as the kernel reads them today, given the format they were written in."""
    for step in UPCASTS[format - 1 :]:
        effects = step(effects)
    return effects
