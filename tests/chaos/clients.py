"""People at the tables: they play legal moves and send each again with its key until it is answered.

Most hold every seat of their table and so never wait. Rivals hold the same seats twice and race for each move; others
play among bots.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

PASSING = 0.95  # of the answers to a set: a pass is always legal there, so nothing has to be asked before
LOOK_AGAIN_SECONDS = 0.4
ANSWER_SECONDS = 15
SAMPLES = 20


class Kind(NamedTuple):
    """Who sits at a table. clients: how many play the same seats at the same time; hands: how long a match is."""

    people: int
    bots: int
    clients: int
    hands: int


ALONE = Kind(people=4, bots=0, clients=1, hands=3)
RIVALS = Kind(people=4, bots=0, clients=2, hands=2)
AMONG_BOTS = Kind(people=1, bots=4, clients=1, hands=1)


class Acknowledged(NamedTuple):
    """A move that the server said it had played; times by one clock, in seconds."""

    prompt: int
    move: dict[str, Any]
    seq: int
    invoked: float
    returned: float
    receipt: dict[str, Any]


class Read(NamedTuple):
    """The head of the log as somebody was told it."""

    seq: int
    invoked: float
    returned: float


@dataclass
class Played:
    """A match, and all that its players were told of it. tokens: by seat; sealed: answers that were accepted."""

    match: str
    kind: Kind
    tokens: list[str]
    is_over: bool = False
    acknowledged: list[Acknowledged] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    sealed: dict[tuple[int, int], list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))


class Turn(NamedTuple):
    """What a seat is about to do."""

    seat: int
    prompt: int
    move: dict[str, Any]


class Halted(Exception):
    """The logs are about to be read: nobody sends anything any more."""


class Caller:
    """One keep-alive connection, and the patience to send again until there is an answer, or until all are halted."""

    def __init__(self, port: int, seed: int, halt: threading.Event) -> None:
        self.halt = halt
        self.chance, self.retries, self.unexpected, self.samples = random.Random(seed), 0, 0, list[str]()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Sends a request until it is answered; what is unknown is asked again with the same key."""
        key = uuid.uuid4().hex if method == "POST" else ""
        while not self.halt.is_set():
            status, answer = 0, None
            with suppress(OSError, http.client.HTTPException, ValueError):
                status, answer = self._send(method, path, body, token, key)
            if status >= 500 and status not in (502, 503):
                self.wonder(method, path, status, answer)
            if 0 < status < 500:
                return status, answer
            self._connection.close()
            self.retries += 1
            time.sleep(0.05 + self.chance.random() * 0.2)
        raise Halted

    def made(self, path: str, body: Any, token: str = "") -> Any:
        """What a POST has made."""
        status, answer = self.call("POST", path, body, token)
        if status not in (200, 201):
            self.wonder("POST", path, status, answer)
        return answer

    def wonder(self, *what: object) -> None:
        """Notes an answer that nothing that was done to the stack explains."""
        self.unexpected += 1
        if len(self.samples) < SAMPLES:
            self.samples.append(" ".join(map(str, what))[:400])

    def _send(self, method: str, path: str, body: Any, token: str, key: str) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        self._connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
        response = self._connection.getresponse()
        return response.status, json.loads(response.read())


class Table:
    """One match after another with the same people, until it is time to stop."""

    def __init__(self, kind: Kind, caller: Caller, stop: threading.Event) -> None:
        self.kind, self.played, self._stop, self._lock = kind, list[Played](), stop, threading.Lock()
        self._tokens = [
            caller.made("/players", {"name": f"chaos {uuid.uuid4().hex[:12]}"})["token"] for _ in range(kind.people)
        ]

    def current(self, caller: Caller) -> Played | None:
        """The match that is on, opened if there is none; None once it is time to stop."""
        with self._lock:
            if not self.played or self.played[-1].is_over:
                if self._stop.is_set():
                    return None
                self.played.append(self._opened(caller))
            return self.played[-1]

    def _opened(self, caller: Caller) -> Played:
        first, *others = self._tokens
        seats = [{"kind": "me"}, *[{"kind": "open"}] * len(others)]
        seats += [{"kind": "bot", "policy": "uniform"}] * self.kind.bots
        wish = {"game": "great_dalmuti", "options": {"end": {"hands": self.kind.hands}}, "seats": seats}
        match = caller.made("/matches", wish, first)["id"]
        for token in others:
            caller.made(f"/matches/{match}/seats", {}, token)
        return Played(match, self.kind, self._tokens)


class Client(threading.Thread):
    """Plays every seat of a table that is held by people."""

    def __init__(self, table: Table, caller: Caller) -> None:
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
            turn = self._move(played, turn) or self._look(played)

    def _look(self, played: Played) -> Turn | None:
        """Waits for a turn of one of the seats; None if the match is over."""
        while True:
            head = self._read(played, "", played.tokens[0])
            if head is None or head["status"] != "running":
                return None
            seats = [seat for seat in head["to_act"] if seat < len(played.tokens)]
            self.chance.shuffle(seats)
            for seat in seats:
                if (turn := self._asked(played, seat)) is not None:
                    return turn
            time.sleep(LOOK_AGAIN_SECONDS if played.kind.bots else 0.01)

    def _asked(self, played: Played, seat: int) -> Turn | None:
        """A legal move of a seat, unless it has to wait for others."""
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
        """Plays; gives the next turn, where the answer tells it."""
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
        """Whom the move has put to act, if that is one seat of ours: most often he passes without a look."""
        asked = [effect["prompt"] for effect in answer["event"]["effects"] if effect["kind"] == "prompted"]
        if not asked or len(asked[-1]["seats"]) != 1 or asked[-1]["seats"][0] >= len(played.tokens):
            return None
        (seat,) = asked[-1]["seats"]
        if asked[-1]["phase"] == "follow" and self.chance.random() < PASSING:
            return Turn(seat, asked[-1]["id"], {"verb": "pass", "args": {}})
        return self._asked(played, seat)
