"""A whole match over HTTP against the whole stack, kept as a fixture: `python -m tests.games.http_match GAME NAME`.

    http_match GAME NAME [--own 3] [--bots greedy ...] [--options JSON] [--steering MODULE] [--tries 5] [--most 500]
        [--resigns 0] [--note WHY] [--address http://127.0.0.1:8000]
    http_match GAME --export [...]

One client holds the seats of `--own`, each with a token of its own, and answers whatever they are asked; bots hold the
rest. A chooser picks among the legal moves that the API tells. `--steering MODULE` names one: the module's `steering()`
gives a `Steering`; a match in which something is wanting at the end is tried again. Without it moves are picked at
random, verb first, and after `--resigns` of them whoever is asked resigns.

When the match is over, the offline verifier checks its bundle, the rules play it again from its log and opened seed,
row by row; then it is written to `tests/fixtures/GAME/NAME.json`. With `--export` the bundle itself is kept, as the log
of one version of the rules that every later program has to read: `tests/fixtures/exports/GAME_VERSION.json.gz`.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import random
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from games.kernel.state import Move, Seat
from games.registry import get
from tests.bench.http import Connection
from tests.games.fixtures import FOLDER, HTTP, Made, fixture, written
from tests.games.simulate import Decision, Match
from tests.stack import ROOT, Stack

Json = Any
LISTED = 200


class Steering(Protocol):
    """Who answers for all seats of the client."""

    def choose(self, table: Table, seat: Seat, legal: Json) -> Json:
        """One of the legal moves, as `{"verb", "args"}`; None: the seat resigns."""

    def wanting(self) -> Sequence[str]:
        """What has to occur and has not yet."""


class AtRandom:
    """Picks a verb, then one of its moves that are listed; after so many moves (0: never) whoever is asked resigns."""

    def __init__(self, seed: int, resigns: int = 0) -> None:
        self.random, self.resigns = random.Random(seed), resigns

    def choose(self, table: Table, seat: Seat, legal: Json) -> Json:
        if self.resigns and table.posted == self.resigns:
            return None
        verb = self.random.choice(sorted({move["verb"] for move in legal["moves"]}))
        return self.random.choice([move for move in legal["moves"] if move["verb"] == verb])

    def wanting(self) -> Sequence[str]:
        return ()


class Table:
    """A match over HTTP; `seats` are the connections of the client's own seats, which come first.

    seed: makes it a practice match.
    """

    def __init__(
        self, port: int, game: str, own: int, bots: Sequence[str], options: Json, seed: int | None = None
    ) -> None:
        first = Connection(port)
        names = [f"table {uuid.uuid4().hex[:12]}" for _ in range(own)]
        tokens = [first.json("POST", "/players", {"name": name})["token"] for name in names]
        self.seats = [Connection(port, token) for token in tokens]
        held = [{"kind": "me"}, *[{"kind": "open"}] * (own - 1), *({"kind": "bot", "policy": bot} for bot in bots)]
        wish = {"game": game, "options": options, "seats": held}
        if seed is not None:
            wish["seed"] = seed.to_bytes(32, "big").hex()
        head = self.request(0, "POST", "/matches", wish)
        self.path = f"/matches/{head['id']}"
        for seat in range(1, own):
            self.request(seat, "POST", f"{self.path}/seats")
        self.posted = 0

    def request(self, seat: Seat, method: str, path: str, body: Json = None) -> Json:
        """What the server answers a seat; it is asked again where it says "later"."""
        while True:
            status, answer = self.seats[seat].call(method, f"/api/v1{path}", body)
            if status not in (429, 503):
                break
            time.sleep(0.2)
        if status >= 400:
            raise RuntimeError(f"{method} {path} {body}: {status} {answer.decode()}")
        return json.loads(answer)

    def head(self) -> Json:
        """What everybody may see of the match."""
        return self.request(0, "GET", self.path)

    def view(self, seat: Seat) -> Json:
        """What one of the own seats sees."""
        return self.request(seat, "GET", f"{self.path}/view")

    def play(self, steering: Steering, most: int) -> None:
        """Plays to the end, or so many moves of the client's."""
        answered: set[tuple[Seat, int]] = set()
        idle = 0
        while (head := self.head())["status"] == "running" and self.posted < most:
            mine = [seat for seat in head["to_act"] or head["may_act"] if seat < len(self.seats)]
            done = [seat for seat in mine if self.answer(seat, steering, answered)]
            idle = 0 if done else idle + 1
            if idle > 600:
                raise RuntimeError(f"nobody goes on: {head}")
            if not done:
                time.sleep(0.05)

    def answer(self, seat: Seat, steering: Steering, answered: set[tuple[Seat, int]]) -> bool:
        """Lets a seat answer what it is asked, sealed prompts once; gives whether it did."""
        legal = self.request(seat, "GET", f"{self.path}/legal-moves?limit={LISTED}")
        if legal["prompt"] is None or not legal["moves"] or (seat, legal["prompt"]) in answered:
            return False
        move = steering.choose(self, seat, legal)
        self.posted += 1
        if move is None:
            self.request(seat, "POST", f"{self.path}/resign")
        elif self.request(seat, "POST", f"{self.path}/moves", {"prompt": legal["prompt"], **move}).get("accepted"):
            answered.add((seat, legal["prompt"]))
        return True

    def rows(self) -> list[Json]:
        """The whole log, once the match is over."""
        rows: list[Json] = []
        more = True
        while more:
            after = f"&after={rows[-1]['seq']}" if rows else ""
            page = self.request(0, "GET", f"{self.path}/events?as=omniscient&limit={LISTED}{after}")
            rows += page["items"]
            more = page["next"] is not None
        return rows


