"""Finds what no test notices: changes functions one by one, and runs the tests that execute them.

    python -m tests.mutants [ROOM ...] [--minutes 60] [--only WORD] [--again] [--record]
    python -m tests.mutants rules [GAME ...] [--only NUMBER ...]

A room is kernel, verifier, redaction or log (`rooms.py`). Its mutants are tried in an order drawn from `--seed` until
the minutes are up, or `--most` were tried, so those tried by then are a random sample. `--only` tries those whose name
contains a word, `--again` those that survived earlier, `--further` those that have not been tried. Tests that need a
database are not run. For one mutant, tests compute `--seconds` altogether; a survivor says how many had no time.
`--tests` runs others than the room's.

Verdicts are kept in `.data/mutants`; later ones replace earlier ones. `--record` writes what is known of a room to
`docs/mutants.json`. Mutants that nothing can notice are listed in `equivalents.toml`, with the reason.

With `rules`, each test that a game's RULES.md names for a rule has to notice a mutant of the code of that rule.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.mutants import report, rules
from tests.mutants.mutations import Mutant, mutants_of
from tests.mutants.rooms import ROOMS, ROOT
from tests.mutants.trials import SURVIVED, Outcome, Trials

OPTIONS = ["-q", "-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider", "-o", "timeout=0"]
SAVED = 50  # mutants after which the results are stored
console = Console(width=150)


def main() -> int:
    """Tries the mutants of each room in a process of its own; returns 0 if nothing went wrong."""
    if sys.argv[1:2] == ["rules"]:
        return rules_main(sys.argv[2:])
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rooms", nargs="*", metavar="ROOM", choices=[*ROOMS, []])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--tests", nargs="+", default=[])
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--further", action="store_true")
    parser.add_argument("--record", action="store_true")
    words = parser.parse_args()
    os.environ.setdefault("COMPTOIR_TEST_SECONDS", "0")
    statuses = [_in_a_process(tried, name, words) for name in words.rooms or ROOMS]
    return max(statuses)


def rules_main(arguments: list[str]) -> int:
    """Checks the tests that the pages of rules name; returns 0 if each notices a mutant of its rule."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants rules", description=rules.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", choices=[*rules.PAGES, []])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=[], metavar="NUMBER", help="of rules, as R44")
    words = parser.parse_args(arguments)
    os.environ.setdefault("COMPTOIR_TEST_SECONDS", "0")
    return max([_in_a_process(checked, name, words) for name in words.games or rules.PAGES])


def checked(game: str, words: argparse.Namespace) -> int:
    """Prints each test of a game that notices no mutant of its rule; returns 1 if there is one."""
    page, found = rules.PAGES[game], list[rules.Verdict]()
    numbers = [rule for rule in page.rows if not words.only or rule in words.only]
    references = [reference for rule in numbers for reference in page.code(rule)]
    code = rules.Code(f"games.{game}", ROOT, references)

    def trying(trials: Trials) -> None:
        with console.status("without mutants") as status:
            for file in trials.record():
                status.update(f"without mutants: {file}")
            for verdict in rules.check(trials, code, page, numbers, words.seed, status.update):
                found.append(verdict)
                if not verdict.noticed:
                    console.print(f"{verdict.rule}: {verdict.test} notices none of {verdict.met}", highlight=False)

    named = {page.file(file) for rule in numbers for file, _ in page.tests(rule)}
    status = pytest.main([*OPTIONS, *sorted(named)], plugins=[Trials(ROOT, code.files, trying)])
    silent = sum(not verdict.noticed for verdict in found)
    console.print(f"{game}: {len(numbers)} rules, {len(found)} tests of rules, {silent} of which notice nothing")
    return int(status) or int(silent > 0)


def _in_a_process(run: Callable[[str, argparse.Namespace], int], name: str, words: argparse.Namespace) -> int:
    """What pytest imports and remembers for one room stays out of the next."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            status = run(name, words)
        finally:
            sys.stdout.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def tried(name: str, words: argparse.Namespace) -> int:
    """Tries the mutants of a room, prints and records the result; returns the exit status of pytest."""
    room, outcomes = ROOMS[name], list[Outcome]()
    files = [file for file in room.files if words.only in file] or room.files
    mutants = chosen([mutant for file in files for mutant in mutants_of(file, ROOT)], name, words)
    console.print(f"[bold]{name}[/bold]: {len(mutants)} mutants in {len(files)} files (seed {words.seed})")

    def trying(trials: Trials) -> None:
        for outcome in trial(trials, mutants, words.seconds, words.minutes):
            outcomes.append(outcome)
            if len(outcomes) % SAVED == 0:
                report.add(name, outcomes)

    status = pytest.main([*OPTIONS, *(words.tests or room.tests)], plugins=[Trials(ROOT, room.files, trying)])
    report.add(name, outcomes)
    report.show(console, name)
    if words.record:
        report.record(name)
    return int(status)


def chosen(mutants: list[Mutant], room: str, words: argparse.Namespace) -> list[Mutant]:
    """The mutants that the command line asks for, in the order in which they are tried."""
    random.Random(words.seed).shuffle(mutants)
    mutants, known = mutants[: words.most], report.results(room)
    if words.again:
        mutants = [mutant for mutant in mutants if known.get(mutant.name) == SURVIVED]
    if words.further:
        mutants = [mutant for mutant in mutants if mutant.name not in known]
    return [mutant for mutant in mutants if words.only in mutant.name]


def trial(trials: Trials, mutants: list[Mutant], seconds: float, minutes: float) -> Iterator[Outcome]:
    """Tries mutants, with a bar of progress. Prints survivors as they are found."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task, alive = progress.add_task("without mutants", total=len(mutants)), 0
        for file in trials.record():
            progress.update(task, description=f"without mutants: {file}")
        for test in trials.reach.failed:
            progress.console.print(f"left out, because it fails without a mutant: {test}")
        until = time.monotonic() + 60 * minutes
        for mutant in mutants:
            if time.monotonic() > until:
                break
            yield (outcome := trials.outcome(mutant, trials.tests_of(mutant), seconds))
            if outcome.verdict == SURVIVED:
                alive += 1
                progress.console.print(report.line(outcome), highlight=False, markup=False)
            progress.update(task, advance=1, description=f"{mutant.file.rpartition('/')[2]}, {alive} survived")


if __name__ == "__main__":
    sys.exit(main())
