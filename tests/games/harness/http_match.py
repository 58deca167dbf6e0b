"""Plays a whole match over HTTP and saves it as a fixture: `python -m tests.games.harness.http_match GAME NAME`.

    http_match GAME NAME [--own 3] [--bots greedy ...] [--options JSON] [--resigns 0]
    http_match GAME --export [...]

One client plays the first `--own` seats, each with its own token; bots play the rest. It picks a random verb and then a
random move; after `--resigns` moves the next prompted seat resigns.

At the end of the match the offline verifier checks its bundle, and the rules replay each event from its log and
opened seed; then it is written to `tests/fixtures/GAME/NAME.json.gz`. With `--export` the bundle itself is written to
`tests/fixtures/exports/GAME_VERSION_rows_FORMAT.json.gz`: the log of one rules version in one format of events, which
every later release has to read. A file that exists stays as it is.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from games.kernel.state import Move, Seat
from games.registry import get
from tests.caller import Caller
from tests.games.harness.fixtures import FOLDER, HTTP, Origin, save
from tests.games.harness.simulate import Decision, Match
from tests.stack import ROOT, Stack

Json = Any
LISTED = 200


class AtRandom:
    """Picks a verb, then one of its listed moves; after `resigns` moves (0: never) the next prompted seat resigns."""

    def __init__(self, seed: int, resigns: int = 0) -> None:
        self.random, self.resigns = random.Random(seed), resigns

    def choose(self, table: Table, legal: Json) -> Json:
        """Returns a legal move, as `{"verb", "args"}`, or None to resign."""
        if self.resigns and table.posted == self.resigns:
            return None
        verb = self.random.choice(sorted({move["verb"] for move in legal["moves"]}))
        return self.random.choice([move for move in legal["moves"] if move["verb"] == verb])


class Table:
    """A match over HTTP; `seats` are the callers of the client's own seats, which come first.

    seed: makes it a practice match. seats: callers who have signed up; by default new ones.
    """

    def __init__(
        self,
        port: int,
        game: str,
        own: int,
        bots: Sequence[str],
        options: Json,
        seed: int | None = None,
        seats: Sequence[Caller] = (),
    ) -> None:
        self.seats = [*seats] or [Caller(port, seconds=60).sign_up() for _ in range(own)]
        seat_kinds = [
            {"kind": "me"},
            *[{"kind": "open"}] * (own - 1),
            *({"kind": "bot", "policy": bot} for bot in bots),
        ]
        wish = {"game": game, "options": options, "seats": seat_kinds}
        if seed is not None:
            wish["seed"] = seed.to_bytes(32, "big").hex()
        head = self.request(0, "POST", "/matches", wish)
        self.path = f"/matches/{head['id']}"
        for seat in range(1, own):
            self.request(seat, "POST", f"{self.path}/seats")
        self.posted = 0

    def request(self, seat: Seat, method: str, path: str, body: Json = None) -> Json:
        """Returns the response to a seat's request; repeats the request while the server answers "later"."""
        while True:
            status, answer = self.seats[seat].send(method, f"/api/v1{path}", body)
            if status not in (429, 503):
                break
            time.sleep(0.2)
        if status >= 400:
            raise RuntimeError(f"{method} {path} {body}: {status} {answer.decode()}")
        return json.loads(answer)

    def head(self) -> Json:
        """Returns the public description of the match."""
        return self.request(0, "GET", self.path)

    def play(self, chooser: AtRandom, most: int = 500) -> None:
        """Plays to the end, or until the client has made `most` moves."""
        answered: set[tuple[Seat, int]] = set()
        idle = 0
        while (head := self.head())["status"] == "running" and self.posted < most:
            mine = [seat for seat in head["to_act"] or head["may_act"] if seat < len(self.seats)]
            answering = [seat for seat in mine if self.answer(seat, chooser, answered)]
            idle = 0 if answering else idle + 1
            if idle > 600:
                raise RuntimeError(f"nobody goes on: {head}")
            if not answering:
                time.sleep(0.05)

    def answer(self, seat: Seat, chooser: AtRandom, answered: set[tuple[Seat, int]]) -> bool:
        """Answers a seat's prompt, sealed prompts only once; returns whether there was one."""
        legal = self.request(seat, "GET", f"{self.path}/legal-moves?limit={LISTED}")
        if legal["prompt"] is None or not legal["moves"] or (seat, legal["prompt"]) in answered:
            return False
        move = chooser.choose(self, legal)
        self.posted += 1
        if move is None:
            self.request(seat, "POST", f"{self.path}/resign")
        elif self.request(seat, "POST", f"{self.path}/moves", {"prompt": legal["prompt"], **move}).get("accepted"):
            answered.add((seat, legal["prompt"]))
        return True

    def rows(self) -> list[Json]:
        """Returns the whole log of a finished match."""
        events: list[Json] = []
        more = True
        while more:
            after = f"&after={events[-1]['seq']}" if events else ""
            page = self.request(0, "GET", f"{self.path}/events?as=omniscient&limit={LISTED}{after}")
            events += page["items"]
            more = page["next"] is not None
        return events