def replayed_match(table: Table) -> Match:
    """A finished match played again from its log and its opened seed; raises AssertionError where rows differ."""
    head, bundle, rows = table.head(), table.request(0, "GET", f"{table.path}/export"), table.rows()
    print(_verified(bundle))
    game = get(head["game"], head["rules_version"])
    seats = len(head["seats"])
    options = game.options.from_json(head["options"], seats)
    match = Match(game, seats, options, int(bundle["match_seed"], 16), first_id=0)
    for decision in decided(rows):
        match.decide(_by_somebody(match, decision))
    acts = [row["effects"] for row in rows if row["effects"]]
    again = [[effect.to_json() for effect in step.outcome.effects] for step in match.steps]
    assert acts == again, "expected the rules to give the rows that the log has"
    assert match.state.is_over and head["standings"] == [list(place) for place in match.state.standings]
    return match


def decided(rows: Sequence[Json]) -> Iterator[Decision]:
    """What everybody decided, from the rows of a log that is open to the last: sealed answers as they came in."""
    sealed = {
        (effect["prompt"], effect["seat"]): effect["move"]
        for row in rows
        for effect in row["effects"]
        if effect["kind"] == "answered" and effect["move"] is not None
    }
    seen_answers = set()
    for row in rows:
        if row["type"] == "clock":
            yield Decision("clock", prompt=row["prompt"])
        elif row["type"] == "seat.resigned":
            yield Decision("resign", row["seat"])
        elif row["type"] == "move" and row["move"] is not None:
            yield Decision("move", row["seat"], row["prompt"], _move(row["move"]))
        elif row["type"] == "move":
            for effect in row["effects"]:
                answer = (effect.get("prompt"), effect.get("seat"))
                if effect["kind"] == "answered" and answer in sealed and answer not in seen_answers:
                    seen_answers.add(answer)
                    yield Decision("move", answer[1], answer[0], _move(sealed[answer]))


def _by_somebody(match: Match, decision: Decision) -> Decision:
    """A move of which nobody is told who made it, as one of the first seat that could have."""
    if decision.move is None or decision.seat is not None or decision.prompt is None:
        return decision
    seats = match.state.prompts[decision.prompt].seats
    return decision._replace(seat=next(s for s in seats if decision.move in match.legal(s, decision.prompt)))


def _move(move: Json) -> Move:
    return Move(move["verb"], move["args"])


def _verified(bundle: Json) -> str:
    """What the offline verifier and the audit say of a bundle; raises CalledProcessError where one finds a fault."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(bundle, file)
        file.flush()
        verifier = str(ROOT / "events" / "verifier" / "verify.py")
        commands = ([verifier, file.name], ["-m", "games.kernel.audit", file.name])
        return "".join(
            subprocess.run([sys.executable, *command], check=True, capture_output=True, text=True, cwd=ROOT).stdout
            for command in commands
        )


@contextmanager
def running(address: str | None) -> Iterator[int]:
    """The port of a stack that runs: the one named, or one of its own."""
    if address:
        yield int(urlsplit(address).port or 80)
        return
    stack = Stack()
    try:
        stack.start()
        yield stack.port
    finally:
        stack.stop()


def main() -> int:
    """Reads the command line, plays and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("name", nargs="?")
    parser.add_argument("--export", action="store_true")
    parser.add_argument("--own", type=int, default=2)
    parser.add_argument("--bots", nargs="*", default=[])
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--steering")
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--resigns", type=int, default=0)
    parser.add_argument("--most", type=int, default=500)
    parser.add_argument("--note", default="played over HTTP")
    parser.add_argument("--address")
    arguments = parser.parse_args()
    with running(arguments.address) as port:
        for number in range(arguments.tries):
            steering = (
                importlib.import_module(arguments.steering).steering()
                if arguments.steering
                else AtRandom(number, arguments.resigns)
            )
            table, started = (
                Table(port, arguments.game, arguments.own, arguments.bots, arguments.options),
                time.monotonic(),
            )
            table.play(steering, arguments.most)
            took = f"{table.posted} moves posted in {time.monotonic() - started:.0f} s"
            if table.head()["status"] != "finished" or steering.wanting():
                print(f"{table.path}: {took}; wanting {', '.join(steering.wanting()) or 'an end'}")
                continue
            match = replayed_match(table)
            path = export(table) if arguments.export else save(match, arguments.name, arguments.note)
            print(f"{path}: {took}, {match.acts} rows, ended {match.state.standings}")
            return 0
    return 1


def save(match: Match, name: str, note: str) -> Path:
    """Writes a match to its file."""
    path = FOLDER / match.rules.key / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(fixture(match, Made(0, HTTP), note)), encoding="utf-8")
    return path


def export(table: Table) -> Path:
    """Writes the bundle of a match to the file of its game and version."""
    head, bundle = table.head(), table.request(0, "GET", f"{table.path}/export")
    path = FOLDER / "exports" / f"{head['game']}_{head['rules_version']}.json.gz"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(json.dumps(bundle, sort_keys=True).encode(), mtime=0))
    return path


if __name__ == "__main__":
    sys.exit(main())
