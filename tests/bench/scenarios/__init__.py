"""Scenarios of the bench: each module has `measure`, which takes `Options` and returns a `Record`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Options(NamedTuple):
    """Options of a measurement. against: another checkout; seconds: the length of a slice; say: prints the progress."""

    against: Path | None = None
    seconds: float = 1.0
    rounds: int = 3
    games: tuple[str, ...] = ()
    say: Callable[[str], None] = print
