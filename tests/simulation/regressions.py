"""Small runs that have failed before, without a planted fault: they are played again by each `make test`.

A whole run takes a minute; so each of these is the smallest that failed as the whole one did.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.simulation.planted import ABSENT
from tests.simulation.seeds import Run, Size


class Regression(NamedTuple):
    """A run that failed. kinds: what goes wrong in it, more often than usual."""

    seed: int
    kinds: tuple[str, ...]
    size: Size

    def failure(self) -> Exception | None:
        """Plays it again; returns how it fails, None if it does not."""
        return Run(self.seed, self.kinds, self.size, often=True).failure()


REGRESSIONS = (
    # Whole seed 27: a process whose clock is an hour behind sets a deadline that has passed, so the clock is not late.
    Regression(63, ("skew",), ABSENT),
)
