"""`python -m tests.chaos.hammer`: five seats, two clients each, all acting at once on one Dealmaker table over HTTP.

Afterwards the match is aborted, and its whole log is compared with the responses: every acknowledged move is the row of
its receipt, no key made two rows, and no move was refused that was legal at every moment between request and response.
Fairness is the lowest number of acknowledged moves of a client divided by the highest.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from games import registry
from games.kernel.effect import effects_from, fold
from games.kernel.errors import RulesError
from games.kernel.state import Move, State
from tests.bench.http import Connection
from tests.stack import Stack

SEATS, CLIENTS = 5, 2
DEALS = ("deal", "sale_deal")  # the phases in which a seat holds the pawn
PATIENT = {"max_idle_acts": 500, "max_announcements": 200}


@dataclass
class Sent:
    """A move, its response, and the heads of the log before and after."""

    seat: int
    prompt: int
    move: Mapping[str, Any]
    status: int
    code: str | None
    seq: int | None
    before: int
    after: int


class Hammer(threading.Thread):
    """A client of one seat that plays random moves as fast as it can."""

    def __init__(self, port: int, token: str, match: str, seat: int, seed: int, until: float) -> None:
        super().__init__(daemon=True)
        self.connection, self.match, self.seat = Connection(port, token), match, seat
        self.chance, self.until, self.sent = random.Random(seed), until, list[Sent]()

    def run(self) -> None:
        while time.monotonic() < self.until:
            legal = self.connection.json("GET", f"/matches/{self.match}/legal-moves?limit=300")
            if not legal.get("moves"):
                if self.connection.json("GET", f"/matches/{self.match}")["status"] != "running":
                    return
                time.sleep(0.05)
                continue
            verb = self.chance.choice(sorted({move["verb"] for move in legal["moves"]}))
            move = self.chance.choice([move for move in legal["moves"] if move["verb"] == verb])
            self._send(legal, move)

    def _send(self, legal: Mapping[str, Any], move: Mapping[str, Any]) -> None:
        body = {"prompt": legal["prompt"], **move}
        status, content = self.connection.call("POST", f"/api/v1/matches/{self.match}/moves", body)
        answer = json.loads(content)
        after = self.connection.json("GET", f"/matches/{self.match}")["seq"]
        self.sent.append(
            Sent(self.seat, legal["prompt"], move, status, answer.get("code"), answer.get("seq"), legal["seq"], after)
        )


def main() -> int:
    """Loads one table and prints the result; returns 0 if nothing was lost, doubled or wrongly refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.hammer", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    stack = Stack()
    try:
        stack.start()
        until, matches = time.monotonic() + arguments.seconds, []
        while time.monotonic() < until:
            matches.append(hammered(stack.port, until, arguments.seed + len(matches)))
        return report([Found.of(*match) for match in matches])
    finally:
        stack.stop()


def hammered(port: int, until: float, seed: int) -> tuple[list[Hammer], list[dict[str, Any]], dict[str, Any]]:
    """Returns the clients of one match with what they sent, and its whole log."""
    anybody = Connection(port)
    names = (f"hammer {uuid.uuid4().hex[:10]}" for _ in range(SEATS))
    tokens = [anybody.json("POST", "/players", {"name": name})["token"] for name in names]
    callers = [Connection(port, token) for token in tokens]
    wish = {"game": "dealmaker", "options": PATIENT, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]}
    match = callers[0].json("POST", "/matches", wish)
    for caller in callers[1:]:
        caller.json("POST", f"/matches/{match['id']}/seats")
    hammers = [
        Hammer(port, token, match["id"], seat, seed + 10 * seat + client, until)
        for seat, token in enumerate(tokens)
        for client in range(CLIENTS)
    ]
    for hammer in hammers:
        hammer.start()
    for hammer in hammers:
        hammer.join()
    for caller in callers:
        caller.json("POST", f"/matches/{match['id']}/abort")
    return hammers, rows_of(callers[0], match["id"]), match


