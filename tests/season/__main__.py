"""Simulates a season whole: `python -m tests.season [--seed N] [--weeks 12] [--planted]`.

    --weeks 4    a shorter season
    --planted    plays a small one of two weeks as it is, and with each planted fault (tests/season/planted.py)

The same seed gives the same season: it starts itself again with a fixed order of sets.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress

if TYPE_CHECKING:
    from tests.season.season import Size

console = Console(width=120)


def main() -> int:
    """Does what the command line asks for; returns 1 if a promise is broken, or a planted fault is not found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.season", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weeks", type=int, default=12)
    parser.add_argument("--planted", action="store_true")
    words = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.season", *sys.argv[1:]])
    from tests.simulation.stage import staged

    with staged():
        from tests.season.season import SHORT, Size

        return _planted(words.seed, SHORT) if words.planted else int(not _played(words.seed, Size(words.weeks)))


def _played(seed: int, size: Size) -> bool:
    """Plays a season; whether no promise is broken."""
    from tests.season.season import Season
    from tests.simulation.scheduler import Broken

    with Progress(console=console) as progress:
        bar = progress.add_task("weeks", total=size.weeks)
        season = Season(seed, size, lambda week: progress.update(bar, completed=week))
        began = time.perf_counter()
        try:
            counts = season.play()
        except Broken as error:
            for text in (f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())):
                console.print(text, markup=False, highlight=False, soft_wrap=True)
            return False
    console.print(dict(sorted(counts.items())))
    minutes = (time.perf_counter() - began) / 60
    seconds = {what: round(value) for what, value in season.seconds.items()}
    console.print(f"{seconds} s, {counts['matches'] / minutes:.0f} matches a minute, {os.getloadavg()[0]:.1f} load")
    return True


def _planted(seed: int, size: Size) -> int:
    from tests.season.planted import FAULTS
    from tests.simulation.planted import broken

    if not _played(seed, size):
        return 1
    missed = 0
    for name in FAULTS:
        with broken(name):
            is_found = not _played(seed, size)
        console.print(f"{name}: {'found' if is_found else 'NOT FOUND'}")
        missed += not is_found
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
