"""The plain form of a request: one of a few paths, with a token, and nothing in it that is out of the ordinary."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.http import QueryDict

from events.http.body_limit import Scope
from events.http.parsers import StrictJSONParser
from events.http.resource import Resource
from events.matches.views.table import LegalMoves, Moves, View

if TYPE_CHECKING:
    from events.log.statements import Head
    from events.models import Player, Token

JSON = b"application/json"
Headers = dict[bytes, bytes]


SURROUNDINGS = (b"host", b"origin", b"x-forwarded-proto")
"""The headers on which the middleware's part of a response depends."""
WITHOUT_EFFECT = frozenset({
    b"accept-encoding", b"cache-control", b"connection", b"dnt", b"forwarded", b"keep-alive", b"pragma", b"priority",
    b"referer", b"sec-ch-ua", b"sec-ch-ua-mobile", b"sec-ch-ua-platform", b"sec-fetch-dest", b"sec-fetch-mode",
    b"sec-fetch-site", b"sec-gpc", b"user-agent", b"via", b"x-forwarded-for", b"x-real-ip",
})  # fmt: skip
"""The headers that change nothing in the response to a caller with a token."""
_OF_ALL = WITHOUT_EFFECT | {*SURROUNDINGS, b"accept", b"accept-language", b"authorization", b"content-type"}


class Way(NamedTuple):
    """A kind of request that has a short route.

    route: its name in the metrics; read: the headers that its view reads; known: all that it may have.
    """

    view: type[Resource]
    method: str
    route: str
    read: Mapping[bytes, str]
    known: frozenset[bytes]


def _way(view: type[Resource], method: str, name: str, *read: str) -> Way:
    keys = {header.lower().encode(): header for header in read}
    length = {b"content-length"} if method == "post" else set()
    return Way(view, method, f"api/v1/matches/<uuid:match_id>/{name}", keys, _OF_ALL | keys.keys() | length)


WAYS = {
    ("GET", "view"): _way(View, "get", "view", "If-None-Match"),
    ("GET", "legal-moves"): _way(LegalMoves, "get", "legal-moves", "If-None-Match"),
    ("POST", "moves"): _way(Moves, "post", "moves", "Idempotency-Key", "If-Match"),
}
_PATH = re.compile(r"/api/v1/matches/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(view|legal-moves|moves)", re.ASCII)
_QUERY = re.compile(rb"[a-z]+=[a-z0-9:]+(?:&[a-z]+=[a-z0-9:]+)*")
_NO_PARAMETERS = QueryDict("")


class PlainRequest:
    """A plain request, with those members of Django's and REST framework's requests that its view uses."""

    user: Player
    auth: Token
    content = b""
    rate_usages: Sequence[Any] = ()
    counted: tuple[Sequence[Any], Head | None] | None = None
    """The usages of its limits and the head of the match, once it is counted."""
    lasts = False

    def __init__(self, scope: Scope, way: Way, match_id: UUID, headers: Headers) -> None:
        self.scope, self.way, self.match_id, self._headers = scope, way, match_id, headers
        self.method, self.path, self.request_id = scope["method"], scope["path"], str(uuid.uuid4())
        query = scope["query_string"]
        self.query_params = QueryDict(query) if query else _NO_PARAMETERS
        self.headers = {name: headers[key].decode("latin-1") for key, name in way.read.items() if key in headers}
        self.META = {"HTTP_ACCEPT_LANGUAGE": headers.get(b"accept-language", b"").decode("latin-1")}

    @property
    def asked(self) -> tuple[Any, ...]:
        """All that a view and the middleware learn of the request, except for the caller and the body."""
        query, language = self.scope["query_string"], self.META["HTTP_ACCEPT_LANGUAGE"]
        return (self.match_id, *self.surroundings, query, language, *self.headers.items())

    @property
    def _user(self) -> Player:
        return self.user

    @property
    def token(self) -> str:
        """The token of the caller."""
        return self._headers[b"authorization"].decode("latin-1").partition(" ")[2]

    @property
    def surroundings(self) -> tuple[Any, ...]:
        """What the middleware's part of the response depends on, beside the response itself."""
        return (self.way.route, self.scope["scheme"], *map(self._headers.get, SURROUNDINGS))

    @property
    def data(self) -> Any:
        """The value of the body. Raises Malformed or PayloadTooLarge."""
        context = {"view": self.way.view, "request": self}
        return StrictJSONParser().parse(BytesIO(self.content), JSON.decode(), context)


def plain_request(scope: Scope) -> PlainRequest | None:
    """Returns the request, if it has a short route and is plain; else None."""
    found = _PATH.fullmatch(scope["path"])
    way = WAYS.get((scope["method"], found[2])) if found else None
    if found is None or way is None or scope.get("root_path") or not _is_plain_query(scope["query_string"]):
        return None
    headers: Headers = dict(scope["headers"])
    if len(headers) != len(scope["headers"]) or not _are_plain(headers, way):
        return None
    return PlainRequest(scope, way, UUID(found[1]), headers)


def _is_plain_query(query: bytes) -> bool:
    """Whether there is none, or one without escapes that asks for no wait."""
    return not query or (_QUERY.fullmatch(query) is not None and b"wait=" not in query)


def _are_plain(headers: Headers, way: Way) -> bool:
    """Whether the headers are known, name a host and a token, and want nothing but JSON."""
    if not way.known.issuperset(headers) or b"host" not in headers:
        return False
    if not headers.get(b"authorization", b"").lower().startswith(b"bearer "):
        return False
    if headers.get(b"accept", JSON) not in (JSON, b"*/*"):
        return False
    has_body = headers.get(b"content-length", b"0") != b"0"  # an empty one counts as none
    return way.method == "get" or (has_body and headers.get(b"content-type") == JSON)
