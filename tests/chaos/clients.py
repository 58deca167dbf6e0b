"""Simulated players: they play legal moves, and retry each move with its key until the server answers.

Most clients hold all seats of their table and so never wait. Rivals are two clients with the same seats, who race for
each move. Other clients play with bots.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.caller import Caller

PASSING = 0.95  # the share of sets answered by a pass: it is always legal, so it needs no request for legal moves
LOOK_AGAIN_SECONDS = 0.4
SLOW_SECONDS = 3
SAMPLES = 20


class Kind(NamedTuple):
    """The occupants of a table. clients: the number of clients with the same seats; hands: the length of a match."""

    people: int
    bots: int
    clients: int
    hands: int


ALONE = Kind(people=4, bots=0, clients=1, hands=3)
RIVALS = Kind(people=4, bots=0, clients=2, hands=2)
AMONG_BOTS = Kind(people=1, bots=4, clients=1, hands=1)


class Acknowledged(NamedTuple):
    """A move that the server acknowledged; times are in seconds by one clock."""

    prompt: int
    move: dict[str, Any]
    seq: int
    invoked: float
    returned: float
    receipt: dict[str, Any]


class Read(NamedTuple):
    """A head of the log that a client received."""

    seq: int
    invoked: float
    returned: float


@dataclass
class Played:
    """A match and everything that its players received. tokens: by seat; sealed: the accepted sealed answers."""

    match: str
    kind: Kind
    tokens: list[str]
    is_over: bool = False
    acknowledged: list[Acknowledged] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    sealed: dict[tuple[int, int], list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))


class Turn(NamedTuple):
    """A turn of a seat, with the move to play."""

    seat: int
    prompt: int
    move: dict[str, Any]


class Slow(NamedTuple):
    """A slow request. at: when it was sent, by the monotonic clock; outcome: a status or an error."""

    at: float
    seconds: float
    what: str
    outcome: str


class Halted(Exception):
    """Stops all clients before the logs are read."""


class Insistent(Caller):
    """A caller that sends each request until it is answered, or the run is halted."""

    def __init__(self, port: int, seed: int, halt: threading.Event, source: str = "127.0.0.1") -> None:
        super().__init__(port, source)
        self.halt = halt
        self.chance, self.retries, self.unexpected, self.samples = random.Random(seed), 0, 0, list[str]()
        self.reasons: Counter[str] = Counter()  # reasons for retries
        self.slow: list[Slow] = []

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Sends a request until it is answered; retries an unknown outcome with the same key."""
        headers = {"Idempotency-Key": uuid.uuid4().hex} if method == "POST" else {}
        while not self.halt.is_set():
            status, content, reason, began = 0, b"", "", time.monotonic()
            try:
                status, content = self.send(method, f"/api/v1{path}", body, token, headers)
            except (OSError, http.client.HTTPException) as error:
                reason = type(error).__name__
            if (seconds := time.monotonic() - began) > SLOW_SECONDS:
                what = f"{method} /{path.rpartition('/')[2].partition('?')[0][:12]}"
                self.slow.append(Slow(began, seconds, what, reason or str(status)))
            if status >= 500 and status not in (502, 503):
                self.wonder(method, path, status, content)
            if 0 < status < 500:
                return status, json.loads(content)
            self._connection.close()
            self.retries += 1
            self.reasons[reason or str(status)] += 1
            time.sleep(0.05 + self.chance.random() * 0.2)
        raise Halted

    def create(self, path: str, body: Any, token: str = "") -> Any:
        """Returns the object that a POST created."""
        status, answer = self.call("POST", path, body, token)
        if status not in (200, 201):
            self.wonder("POST", path, status, answer)
        return answer

    def wonder(self, *what: object) -> None:
        """Records a response that no injected fault explains."""
        self.unexpected += 1
        if len(self.samples) < SAMPLES:
            self.samples.append(" ".join(map(str, what))[:400])


