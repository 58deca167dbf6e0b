"""A caller of a running server."""

from __future__ import annotations

import http.client
import json
import time
import uuid
from collections.abc import Mapping
from typing import Any, Self

ANSWER_SECONDS = 15
IDLE_SECONDS = 2.0
BY_TLS = {"X-Forwarded-Proto": "https"}  # production redirects other requests; elsewhere the header is ignored


class Caller:
    """One keep-alive connection of a player, or of a client without a player, from an address of this machine.

    Rate limits count by address. Tests without a server use `tests.events.calls`.
    """

    def __init__(self, port: int, source: str = "127.0.0.1", seconds: float = ANSWER_SECONDS) -> None:
        self.source, self.token, self.id, self._used = source, "", "", 0.0
        self._connection = http.client.HTTPConnection("127.0.0.1", port, seconds, (source, 0))

    def sign_up(self) -> Self:
        """Returns the same caller as a new guest."""
        guest = self.json("POST", "/players", {"name": f"guest {uuid.uuid4().hex[:12]}"})
        self.token, self.id = guest["token"], guest["id"]
        return self

    def as_player(self, other: Caller) -> Self:
        """Returns the same caller as the player of another connection."""
        self.token, self.id = other.token, other.id
        return self

    def json(self, method: str, path: str, body: Any = None) -> Any:
        """Returns the API's response. Raises RuntimeError if the API refuses the request."""
        status, content = self.send(method, f"/api/v1{path}", body)
        if status >= 400:
            raise RuntimeError(f"expected {method} {path} to succeed, got {status} {content[:300]!r}")
        return json.loads(content)

    def send(self, *request: Any, **further: Any) -> tuple[int, bytes]:
        """Sends one request; returns the status and the body. The arguments are those of `response`."""
        try:
            response = self.response(*request, **further)
            return response.status, response.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise

    def response(
        self, method: str, path: str, body: Any = None, token: str = "", headers: Mapping[str, str] = {}
    ) -> http.client.HTTPResponse:
        """Sends one request; the caller reads the response. body: JSON, or a form as text."""
        token = token or self.token
        sent = {"Content-Type": "application/json", **BY_TLS} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = body if body is None or isinstance(body, str) else json.dumps(body)
        if time.monotonic() - self._used > IDLE_SECONDS:
            self._connection.close()  # the server has closed the connection, or is about to
        self._used = time.monotonic()
        self._connection.request(method, path, data, {**sent, **headers})
        return self._connection.getresponse()
