"""`make soak MINUTES=60`: random matches under every check and paired worlds, for every game and number of seats.

    python -m tests.soak.run --minutes 10 [--seed 5] [--game monopoly_deal] [--matches 5000] [--pairs 20000]

First, every planted fault and leak must be found. Then all games share the time evenly: two thirds of a game's part go
to matches and one third to paired worlds, up to `--matches` and `--pairs`. The checks of `ALWAYS` run on every match,
all checks on every sixteenth. In most matches the greedy bot plays at least half of the moves, because random players
rarely reach the late parts of a game. An optional `tests/soak/<game>.py` adds what only its game needs:
`run(seconds, seed) -> str` returns a line for the table and raises if it finds a fault; `table(seed, rows)` returns the
seats and options of a seed. The exit status is 1 if something was found. Each finding names its seed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from tests.games.checked_match import play_checked
from tests.games.checks import CHECKS
from tests.games.fixtures import GreedyPlayers
from tests.games.option_coverage import covering_options
from tests.games.paired_worlds import Result, bots_of, compare
from tests.games.planted_faults import FAULTS
from tests.games.planted_leaks import ARRIVALS, LEAKS, pairs_to_leak
from tests.games.simulate import Match, Players
from tests.games.tested_games import TESTED_GAMES

SLICE = 40.0
STRIDE = 100_000
ALL_CHECKS, RANDOM_PLAYERS = 16, 8  # one match in this number
ALWAYS = ("TheLogIsTheTruth", "TheAuditAgrees", "CardsAreConserved", "SomebodyCanGoOn", "TheMatchEnds")
BESIDE = ("integrity", "http", "clients")
Job = tuple[str, Callable[..., "Tally"], tuple[Any, ...]]


@dataclass
class Tally:
    """The figures of one game."""

    matches: int = 0
    under_all: int = 0
    acts: int = 0
    longest: int = 0
    pairs: Result = field(default_factory=Result)
    extra: str = ""
    findings: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Adds the figures of another slice."""
        self.matches, self.under_all = self.matches + other.matches, self.under_all + other.under_all
        self.acts, self.longest = self.acts + other.acts, max(self.longest, other.longest)
        self.pairs, self.extra = self.pairs.plus(other.pairs), self.extra or other.extra
        self.findings += other.findings


@cache
def varied(name: str, seats: int) -> list[Options]:
    """Returns the options to play under."""
    return covering_options(TESTED_GAMES[name], seats, policy_draws(b"soak", name, seats))


def table_of(name: str, seed: int) -> tuple[Game, int, Options]:
    """Returns the game, the number of seats and the options of a seed; every fourth seed has the defaults."""
    game = TESTED_GAMES[name]
    if (module := _module(name)) is not None and hasattr(module, "table"):
        return (game, *module.table(seed, varied))
    seats = game.seats[seed % len(game.seats)]
    rows = varied(name, seats)
    return game, seats, rows[0 if seed % 4 == 0 else policy_draws(b"rows", seed).below(len(rows))]


@cache
def _module(name: str) -> ModuleType | None:
    module = f"tests.soak.{TESTED_GAMES[name].key}"
    return None if importlib.util.find_spec(module) is None else importlib.import_module(module)


def players_of(game: Game, seed: int) -> Players:
    """Returns the players of a seed's match."""
    players = Players.of_seed(seed)
    if seed % RANDOM_PLAYERS == 0 or "greedy" not in bots_of(game):
        return players
    mixed = GreedyPlayers(policy_draws(b"mixed", seed), players.by_move, players.expires, players.resigns)
    mixed.strays = 2 + seed % 5
    return mixed


def soaked(name: str, seconds: float, seed: int, matches: bool, pairs: bool) -> Tally:
    """Runs one slice: matches under checks for two thirds of the time, then paired worlds, or only one of them."""
    tally, start = Tally(), time.monotonic()
    share = 2 / 3 if pairs else 1.0
    while (now := time.monotonic()) < start + seconds:
        if matches and now < start + seconds * share:
            _match(tally, name, seed)
        else:
            _pairs(tally, name, seed)
        seed += 1
    return tally


def watched(name: str, seed: int) -> tuple[Match, bool]:
    """Plays the match of a seed under its checks; returns it and whether all checks ran. Raises what they raise."""
    game, seats, options = table_of(name, seed)
    everything = policy_draws(b"all", seed).below(ALL_CHECKS) == 0
    checks = [CHECKS[check] for check in (CHECKS if everything else ALWAYS)]
    return play_checked(game, seats, options, seed, checks, players=players_of(game, seed)), everything


def _match(tally: Tally, name: str, seed: int) -> None:
    try:
        match, everything = watched(name, seed)
    except Exception as error:  # any exception of a match is a finding, and the run continues
        notes = "\n".join(getattr(error, "__notes__", ()))
        tally.findings.append(f"{name}, seed {seed}: {error!r}\n{notes}")
        return
    tally.add(Tally(1, int(everything), match.acts, match.acts))


def _pairs(tally: Tally, name: str, seed: int) -> None:
    game, seats, options = table_of(name, seed)
    result = compare(game, seats, options, seed, pairs=8)
    tally.add(Tally(pairs=result))
    if result.leak is not None:
        tally.findings.append(f"{name}, {seats} seats, seed {seed}: {result.leak}")


def own(name: str, seconds: float, seed: int) -> Tally:
    """Runs the additional checks of one game."""
    module = _module(name)
    if module is None or not hasattr(module, "run"):
        return Tally()
    try:
        return Tally(extra=str(module.run(seconds, seed)))
    except Exception as error:
        return Tally(findings=[f"{module.__name__}, seed {seed}: {error!r}"])


