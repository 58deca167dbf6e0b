"""Simulates the whole server: `python -m tests.simulation [--seeds A-B] [--faults KIND,…] [--shrink]`.

    --seeds 1-100   one run for each seed; stops at the first seed that breaks a promise, and prints its trace
    --faults …      only these kinds of faults (tests/simulation/faults.py); `none`: no faults
    --shrink        looks for fewer kinds of faults, people and tables with which the same seed still fails
    --small         one person at one table of Monopoly Deal, who resigns after twelve moves
    --twice         plays each seed twice, and compares both traces byte for byte
    --regressions   first plays the small runs that have failed before (tests/simulation/regressions.py)
    --planted       searches for each planted fault (tests/simulation/planted.py), and prints the number of seeds;
                    with --seeds, plays those seeds first
    --only …        only these planted faults
    --starts 3      repeats the search this many times, each from another seed: 1, 101, 201

The same seed gives the same run: the program restarts itself with a fixed hash seed, which fixes the order of sets.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import track
from rich.table import Table

if TYPE_CHECKING:
    from tests.simulation.seeds import Size

MOST_SEEDS = 12
"""The maximum number of seeds to search for a planted fault."""
console = Console(width=120)


def main() -> int:
    """Executes the command line; returns 1 if a promise is broken, or a planted fault is not found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", default="")
    parser.add_argument("--faults", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--regressions", action="store_true")
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--starts", type=int, default=1)
    words = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]])
    from tests.simulation.stage import staged

    with staged():
        if (words.seeds or not words.planted) and (status := _seeds(words)):
            return status
        return _planted(words.only, words.starts) if words.planted else 0


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _kinds(text: str) -> Sequence[str]:
    from tests.simulation.faults import KINDS

    return KINDS if not text else [] if text == "none" else text.split(",")


def _seeds(words: argparse.Namespace) -> int:
    from tests.simulation.regressions import REGRESSIONS
    from tests.simulation.seeds import SMALL, USUAL, Run

    for regression in REGRESSIONS if words.regressions else ():
        if error := regression.failure():
            console.print(regression)
            _print(error)
            return 1
        console.print(f"{regression} keeps its promises", soft_wrap=True)
    kinds, counts, began = _kinds(words.faults), Counter[str](), time.perf_counter()
    size = SMALL if words.small else USUAL
    for seed in track(_range(words.seeds or "1-20"), "seeds", console=console):
        try:
            report = Run(seed, kinds, size).play()
            if words.twice and Run(seed, kinds, size).play().digest != report.digest:
                console.print(f"seed {seed} does not give the same run again")
                return 1
        except Exception as error:
            _print(error)
            if words.shrink:
                _shrink(seed, kinds)
            return 1
        counts += report.counts + Counter({f"fault: {kind}": times for kind, times in report.faults.items()})
    minutes = (time.perf_counter() - began) / 60
    console.print(dict(counts), f"{counts['matches'] / minutes:.1f} matches a minute, {os.getloadavg()[0]:.1f} load")
    return 0


def _print(error: BaseException) -> None:
    console.print(f"[bold]{type(error).__name__}[/bold]", markup=True)
    for text in (str(error), *getattr(error, "__notes__", ())):
        console.print(text, markup=False, highlight=False, soft_wrap=True)


def _shrink(seed: int, kinds: Sequence[str]) -> None:
    """Removes one kind of fault after another, then people and tables, as long as the run still fails."""
    from tests.simulation.seeds import Size

    kept, size = list(kinds), Size()
    for kind in track(kinds, "shrinking", console=console):
        fewer = [each for each in kept if each != kind]
        kept = fewer if _failure(seed, fewer, size) else kept
    for smaller in (Size(tournament=False), Size(2, 1, False), Size(1, 1, False)):
        size = smaller if _failure(seed, kept, smaller) else size
    console.print(f"still fails with --seeds {seed} --faults {','.join(kept) or 'none'}, and {size}")
    if error := _failure(seed, kept, size):
        _print(error)


def _failure(seed: int, kinds: Sequence[str], size: Size) -> Exception | None:
    from tests.simulation.seeds import Run

    return Run(seed, kinds, size).failure()


def _planted(only: str, starts: int) -> int:
    from tests.simulation.planted import PLANTED, found_by

    names = only.split(",") if only else list(PLANTED)
    table, missed, means = Table("planted fault", "seeds", "mean", "computed", "what was broken"), 0, list[float]()
    for name in names:
        began = time.process_time()
        found = [found_by(name, 100 * start + 1, MOST_SEEDS) for start in range(starts)]
        counts = [seeds for seeds, _ in found if seeds is not None]
        missed += len(counts) < starts
        means.append(sum(counts) / max(1, len(counts)))
        texts = ["-" if seeds is None else str(seeds) for seeds, _ in found]
        row = (name, " ".join(texts), f"{means[-1]:.1f}", f"{time.process_time() - began:.0f} s", found[0][1][:70])
        console.print(*row, soft_wrap=True, highlight=False, markup=False)
        table.add_row(*row)
    console.print(table)
    console.print(f"{len(names) - missed} of {len(names)} found, by {sum(means) / len(means):.1f} seeds in the mean")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
