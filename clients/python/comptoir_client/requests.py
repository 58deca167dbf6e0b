"""Requests before they are sent, and the reading of responses."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any, NamedTuple
from urllib.parse import quote
from uuid import uuid4

import httpx

from comptoir_client.problems import Problem
from comptoir_client.retries import retry_after

STORED = 64
"""The number of cached responses; requests repeat their entity tags."""


class Sent(NamedTuple):
    """A request.

    place: the key of its response in the cache, "" if it is not cached; known: the cached response whose entity tag is
    sent.
    """

    method: str
    path: str
    params: dict[str, Any]
    content: bytes | None
    headers: dict[str, str]
    place: str
    known: bytes | None


class Responses:
    """The last responses that have an entity tag. A read sends the tag; if nothing has changed, the status is 304."""

    def __init__(self) -> None:
        self._stored: OrderedDict[str, tuple[str, bytes]] = OrderedDict()

    def request(
        self,
        method: str,
        path: str,
        blanks: list[Any],
        query: dict[str, Any],
        body: Any,
        key: str | None,
        tag: str | None,
        repeats: bool,
    ) -> Sent:
        """Returns a request. A repeatable POST has a key by which the server recognises it."""
        path, params = filled(path, blanks), {name: value for name, value in query.items() if value is not None}
        headers = {"Accept": "application/json", **({"If-Match": tag} if tag else {})}
        if method == "POST" and repeats:
            headers["Idempotency-Key"] = key or uuid4().hex
        if body is not None:
            headers["Content-Type"] = "application/json"
        place = f"{path} {sorted(params.items())}" if method == "GET" else ""
        known_tag, known = self._stored.get(place, (None, None))
        if known_tag is not None:
            headers["If-None-Match"] = known_tag
        content = None if body is None else json.dumps(body).encode()
        return Sent(method, path, params, content, headers, place, known)

    def read(self, sent: Sent, response: httpx.Response) -> Any:
        """Returns the JSON of a response; None for an empty response. Raises Problem for a refusal."""
        if response.status_code == 304 and sent.known is not None:
            return json.loads(sent.known)
        if response.status_code >= 400:
            raise problem(response)
        tag = response.headers.get("ETag")
        if sent.place and tag:
            self._stored[sent.place] = (tag, response.content)
            self._stored.move_to_end(sent.place)
            while len(self._stored) > STORED:
                self._stored.popitem(last=False)
        return json.loads(response.content) if response.content else None


def filled(path: str, blanks: list[Any]) -> str:
    """Returns a path with its blanks filled, in their order."""
    parts = iter(blanks)
    return "/".join(quote(str(next(parts)), safe="") if part.startswith("{") else part for part in path.split("/"))


def problem(response: httpx.Response) -> Problem:
    """Returns the refusal that a response contains."""
    try:
        body = json.loads(response.content)
    except ValueError:
        body = {}
    return Problem(response.status_code, body if isinstance(body, dict) else {}, retry_after(response))