def replayed_match(table: Table) -> Match:
    """Replays a finished match from its log and its opened seed; raises AssertionError if events differ."""
    head, bundle, events = table.head(), table.request(0, "GET", f"{table.path}/export"), table.rows()
    print(_verified(bundle))
    game = get(head["game"], head["rules_version"])
    seats = len(head["seats"])
    options = game.options.from_json(head["options"], seats)
    match = Match(game, seats, options, int(bundle["match_seed"], 16), first_id=0)
    for decision in decided(events):
        match.decide(_by_somebody(match, decision))
    acts = [event["effects"] for event in events if event["effects"]]
    again = [[effect.to_json() for effect in step.outcome.effects] for step in match.steps]
    assert acts == again, "expected the rules to give the rows that the log has"
    assert match.state.is_over and head["standings"] == [list(place) for place in match.state.standings]
    return match


def decided(events: Sequence[Json]) -> Iterator[Decision]:
    """Returns all decisions of a match from its fully opened log, with sealed answers in their order of arrival."""
    sealed = {
        (effect["prompt"], effect["seat"]): effect["move"]
        for event in events
        for effect in event["effects"]
        if effect["kind"] == "answered" and effect["move"] is not None
    }
    seen_answers = set()
    for event in events:
        if event["type"] == "clock":
            yield Decision("clock", prompt=event["prompt"])
        elif event["type"] == "seat.resigned":
            yield Decision("resign", event["seat"])
        elif event["type"] == "move" and event["move"] is not None:
            yield Decision("move", event["seat"], event["prompt"], _move(event["move"]))
        elif event["type"] == "move":
            for effect in event["effects"]:
                answer = (effect.get("prompt"), effect.get("seat"))
                if effect["kind"] == "answered" and answer in sealed and answer not in seen_answers:
                    seen_answers.add(answer)
                    yield Decision("move", answer[1], answer[0], _move(sealed[answer]))


def _by_somebody(match: Match, decision: Decision) -> Decision:
    """Returns an anonymous move as a move of the first seat that could have made it."""
    if decision.move is None or decision.seat is not None or decision.prompt is None:
        return decision
    seats = match.state.prompts[decision.prompt].seats
    return decision._replace(seat=next(s for s in seats if decision.move in match.legal(s, decision.prompt)))


def _move(move: Json) -> Move:
    return Move(move["verb"], move["args"])


def _verified(bundle: Json) -> str:
    """Returns the output of the offline verifier and of the audit; raises CalledProcessError if one finds a fault."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(bundle, file)
        file.flush()
        verifier = str(ROOT / "events" / "verifier" / "verify.py")
        commands = ([verifier, file.name], ["-m", "games.kernel.audit", file.name])
        return "".join(
            subprocess.run([sys.executable, *command], check=True, capture_output=True, text=True, cwd=ROOT).stdout
            for command in commands
        )


def main() -> None:
    """Reads the command line, plays the match and writes it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("name", nargs="?")
    parser.add_argument("--export", action="store_true")
    parser.add_argument("--own", type=int, default=2)
    parser.add_argument("--bots", nargs="*", default=[])
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--resigns", type=int, default=0)
    arguments = parser.parse_args()
    stack = Stack()
    try:
        stack.start()
        table = Table(stack.port, arguments.game, arguments.own, arguments.bots, arguments.options)
        table.play(AtRandom(0, arguments.resigns))
        match = replayed_match(table)
        path = export(table) if arguments.export else save(match, Origin(0, HTTP), "played over HTTP", arguments.name)
        print(f"{path}: {table.posted} moves posted, {match.acts} rows, ended {match.state.standings}")
    finally:
        stack.stop()


def export(table: Table) -> Path:
    """Writes the bundle of a match to the export file of its game and version."""
    head, bundle = table.head(), table.request(0, "GET", f"{table.path}/export")
    layout = json.loads(bundle["events"][-1]["core"])["format"]
    path = FOLDER / "exports" / f"{head['game']}_{head['rules_version']}_rows_{layout}.json.gz"
    if path.exists():
        raise FileExistsError(f"{path} is frozen")
    path.write_bytes(gzip.compress(json.dumps(bundle, sort_keys=True).encode(), mtime=0))
    return path


if __name__ == "__main__":
    main()
