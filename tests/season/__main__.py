"""Simulates a season whole: `python -m tests.season [--seed N] [--weeks 12] [--planted]`.

    --weeks 4    a shorter season
    --planted    plays it with each planted fault of scoring, and says whether the verdicts find it

The same seed gives the same season: it starts itself again with a fixed order of sets.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from rich.console import Console
from rich.progress import Progress

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
        return _planted(words.seed, words.weeks) if words.planted else int(not _played(words.seed, words.weeks))


def _played(seed: int, weeks: int) -> bool:
    """Plays a season; whether no promise is broken."""
    from tests.season.season import Season, Size

    with Progress(console=console) as progress:
        bar = progress.add_task("weeks", total=weeks)
        season = Season(seed, Size(weeks=weeks), lambda week: progress.update(bar, completed=week))
        began = time.perf_counter()
        try:
            counts = season.play()
        except Exception as error:
            for text in (f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())):
                console.print(text, markup=False, highlight=False, soft_wrap=True)
            if not isinstance(error, AssertionError):
                console.print_exception()
            return False
    console.print(dict(sorted(counts.items())))
    minutes = (time.perf_counter() - began) / 60
    seconds = {what: round(value) for what, value in season.seconds.items()}
    console.print(f"{seconds} s, {counts['matches'] / minutes:.0f} matches a minute, {os.getloadavg()[0]:.1f} load")
    return True


def _planted(seed: int, weeks: int) -> int:
    from tests.season.planted import FAULTS
    from tests.simulation.planted import broken

    missed = 0
    for name in FAULTS:
        with broken(name):
            is_found = not _played(seed, weeks)
        console.print(f"{name}: {'found' if is_found else 'NOT FOUND'}")
        missed += not is_found
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