def beside(module: str, seconds: float, seed: int) -> Tally:
    """Runs the checks that belong to no game: altered exports, the HTTP API, and the example clients."""
    try:
        return Tally(extra=str(importlib.import_module(f"tests.soak.{module}").run(seconds, seed)))
    except Exception as error:
        return Tally(findings=[f"tests.soak.{module}, seed {seed}: {error!r}"])


@dataclass(frozen=True)
class Plan:
    """The time, the seed, the number of processes, and how many matches and pairs are enough for a game."""

    names: tuple[str, ...]
    seconds: float
    seed: int
    jobs: int
    matches: float
    pairs: float

    def slices(self, tallies: Mapping[str, Tally]) -> Iterator[Job]:
        """Yields slices of all games in turn, each with new seeds, until the time is up or all games have enough."""
        own_part = 0.25 if self.matches == float("inf") else 0.0
        end, turn = time.monotonic() + self.seconds * (1 - own_part / 2), 0
        each = min(SLICE, self.seconds * self.jobs / len(self.names) / 2)
        while time.monotonic() < end and (unfinished := [name for name in self.names if self._wants(tallies[name])]):
            for name in unfinished:
                matches, pairs = tallies[name].matches < self.matches, tallies[name].pairs.pairs < self.pairs
                yield name, soaked, (name, each, self.seed + STRIDE * turn, matches, pairs)
            turn += 1
        if own_part:
            part = self.seconds * self.jobs * own_part / 2 / (len(self.names) + len(BESIDE))
            yield from ((name, own, (name, part, self.seed)) for name in self.names)
            yield from ((module, beside, (module, part, self.seed)) for module in BESIDE)

    def _wants(self, tally: Tally) -> bool:
        return tally.matches < self.matches or tally.pairs.pairs < self.pairs

    def __len__(self) -> int:
        return max(1, round(self.seconds * self.jobs / SLICE))


def run(console: Console, plan: Plan) -> dict[str, Tally]:
    """Runs all slices; prints the first findings as they occur."""
    tallies = {name: Tally() for name in (*plan.names, *BESIDE)}
    slices = plan.slices(tallies)
    with ProcessPoolExecutor(plan.jobs) as pool, Progress(console=console) as progress:
        bar = progress.add_task("soak", total=len(plan))
        running = {pool.submit(task, *arguments): name for name, task, arguments in islice(slices, plan.jobs)}
        while running:
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                name, found = running.pop(future), future.result()
                for text in found.findings[: max(0, 3 - len(tallies[name].findings))]:
                    console.print(text, style="red", markup=False, highlight=False)
                tallies[name].add(found)
                progress.advance(bar)
                running |= {pool.submit(task, *arguments): name for name, task, arguments in islice(slices, 1)}
    return tallies


def summary(tallies: dict[str, Tally]) -> Table:
    """Returns a table with one line for each game."""
    table = Table("game", "matches", "all checks", "acts", "longest", "pairs", "moments", "discarded", "found", "own")
    for name, tally in tallies.items():
        pairs, rejected, moments, _ = tally.pairs
        numbers = (tally.matches, tally.under_all, tally.acts, tally.longest, pairs, moments)
        rate = f"{rejected / max(1, pairs + rejected):.1%}"
        table.add_row(name, *(f"{n:,}" for n in numbers), rate, str(len(tally.findings)), tally.extra)
    return table


def faults_missed() -> list[str]:
    """Returns the planted faults that their check does not find."""
    return [fault for fault, planted in FAULTS.items() if planted.check in CHECKS and not _finds(planted)]


def _finds(planted: object) -> bool:
    check, game = planted  # type: ignore[misc]
    for seed in range(60):
        seats = game.seats[seed % len(game.seats)]
        try:
            play_checked(game, seats, game.options.from_json({}, seats), seed, [CHECKS[check]])
        except Exception:
            return True
    return False


def leaks_found(seed: int) -> dict[str, int | None]:
    """Returns after how many pairs each planted leak is found; None if it is not found."""
    arrivals = {f"{name}: {leak} of arrival": planted for (name, leak), planted in ARRIVALS.items()}
    return {leak: pairs_to_leak(planted, seed) for leak, planted in {**LEAKS, **arrivals}.items()}


def planted(console: Console, seed: int) -> bool:
    """Prints which planted faults and leaks were found; returns whether all were."""
    missed, leaks = faults_missed(), leaks_found(seed)
    table = Table("planted leak", "found after pairs")
    for leak, pairs in leaks.items():
        table.add_row(leak, "NOT FOUND" if pairs is None else str(pairs))
    console.print(table)
    checked = [fault for fault, planted in FAULTS.items() if planted.check in CHECKS]
    console.print(f"planted faults found: {len(checked) - len(missed)} of {len(checked)}", *missed)
    return not missed and None not in leaks.values()


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000 * 1000)
    parser.add_argument("--game", action="append", choices=sorted(TESTED_GAMES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--matches", type=int, help="the most matches of each game")
    parser.add_argument("--pairs", type=int, help="the most paired worlds of each game")
    arguments = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 130)
    console.print(f"seed {arguments.seed}, {arguments.minutes} minutes, {arguments.jobs} processes")
    everything = planted(console, arguments.seed)
    matches, pairs = (float("inf") if n is None else n for n in (arguments.matches, arguments.pairs))
    names = tuple(arguments.game or TESTED_GAMES)
    tallies = run(console, Plan(names, arguments.minutes * 60, arguments.seed, arguments.jobs, matches, pairs))
    console.print(summary(tallies))
    return int(not everything or any(tally.findings for tally in tallies.values()))


if __name__ == "__main__":
    sys.exit(main())