def rows_of(caller: Connection, match: str) -> list[dict[str, Any]]:
    """Reads the log with all hidden parts, page by page."""
    rows: list[dict[str, Any]] = []
    while True:
        path = f"/matches/{match}/events?as=omniscient" + (f"&after={rows[-1]['seq']}" if rows else "")
        page = caller.json("GET", path)
        rows += page["items"]
        if page["next"] is None:
            return rows


def states_of(match: Mapping[str, Any], rows: list[dict[str, Any]]) -> list[State]:
    """Yields the table after each event."""
    game = registry.get("dealmaker")
    state: Any = game.opening(SEATS, game.options.from_json(match["options"], SEATS))
    states = []
    for row in rows:
        state = fold(state, effects_from(row["effects"]))
        states.append(state)
    return states


def legal_throughout(states: list[State], attempt: Sent) -> bool:
    """Returns whether a refused move was legal at every head between its request and its response."""
    game, move = registry.get("dealmaker"), Move(attempt.move["verb"], attempt.move["args"])
    for state in states[attempt.before : attempt.after + 1]:
        try:
            game.validate(state, attempt.seat, attempt.prompt, move)
        except RulesError:
            return False
    return True


@dataclass
class Found:
    """The result of one match."""

    rows: int
    played: int
    refused: Counter[str]
    each: list[int]
    wrong: list[Sent]
    bad: Counter[str]

    @classmethod
    def of(cls, hammers: list[Hammer], rows: list[dict[str, Any]], match: dict[str, Any]) -> Found:
        """Compares the log of a match with the responses its clients received."""
        sent, states = [one for hammer in hammers for one in hammer.sent], states_of(match, rows)
        seqs = [one.seq for one in sent if one.status == 201 and one.seq is not None]
        refused = [one for one in sent if one.status not in (200, 201)]
        wrong = [one for one in refused if legal_throughout(states, one)]
        moves = {row["seq"] for row in rows if row["type"] == "move" and row["move"] is not None}
        bad = Counter(
            {
                "lost": sum(_is_lost(one, rows) for one in sent if one.status == 201),
                "doubled": len(seqs) - len(set(seqs)),
                "unacknowledged events": len(moves - set(seqs)),
                "refused though legal": len(wrong),
                "server errors": sum(one.status >= 500 for one in sent),
                "two pawns at once": sum(pawns(state) > 1 for state in states),
            }
        )
        each = [sum(one.status == 201 for one in hammer.sent) for hammer in hammers]
        return cls(len(rows), len(seqs), Counter(str(one.code) for one in refused), each, wrong, bad)


def _is_lost(attempt: Sent, rows: list[dict[str, Any]]) -> bool:
    """Returns whether the log has another event under the number of an acknowledged move; a sealed answer has none."""
    return attempt.seq is not None and (attempt.seq >= len(rows) or rows[attempt.seq]["prompt"] != attempt.prompt)


def pawns(state: State) -> int:
    """Returns how many seats hold the pawn, and so may deal."""
    return sum(prompt.phase in DEALS for prompt in state.prompts.values())


def report(matches: list[Found]) -> int:
    """Prints the figures; returns 0 if all that must be zero are."""
    each = [sum(numbers) for numbers in zip(*(match.each for match in matches), strict=True)]
    refused, bad = Counter[str](), Counter[str]()
    for match in matches:
        refused, bad = refused + match.refused, Counter({name: bad[name] + match.bad[name] for name in match.bad})
    table = Table("what", "count")
    table.add_row("matches, rows", f"{len(matches)}, {sum(match.rows for match in matches)}")
    table.add_row("acknowledged", str(sum(match.played for match in matches)))
    table.add_row("refused", str(dict(refused)))
    table.add_row("fairness, fewest ÷ most", f"{min(each) / max(each):.2f} {each}")
    for name, number in bad.items():
        table.add_row(name, str(number), style="red" if number else "green")
    Console().print(table)
    for one in [wrong for match in matches for wrong in match.wrong][:5]:
        print(one)
    return int(any(bad.values()))


if __name__ == "__main__":
    sys.exit(main())
