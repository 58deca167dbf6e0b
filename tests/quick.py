"""`make quick`: what one runs while working: ruff, mypy, the kernel's tests, and the tests closest to what has changed.

    python -m tests.quick [--base main] [--seconds 60] [--dry-run] [arguments of pytest]

Changed is what differs from the point where the branch left `--base`, and what git does not know yet. The closest tests
come first: a changed test, then by the length of the shortest chain of imports from a test to a changed module; a name
of a module in a string counts as an import, because URLs, settings and patches name modules in that way. A test that
shares a word with the path of a changed file, or that mentions the file, is as close as one that imports it.

The seconds of earlier runs (`tests.durations`) decide how many tests fit into the time; what does not fit is named.
What a busy machine has not begun in time is skipped.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import NamedTuple

from tests.closeness import Closest, House
from tests.durations import Duration, recorded_durations

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CHECKS = {"ruff": [BIN / "ruff", "check", "--quiet", "."], "mypy": [BIN / "mypy"]}
WORKERS = int(os.environ.get("WORKERS", "2"))
ALWAYS = "kernel"  # the folder of the tests that run whatever has changed
ALWAYS_SECONDS = 20.0  # of these, and of starting workers and the database
UNKNOWN_SECONDS = 5.0  # for a file of tests that has no record
RANDOM_SECONDS = "1"  # for which random tests try new seeds


class Pick(NamedTuple):
    """Tests of one file. left_out: its longest tests, which do not fit into the time."""

    closest: Closest
    seconds: float
    left_out: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.closest} ({self.seconds:.1f} s" + (
            f", without {len(self.left_out)} longer ones)" if self.left_out else ")"
        )

    @property
    def arguments(self) -> list[str]:
        """Those of pytest. Tests without a record, such as new ones, are run."""
        return [self.closest.file, *(f"--deselect={test}" for test in self.left_out)]


def main() -> int:
    """Returns the exit status: 0 if everything passed."""
    parser = argparse.ArgumentParser(prog="make quick", description=__doc__)
    parser.add_argument("--base", default="main")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--dry-run", action="store_true", help="print what would run")
    options, further = parser.parse_known_args()
    began = time.monotonic()
    changed = changed_files(ROOT, options.base)
    print(f"{len(changed)} files differ from {options.base}")
    failed = [] if options.dry_run else [name for name, command in CHECKS.items() if not passes(name, command)]
    house, recorded = House(ROOT), recorded_durations(ROOT)
    always = [file for file in house.tests.values() if ALWAYS in PurePath(file).parts]
    left = options.seconds - (time.monotonic() - began) - ALWAYS_SECONDS
    picks, left_out = picked(
        [one for one in house.closest(changed) if one.file not in always], recorded, max(0.0, left) * WORKERS
    )
    print("", f"{' '.join(always)}: always", *picks, sep="\n")
    print(f"no time for {len(left_out)} files: {' '.join(one.file for one in left_out)}\n", flush=True)
    arguments = [*always, *(argument for pick in picks for argument in pick.arguments), *further]
    if not options.dry_run and not tests_pass(arguments, left + ALWAYS_SECONDS / 2):
        failed.append("tests")
    print(f"{time.monotonic() - began:.0f} s; " + (f"failed: {', '.join(failed)}" if failed else "what was run passed"))
    return 1 if failed else 0


def changed_files(root: Path, base: str) -> list[str]:
    """The files that differ from where the branch left the base, and those that git does not know."""
    left_at = git(root, "merge-base", "HEAD", base).strip() or "HEAD"
    names = git(root, "diff", "--name-only", "--no-renames", left_at) + git(
        root, "ls-files", "--others", "--exclude-standard"
    )
    return sorted(set(names.splitlines()))


def git(root: Path, *words: str) -> str:
    """What git prints; nothing if it fails, as for a base that does not exist."""
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False).stdout


def passes(name: str, command: list[str | Path]) -> bool:
    """Runs a check and prints its result."""
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(f"{name}: passed" if process.returncode == 0 else f"{name}:\n{process.stdout}{process.stderr}", flush=True)
    return process.returncode == 0


def picked(
    closest: Iterable[Closest], recorded: Mapping[str, Duration], seconds: float
) -> tuple[list[Pick], list[Closest]]:
    """The tests that fit into that many seconds, the closest first, and the files that do not.

    Of a file that does not fit whole, its shortest tests are picked.
    """
    picks, left_out = list[Pick](), list[Closest]()
    for one in closest:
        pick = _of_file(
            one, {test: each for test, each in recorded.items() if test.startswith(f"{one.file}::")}, seconds
        )
        if pick is None:
            left_out.append(one)
        else:
            picks.append(pick)
            seconds -= pick.seconds
    return picks, left_out


def _of_file(one: Closest, tests: Mapping[str, Duration], seconds: float) -> Pick | None:
    if not tests:
        return Pick(one, UNKNOWN_SECONDS) if seconds >= UNKNOWN_SECONDS else None
    used = max(each.setup for each in tests.values())  # of a server that the first test starts
    shortest = sorted(tests, key=lambda test: tests[test].call)
    for number, test in enumerate(shortest):
        if used + tests[test].call > seconds:
            return Pick(one, used, tuple(shortest[number:])) if number else None
        used += tests[test].call
    return Pick(one, used)


def tests_pass(arguments: list[str], seconds: float) -> bool:
    """Runs tests in the given order with some workers, which begin none after that many seconds."""
    own = {"COMPTOIR_TEST_SECONDS": RANDOM_SECONDS, "COMPTOIR_TEST_LIMIT": str(seconds)}
    named = ("DATABASE_URL", "CELERY_BROKER_URL")
    environment = own | {name: value for name, value in os.environ.items() if name not in named}
    command = (
        sys.executable, "-m", "pytest", "-q", "-n", str(WORKERS), "--dist", "loadgroup", "--no-loadscope-reorder",
        "-p", "no:randomly",
    )  # fmt: skip
    return subprocess.run([*command, *arguments], cwd=ROOT, env=environment, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
