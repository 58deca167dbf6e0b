"""What a turn costs: `python -m tests.bench.turns OLD [--rounds 8] [--turns 25] [--matches 8] [--game great_dalmuti]`.

OLD is a directory, such as a git worktree of an earlier commit. Both installations count requests and log them, as they
are delivered. Slices of both alternate, with the same moves; the clients send the headers of a browser with a cookie.
A turn of the old one is four requests (the move, then view, legal moves and head of the next seat), as clients had to
make them; in the new one it is the move, whose reply has the rest. `posts` is the move alone, in both.

Printed are the CPU of web and PostgreSQL and the median latency, by turn, and the ratio new / old of the slices
(median, lowest and highest). The floor is one durable statement in the database of the new one.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from games import registry
from games.kernel.effect import move_json
from games.kernel.rng import policy_draws
from tests.bench.database import durable_statements
from tests.games.harness.http_match import Table
from tests.games.harness.simulate import Match, Players
from tests.stack import ROOT, Stack

SEED = 7
LONG = {"great_dalmuti": {"end": {"hands": 100}}}
DELIVERED = {
    "COMPTOIR_LIMITS": "on", "LOG_LEVEL": "INFO",
    **{f"COMPTOIR_LIMIT_{scope}": "1000000/10" for scope in ("GENERAL", "MOVES", "LEGAL_MOVES", "SIGN_UP")},
}  # fmt: skip
BROWSER = {
    "Host": "127.0.0.1", "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Accept": "application/json", "Accept-Language": "en", "Accept-Encoding": "gzip, deflate, br, zstd",
    "Referer": "http://127.0.0.1/tables", "Connection": "keep-alive", "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin", "Priority": "u=4",
    "Cookie": "theme=dark; csrftoken=0123456789abcdefghijklmnopqrstuv",
}  # fmt: skip
READS = ("/view", "/legal-moves?limit=40", "")
PARTS = {"web": ("web",), "PostgreSQL": ("backend", "background", "postmaster")}
Script = Sequence[tuple[int, bytes]]


def script_of(key: str, count: int) -> Script:
    """The seats and bodies of the first moves of a practice match, as random players choose them."""
    game, seats = registry.get(key), seats_of(key)
    match = Match(game, seats, game.options.from_json(LONG.get(key, {}), seats), SEED, first_id=0)
    players, moves = Players(policy_draws(b"turns", SEED)), []
    while len(moves) < count and not match.state.is_over:
        decision = players.decision(match)
        if decision.kind == "move":
            assert decision.seat is not None and decision.move is not None
            moves.append((decision.seat, json.dumps({"prompt": decision.prompt, **move_json(decision.move)}).encode()))
        match.decide(decision)
    return moves


def seats_of(key: str) -> int:
    """How many people play a match of the game here."""
    return max(registry.get(key).seats.start, min(4, registry.get(key).seats.stop - 1))


class Client:
    """A connection that plays a match of its own."""

    def __init__(self, port: int, key: str) -> None:
        self._port, self._table = port, Table(port, key, seats_of(key), (), LONG.get(key, {}), seed=SEED)

    def connect(self) -> None:
        """Opens the connection, which the server has closed if the other's slice was long."""
        self._socket = socket.create_connection(("127.0.0.1", self._port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def post(self, move: tuple[int, bytes], query: str = "") -> float:
        """Plays a move; returns the milliseconds that it took."""
        return self._ask(move[0], "POST", f"/moves{query}", move[1])

    def read(self, seat: int) -> None:
        """What a client that knows only the move needs for the next one."""
        for path in READS:
            self._ask(seat, "GET", path)

    def _ask(self, seat: int, method: str, path: str, body: bytes = b"") -> float:
        headers = {**BROWSER, "Authorization": f"Bearer {self._table.seats[seat].token}"}
        if body:
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = [f"{method} /api/v1{self._table.path}{path} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items())]
        begin = time.perf_counter()
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        head, content = b"", b""
        while not head or len(content) < _length(head):
            part = self._socket.recv(262_144)
            assert part, "expected a response, got the end of the connection"
            content += part
            if not head and b"\r\n\r\n" in content:
                head, _, content = content.partition(b"\r\n\r\n")
        assert head[9:12] in (b"200", b"201"), head + content
        return (time.perf_counter() - begin) * 1000


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])


class Variant:
    """One checkout, with its matches."""

    def __init__(self, root: Path, is_new: bool, key: str, matches: int) -> None:
        self.stack, self._is_new = Stack(environment=DELIVERED, root=root), is_new
        self.stack.start()
        self.clients = [Client(self.stack.port, key) for _ in range(matches)]

    def turns(self, moves: Script, following: Sequence[int]) -> Iterator[float]:
        """Every client plays the moves, with all that a turn needs; following: the next seat after each."""
        for move, seat in zip(moves, following, strict=True):
            for client in self.clients:
                begin = time.perf_counter()
                client.post(move, "?view=1&legal=40" if self._is_new else "")
                if not self._is_new:
                    client.read(seat)
                yield (time.perf_counter() - begin) * 1000

    def posts(self, moves: Script) -> Iterator[float]:
        """Every client plays the moves alone."""
        yield from (client.post(move) for move in moves for client in self.clients)

    def cpu(self) -> dict[str, float]:
        """The milliseconds of CPU until now, by part."""
        return {
            part: sum(_cpu_of(process.pid) for process in self.stack.processes(*kinds)) for part, kinds in PARTS.items()
        }


def _cpu_of(pid: int) -> float:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


Figures = dict[str, list[float]]


def slice_of(variant: Variant, kind: str, moves: Script, following: Sequence[int]) -> dict[str, float]:
    """CPU and latency by turn of one slice."""
    for client in variant.clients:
        client.connect()
    before = variant.cpu()
    times = list(variant.turns(moves, following) if kind == "turns" else variant.posts(moves))
    return {part: (cpu - before[part]) / len(times) for part, cpu in variant.cpu().items()} | {"p50": median(times)}


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.turns", description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--turns", type=int, default=25)
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--game", default="great_dalmuti")
    options = parser.parse_args()
    script = script_of(options.game, options.rounds * options.turns * 2 + 1)
    slices = (len(script) - 1) // options.turns
    variants: dict[str, Variant] = {}
    figures: dict[str, dict[str, Figures]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    loads = list[float]()
    try:
        for name, root in {"old": options.old.resolve(), "new": ROOT}.items():
            variants[name] = Variant(root, name == "new", options.game, options.matches)
        for number in range(slices):
            kind, begin = ("turns", "posts")[number % 2], number * options.turns
            moves = script[begin : begin + options.turns]
            following = [seat for seat, _ in script[begin + 1 : begin + options.turns + 1]]
            for name in ("old", "new") if number % 4 < 2 else ("new", "old"):
                for part, value in slice_of(variants[name], kind, moves, following).items():
                    figures[kind][name][part].append(value)
            loads.append(os.getloadavg()[0])
        floor = durable_statements(variants["new"].stack.database(), 2).p50
    finally:
        for variant in variants.values():
            variant.stack.stop()
    title = (
        f"{options.game}, {slices} slices of {options.turns} turns in {options.matches} matches, load {min(loads):.1f}"
    )
    show(figures, floor, f"{title} to {max(loads):.1f}")
    return 0


def show(figures: Mapping[str, Mapping[str, Figures]], floor: float, title: str) -> None:
    """Prints the figures. The p50 is also shown as a multiple of the durable statement."""
    grid = Grid("", "part", "old ms", "new ms", "new / old", title=title)
    for kind, names in figures.items():
        for part in (*PARTS, "CPU", "p50"):
            old, new = (_of(names[name], part) for name in ("old", "new"))
            ratios = [after / before for before, after in zip(old, new, strict=True)]
            cells: list[Any] = [f"{median(old):.2f}", f"{median(new):.2f}"]
            grid.add_row(kind, part, *cells, f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")
    Console(width=100).print(grid)
    posts = median(figures["posts"]["new"]["p50"])
    print(f"durable statement p50 {floor:.3f} ms; a POST of the new is {posts / floor:.1f} of it")


def _of(figures: Figures, part: str) -> list[float]:
    if part != "CPU":
        return figures[part]
    return [sum(each) for each in zip(*(figures[one] for one in PARTS), strict=True)]


if __name__ == "__main__":
    raise SystemExit(main())
