"""Measures how the cost of a request grows with the matches, the length of a log, the seats and the clients.

A figure is milliseconds of CPU of the web processes and of PostgreSQL for one request, or for one second without
requests (the scheduler and PostgreSQL). A ratio compares it with the first row of the same game in the same round. A
turn is a move, then the view and the legal moves of the next player.

The running matches are of the Great Dalmuti. The first ten finished matches are real, and others are copies of them.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Protocol
from uuid import UUID

from tests.bench.moves import LONG, Kind, Request, Seated, plain, prepared_moves
from tests.bench.records import LESS, Cell, Column, Record, Rounds, Sheet, add
from tests.bench.scenarios import Options
from tests.bench.scenarios.long import LongMatch
from tests.bench.seeding.copies import copies_add
from tests.bench.variants import POSTGRESQL, Variant, spent, variants
from tests.caller import Caller

FINISHED_AND_RUNNING = ((10, 10), (1_000, 10), (100_000, 10), (100_000, 100), (100_000, 500))
LENGTHS = (100, 1_000, 10_000)
KINDS = (
    *(Kind("monopoly_deal", seats, {}) for seats in (2, 4, 6, 8, 10)),
    *(LONG._replace(seats=seats) for seats in (4, 7, 10)),
)
CLIENTS = (1, 4, 16, 64)
TURN = {"move": "a move", "view": "the view", "legal": "the legal moves"}
LISTED, IDLE = {"list": "the list of open matches"}, {"idle": "an idle second"}
LISTS, OPEN, IDLE_SECONDS = 64, 10, 30.0  # the scheduler reads its tables every 30 seconds
LEGAL = "/legal-moves?limit=40"
UNLIMITED = {"COMPTOIR_MATCHES_PER_PLAYER": "0"}

Figures = dict[str, float]


class Group(Protocol):
    """Matches whose turns are measured."""

    def turn(self) -> Iterator[list[Request]]:
        """Yields the moves of the matches, then the views of the next players, then their legal moves."""


class Prepared:
    """Matches of one kind, with the same deal and the same moves."""

    def __init__(self, variant: Variant, kind: Kind, matches: int, turns: int) -> None:
        self._script, self._played = prepared_moves(turns + 1, kind), 0
        players = new_players(variant, kind.seats)
        self._tables = [Seated(variant.port, kind, seats=players) for _ in range(matches)]

    def turn(self) -> Iterator[list[Request]]:
        move, following = self._script[self._played : self._played + 2]
        self._played += 1
        yield [table.post(move) for table in self._tables]
        yield [table.get("view", following.seat, "/view") for table in self._tables]
        yield [table.get("legal", following.seat, LEGAL) for table in self._tables]


class Long:
    """One match with a log of the given length."""

    def __init__(self, variant: Variant, moves: int) -> None:
        stored = LongMatch.stored(variant, moves)
        self._path, self._clients = f"/matches/{stored.id}", list[Caller]()
        for token in stored.tokens:
            self._clients.append(Caller(variant.port, seconds=120))
            self._clients[-1].token = token

    def turn(self) -> Iterator[list[Request]]:
        seat = self._next()
        legal = self._clients[seat].json("GET", f"{self._path}/legal-moves?limit=1")
        body = json.dumps({"prompt": legal["prompt"], **legal["moves"][0]}).encode()
        yield [self._request("move", seat, "POST", "/moves", body)]
        seat = self._next()
        yield [self._request("view", seat, "GET", "/view")]
        yield [self._request("legal", seat, "GET", LEGAL)]

    def _next(self) -> int:
        seat: int = self._clients[0].json("GET", self._path)["to_act"][0]
        return seat

    def _request(self, kind: str, seat: int, method: str, path: str, body: bytes = b"") -> Request:
        return request(kind, self._clients[seat].token, method, f"/api/v1{self._path}{path}", body)


class Growth:
    """The tables of a run."""

    def __init__(self) -> None:
        self.rows = defaultdict[str, dict[str, dict[str, Cell]]](lambda: defaultdict(dict))
        self._first = dict[tuple[str, str, int], Figures]()

    def add(self, sheet: str, row: str, round_: int, figures: Figures, game: str = "") -> None:
        """Adds the figures of a row in a round, and those of the first row."""
        first = self._first.setdefault((sheet, game, round_), figures)
        for name, value in figures.items():
            add(self.rows[sheet][row], name, value)
            add(self.rows[sheet][row], f"first {name}", first[name])

    def sheet(self, name: str, label: str, titles: dict[str, str]) -> Sheet:
        """Returns a table, with a plot of the growth of a move."""
        columns = [Column(f"{title}, ms", figure) for figure, title in titles.items()]
        columns += [Column(f"{title} ×", figure, f"first {figure}", LESS) for figure, title in titles.items()]
        rows = {row: dict(cells) for row, cells in self.rows[name].items()}
        return Sheet(name, label, tuple(columns), rows, plot=f"{TURN['move']} ×")


def measure(options: Options) -> Record:
    """Measures the four tables in one stack; the number of matches grows last."""
    growth, rounds = Growth(), Rounds(options.rounds)
    with variants(options._replace(against=None), UNLIMITED) as [variant]:
        options.say("the number of matches")
        matches(options, variant, growth)
    with variants(options._replace(against=None), UNLIMITED) as [variant]:
        options.say("players sit down, and long matches are stored")
        logs = {f"{moves:,}": Long(variant, moves) for moves in LENGTHS}
        tables = {f"{kind.game}, {kind.seats}": Prepared(variant, kind, 8, 8 * options.rounds + 4) for kind in KINDS}
        many = Prepared(variant, LONG, max(CLIENTS), 2 * options.rounds * len(CLIENTS) + 4)
        for warm in (*tables.values(), *logs.values(), many):
            cost(variant, warm, turns=4)
        for round_ in rounds:
            options.say(f"round {round_ + 1} of {options.rounds}: logs, seats, clients")
            for row, long in logs.items():
                growth.add("logs", row, round_, cost(variant, long, turns=20))
            for row, table in tables.items():
                growth.add("seats", row, round_, cost(variant, table, turns=8), row.partition(",")[0])
            for clients in CLIENTS:
                figures = cost(variant, many, turns=2, clients=clients) | lists(variant, clients)
                growth.add("clients", str(clients), round_, figures)
    sheets = [
        growth.sheet("matches", "finished and running matches", TURN | LISTED | IDLE),
        growth.sheet("logs", "events of the log", TURN),
        growth.sheet("seats", "seats", TURN),
        growth.sheet("clients", "clients", TURN | LISTED),
    ]
    return Record(rounds.run(note="CPU of web processes and PostgreSQL"), sheets)


def matches(options: Options, variant: Variant, growth: Growth) -> None:
    """Measures the rows of the first table; all rounds of a row follow one another."""
    players = new_players(variant, LONG.seats)
    for _ in range(OPEN):
        new_match(players[:1])
    real = [finished_match(players) for _ in range(FINISHED_AND_RUNNING[0][0])]
    group = Prepared(variant, LONG, 10, 10 * (options.rounds * len(FINISHED_AND_RUNNING) + 1))
    cost(variant, group, turns=10)
    had_finished, had_running = FINISHED_AND_RUNNING[0]
    for finished, running in FINISHED_AND_RUNNING:
        row = f"{finished:,} and {running}"
        options.say(f"{row}: matches are added")
        if finished > had_finished:
            copies_add(variant.stack.database(), real, finished - had_finished)
        for _ in range(running - had_running):
            new_match(players)
        had_finished, had_running = finished, running
        measured = [cost(variant, group, turns=10) | lists(variant, 1) for _ in range(options.rounds)]
        resting = idle(variant)
        for round_, figures in enumerate(measured):
            growth.add("matches", row, round_, figures | resting)


def cost(variant: Variant, group: Group, turns: int, clients: int = 1) -> Figures:
    """Returns the milliseconds of CPU of each request of a turn."""
    seconds, answered = defaultdict[str, float](float), defaultdict[str, int](int)
    for _ in range(turns):
        for figure, requests in zip(TURN, group.turn(), strict=True):
            measured = variant.send([requests[client::clients] for client in range(clients)])
            seconds[figure] += measured.web + measured.database
            answered[figure] += measured.answered
    return {figure: 1000 * seconds[figure] / answered[figure] for figure in TURN}


def lists(variant: Variant, clients: int) -> Figures:
    """Returns the milliseconds of CPU of a list of open matches."""
    requests = [plain("list", "/api/v1/matches?open_seats=true")] * (LISTS // clients)
    return {"list": variant.send([requests] * clients).cpu}


def idle(variant: Variant) -> Figures:
    """Returns the milliseconds of CPU of the scheduler and PostgreSQL in a second without requests."""
    parts = ("scheduler", *POSTGRESQL)
    before = variant.used(parts)
    time.sleep(IDLE_SECONDS)
    return {"idle": 1000 * spent(before, variant.used(parts)) / IDLE_SECONDS}


def new_players(variant: Variant, number: int) -> list[Caller]:
    """Returns new players."""
    return [Caller(variant.port, seconds=120).sign_up() for _ in range(number)]


def new_match(players: Sequence[Caller]) -> str:
    """Creates a match with deadlines, in which these players sit; returns its id."""
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (LONG.seats - 1)]
    wish = {"game": LONG.game, "options": LONG.options, "seats": seats, "clock": {"per_move": 3 * 86_400}}
    match: str = players[0].json("POST", "/matches", wish)["id"]
    for player in players[1:]:
        player.json("POST", f"/matches/{match}/seats", {})
    return match


def finished_match(players: Sequence[Caller]) -> UUID:
    """Lets all players but one resign in a new match; returns its id."""
    match = new_match(players)
    for player in players[1:]:
        player.json("POST", f"/matches/{match}/resign")
    return UUID(match)


def request(kind: str, token: str, method: str, path: str, body: bytes = b"") -> Request:
    """Returns a request of a player."""
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}"]
    head += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    return Request(kind, "\r\n".join([*head, "", ""]).encode() + body)
