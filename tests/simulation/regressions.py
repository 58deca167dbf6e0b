"""Small runs that have failed before without a planted fault; each `make test` repeats them.

A whole run takes a minute, so each run here is the smallest run that failed in the same way as the whole run.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.simulation.planted import ABSENT
from tests.simulation.seeds import Run, Size


class Regression(NamedTuple):
    """A run that failed. kinds: the kinds of faults that are frequent in the run."""

    seed: int
    kinds: tuple[str, ...]
    size: Size

    def failure(self) -> Exception | None:
        """Repeats the run; returns its error, None if it succeeds."""
        return Run(self.seed, self.kinds, self.size, often=True).failure()


REGRESSIONS = (
    # Whole seed 27: a process whose clock is an hour slow sets a deadline in the past, so its timeout is not late.
    Regression(63, ("skew",), ABSENT),
)
