"""Requests prepared in advance: the same seed gives the same practice match, so its moves are known beforehand.

Nothing is computed during a measurement: a slice sends bytes that were made before it began.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games import registry
from games.kernel.effect import move_json
from games.kernel.rng import policy_draws
from tests.caller import Caller
from tests.games.harness.http_match import Table
from tests.games.harness.simulate import Match, Players

SEED = 7


class Kind(NamedTuple):
    """A kind of match to play."""

    game: str
    seats: int
    options: Mapping[str, Any]


LONG = Kind("great_dalmuti", 4, {"end": {"hands": 100}})


class PreparedMove(NamedTuple):
    """A move of the practice match. kind: `move`, or `sealed` for a sealed answer that waits for others."""

    kind: str
    seat: int
    body: bytes


class Request(NamedTuple):
    """The bytes of one request. kind: the label of its latency."""

    kind: str
    data: bytes


def prepared_moves(count: int, kind: Kind = LONG) -> list[PreparedMove]:
    """Returns the first moves of the practice match of `SEED`, chosen by random players; all if it has fewer."""
    game = registry.get(kind.game)
    match = Match(game, kind.seats, game.options.from_json(kind.options, kind.seats), SEED, first_id=0)
    players, moves = Players(policy_draws(b"prepared", SEED)), list[PreparedMove]()
    while len(moves) < count and not match.state.is_over:
        decision = players.decision(match)
        assert decision.seat is not None and decision.move is not None, "nobody's time runs out and nobody resigns"
        assert decision.prompt is not None
        sealed = game.is_sealed(match.state.prompts[decision.prompt])
        body = {"prompt": decision.prompt, **move_json(decision.move)}
        moves.append(PreparedMove("sealed" if sealed else "move", decision.seat, json.dumps(body).encode()))
        match.decide(decision)
    return moves


class Seated:
    """A new practice match over HTTP with all seats taken, and requests of its seats.

    headers: the headers that a client adds to each request. seats: callers who have signed up; by default new ones.
    """

    def __init__(
        self, port: int, kind: Kind = LONG, headers: Mapping[str, str] | None = None, seats: Sequence[Caller] = ()
    ) -> None:
        self._headers = {"Host": "127.0.0.1", **(headers or {})}
        self.table = Table(port, kind.game, kind.seats, (), kind.options, seed=SEED, seats=seats)
        self.path = f"/api/v1{self.table.path}"

    def post(self, move: PreparedMove, query: str = "") -> Request:
        """Returns the request that plays a move."""
        return Request(move.kind, self._bytes(move.seat, "POST", f"{self.path}/moves{query}", body=move.body))

    def get(self, kind: str, seat: int, path: str, etag: str | None = None) -> Request:
        """Returns a request that reads; path: the path below the match, such as `/view`."""
        return Request(kind, self._bytes(seat, "GET", self.path + path, {"If-None-Match": etag} if etag else {}))

    def etag(self, seat: int, path: str) -> str:
        """Returns the current entity tag of a resource."""
        response = self._connection(seat).response("GET", self.path + path)
        response.read()
        return str(response.headers["ETag"])

    def play(self, moves: list[PreparedMove]) -> None:
        """Plays moves without measuring them."""
        for move in moves:
            self.table.request(move.seat, "POST", f"{self.table.path}/moves", json.loads(move.body))

    def _connection(self, seat: int) -> Caller:
        return self.table.seats[seat]

    def _bytes(
        self, seat: int, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> bytes:
        sent = {**self._headers, "Authorization": f"Bearer {self._connection(seat).token}", **(headers or {})}
        if body:
            sent = {"Content-Type": "application/json", **sent, "Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
        return "\r\n".join([*lines, "", ""]).encode() + body


def plain(kind: str, path: str) -> Request:
    """Returns a request without a caller."""
    return Request(kind, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
