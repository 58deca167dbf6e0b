"""Long logs, and restarted servers: matches of the Great Dalmuti with 100, 500 and 10,000 moves.

One client sends requests, with limits and request logs. After a restart of the web processes, one request first reads
another match, so that the measurement excludes the program's own start.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from tests.bench.moves import Seated
from tests.bench.records import LESS, Cell, Column, Record, Rounds, Sheet, add, commit
from tests.bench.scenarios import Options
from tests.bench.scenarios.replay import folding
from tests.bench.scenarios.users import BROWSER, INSTALLED
from tests.bench.variants import NEW, OLD, Variant, variants
from tests.caller import Caller

GAME = "great_dalmuti"
LENGTHS = (100, 500, 10_000)
MOVES, STEPS = 20, 5
FIGURES = (
    "first view after a restart",
    "the next view",
    "POST move",
    "view after a move",
    "first view?at=",
    "its neighbour",
    "view?at= elsewhere",
    "export",
)


class Client(Caller):
    """The browser of a seat."""

    def __init__(self, port: int, token: str) -> None:
        super().__init__(port, seconds=120)
        self.token = token

    def timed(self, method: str, path: str, body: Any = None) -> float:
        """Returns the milliseconds until the response is read. Raises AssertionError if the request is refused."""
        begun = time.perf_counter()
        status, content = self.send(method, path, body, headers=BROWSER)
        taken = (time.perf_counter() - begun) * 1000
        self._used = time.monotonic()  # a new connection may reach another process
        assert status < 400, f"expected {method} {path} to succeed, got {status} {content[:300]!r}"
        return taken

    def read(self, path: str) -> Any:
        """Returns the API's response, unmeasured."""
        return self.json("GET", path.removeprefix("/api/v1"))


class LongMatch(NamedTuple):
    """A running match in a variant's database, with the tokens of its seats."""

    variant: Variant
    id: str
    tokens: list[str]

    @classmethod
    def stored(cls, variant: Variant, moves: int) -> LongMatch:
        """Plays and stores a match, in a process of the variant's checkout."""
        environment = {**variant.stack.environment_inside(), "DATABASE_URL": variant.stack.database()}
        worker = folding(GAME, moves, variant.stack.root, environment)
        try:
            stored = worker.line()
        finally:
            worker.stop()
        return cls(variant, stored["match"], stored["tokens"])


def measure(options: Options) -> Record:
    """Measures all lengths in both checkouts, with a restart for each length."""
    rows, rounds = defaultdict[str, dict[str, Cell]](dict), Rounds(options.rounds)
    starts: dict[str, Cell] = {}
    with variants(options, INSTALLED) as running:
        matches: dict[str, list[LongMatch]] = {}
        warm = {variant.name: Seated(variant.port) for variant in running}
        for variant in running:
            options.say(f"playing matches of {', '.join(map(str, LENGTHS))} moves")
            matches[variant.name] = [LongMatch.stored(variant, moves) for moves in LENGTHS]
        for round_ in rounds:
            options.say(f"round {round_ + 1} of {options.rounds}: restarts, views, steps, exports")
            for variant in running:
                add(starts, variant.name, _restarted(variant))
                for moves, match in zip(LENGTHS, matches[variant.name], strict=True):
                    figures = _figures(match, warm[variant.name], Random(round_))
                    for figure, value in zip(FIGURES, figures, strict=True):
                        add(rows[f"{figure}, {moves:,} moves"], variant.name, value)
    rows["seconds until a new web process answers"] = starts
    columns = [Column("before", OLD)] if options.against else []
    columns += [Column("now", NEW, better=LESS)]
    columns += [Column("now / before", NEW, OLD, LESS)] if options.against else []
    sheet = Sheet("matches", "ms", tuple(columns), dict(rows))
    return Record(rounds.run(commit(options.against) if options.against else "", "one client"), [sheet])


def _figures(match: LongMatch, warm: Seated, chance: Random) -> Iterator[float]:
    """Yields the `FIGURES` of a match that the process of the first connection has not read yet, in milliseconds."""
    clients = [Client(match.variant.port, token) for token in match.tokens]
    first, path = clients[0], f"/api/v1/matches/{match.id}"
    first.timed("GET", f"{warm.path}/view")
    yield first.timed("GET", f"{path}/view")
    yield first.timed("GET", f"{path}/view")
    posts, views = [], []
    for _ in range(MOVES):
        seat = first.read(path)["to_act"][0]
        legal = clients[seat].read(f"{path}/legal-moves?limit=1")
        posts.append(clients[seat].timed("POST", f"{path}/moves", {"prompt": legal["prompt"], **legal["moves"][0]}))
        views.append(first.timed("GET", f"{path}/view"))
    yield median(posts)
    yield median(views)
    seq = first.read(f"{path}/view")["seq"]
    yield first.timed("GET", f"{path}/view?at={seq // 2}")
    yield first.timed("GET", f"{path}/view?at={seq // 2 + 1}")
    yield median(first.timed("GET", f"{path}/view?at={chance.randrange(10, seq)}") for _ in range(STEPS))
    yield first.timed("GET", f"{path}/export")


def _restarted(variant: Variant) -> float:
    """Ends the web processes; returns the seconds until a new process answers."""
    before = variant.stack.processes("web")
    for process in before:
        process.terminate()
    begun = time.monotonic()
    for process in before:
        process.wait(60)
    assert variant.stack.answers_within(120), "expected new web processes"
    return time.monotonic() - begun
