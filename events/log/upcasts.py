"""Conversion of old formats of effects when they are read; the log itself is never rewritten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Effects = Sequence[dict[str, Any]]

UPCASTS: tuple[Callable[[Effects], Effects], ...] = ()
"""The n-th function converts effects of format n + 1 to format n + 2."""


def upcast(format: int, effects: Effects) -> Effects:
    """Converts effects from the format in which they were written to the present one."""
    for step in UPCASTS[format - 1 :]:
        effects = step(effects)
    return effects