class Table:
    """Matches that the same players play one after another until the run stops."""

    def __init__(self, kind: Kind, caller: Insistent, stop: threading.Event) -> None:
        self.kind, self.played, self._stop, self._lock = kind, list[Played](), stop, threading.Lock()
        self.caller = caller
        self.tokens = [
            caller.create("/players", {"name": f"chaos {uuid.uuid4().hex[:12]}"})["token"] for _ in range(kind.people)
        ]

    def current(self, caller: Insistent) -> Played | None:
        """Returns the current match, and creates one if needed; None once the run stops."""
        with self._lock:
            if not self.played or self.played[-1].is_over:
                if self._stop.is_set():
                    return None
                self.played.append(self._opened(caller))
            return self.played[-1]

    def _opened(self, caller: Insistent) -> Played:
        first, *others = self.tokens
        seats = [{"kind": "me"}, *[{"kind": "open"}] * len(others)]
        seats += [{"kind": "bot", "policy": "uniform"}] * self.kind.bots
        options = {"end": {"hands": self.kind.hands}}
        wish = {"game": "great_dalmuti", "options": options, "seats": seats, "rated": not self.kind.bots}
        match = caller.create("/matches", wish, first)["id"]
        for token in others:
            caller.create(f"/matches/{match}/seats", {}, token)
        return Played(match, self.kind, self.tokens)


class Client(threading.Thread):
    """Plays all seats of a table that belong to players."""

    def __init__(self, table: Table, caller: Insistent) -> None:
        super().__init__(daemon=True)
        self.table, self.caller, self.chance = table, caller, caller.chance
        self._sealed: set[tuple[str, int, int]] = set()

    def run(self) -> None:
        with suppress(Halted):
            while (played := self.table.current(self.caller)) is not None:
                self._play(played)
                played.is_over = True

    def _play(self, played: Played) -> None:
        turn = self._look(played)
        while turn is not None:
            if played.kind.clients > 1:  # a concurrent write beside the other client's move
                path, token = f"/matches/{played.match}/messages", played.tokens[turn.seat]
                self.caller.call("POST", path, {"text": "hello"}, token)
            turn = self._move(played, turn) or self._look(played)

    def _look(self, played: Played) -> Turn | None:
        """Waits for a turn of one of the seats; returns None if the match is over."""
        while True:
            head = self._read(played, "", played.tokens[0])
            if head is None or head["status"] != "running":
                return None
            seats = [seat for seat in head["to_act"] if seat < len(played.tokens)]
            self.chance.shuffle(seats)
            for seat in seats:
                if (turn := self._legal_move(played, seat)) is not None:
                    return turn
            time.sleep(LOOK_AGAIN_SECONDS if played.kind.bots else 0.01)

    def _legal_move(self, played: Played, seat: int) -> Turn | None:
        """Returns a legal move of a seat; None if the seat has to wait for others."""
        legal = self._read(played, "/legal-moves?limit=20", played.tokens[seat])
        if legal is None or not legal["moves"] or (played.match, legal["prompt"], seat) in self._sealed:
            return None
        return Turn(seat, legal["prompt"], self.chance.choice(legal["moves"]))

    def _read(self, played: Played, what: str, token: str) -> Any:
        invoked = time.monotonic()
        status, answer = self.caller.call("GET", f"/matches/{played.match}{what}", token=token)
        if status != 200:
            self.caller.wonder("GET", what, status, answer)
            return None
        played.reads.append(Read(answer["seq"], invoked, time.monotonic()))
        return answer

    def _move(self, played: Played, turn: Turn) -> Turn | None:
        """Plays a move; returns the next turn if the response shows it."""
        invoked, body = time.monotonic(), {"prompt": turn.prompt, **turn.move}
        path = f"/matches/{played.match}/moves"
        status, answer = self.caller.call("POST", path, body, played.tokens[turn.seat])
        if status not in (200, 201):
            if not (status == 409 and played.kind.clients > 1):
                self.caller.wonder("POST", path, body, status, answer)
            return None
        if answer.get("accepted"):
            self._sealed.add((played.match, turn.prompt, turn.seat))
            played.sealed[turn.prompt, turn.seat].append(turn.move)
            return None
        played.acknowledged.append(
            Acknowledged(turn.prompt, turn.move, answer["seq"], invoked, time.monotonic(), answer["receipt"])
        )
        return self._next(played, answer)

    def _next(self, played: Played, answer: Any) -> Turn | None:
        """Returns the turn after the move, usually with a pass, if it belongs to a seat of this client."""
        prompts = [effect["prompt"] for effect in answer["event"]["effects"] if effect["kind"] == "prompted"]
        if not prompts or len(prompts[-1]["seats"]) != 1 or prompts[-1]["seats"][0] >= len(played.tokens):
            return None
        (seat,) = prompts[-1]["seats"]
        if prompts[-1]["phase"] == "follow" and self.chance.random() < PASSING:
            return Turn(seat, prompts[-1]["id"], {"verb": "pass", "args": {}})
        return self._legal_move(played, seat)
