"""A request of the API: Django's, with what REST framework adds to it, and without what no endpoint reads.

It is made from the ASGI scope of a server, or from a request of Django's, as tests send it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, MutableMapping, Sequence
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, QueryDict
from django.http.cookie import parse_cookie
from django.utils.functional import cached_property

from events.base.exceptions import UnsupportedMediaType

if TYPE_CHECKING:
    from rest_framework.renderers import BaseRenderer
    from rest_framework.views import APIView

    from events.http.throttles import Counted, Usage
    from events.models import Player, Token

Scope = MutableMapping[str, Any]
Meta = MutableMapping[str, Any]
VISIBLE = "".join(map(chr, range(0x21, 0x7F)))
NOTHING = QueryDict("")

sessions = SessionMiddleware(lambda _: None)  # type: ignore[arg-type]


class RouteMatch(NamedTuple):
    """The route of a request, by its name in metrics and alarms, and the arguments in its path."""

    route: str
    kwargs: dict[str, Any]


class SignedIn(NamedTuple):
    """The user of a session."""

    user: Any


class Headers:
    """The headers of a request, each looked up by its name when it is asked for."""

    def __init__(self, meta: Meta) -> None:
        self._meta = meta

    def get(self, name: str, default: Any = None) -> Any:
        return self._meta.get(f"HTTP_{name.upper().replace('-', '_')}", default)

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None


class Request(HttpRequest):
    """One request. stream: its body; path_info: without trailing slashes, which make no difference.

    user, auth: the player who sends it, and their token; a player who has signed in with a session has none.
    counted: what was counted and read for it, once it is; rate_usages: of all its limits.
    is_cacheable: whether its response stays the same until the next event; changes_ms: when it is known to change by
    itself. asks_for_session: whether a session could have said who the caller is. found: its
    route, if it is known before the dispatcher looks; is_refused: whether the process has no room for it.
    """

    user: Player | None  # type: ignore[assignment]
    auth: Token | None
    view: APIView
    is_cacheable: bool
    changes_ms: int | None
    accepted_renderer: BaseRenderer
    accepted_media_type: str
    POST = NOTHING
    _read_started = False

    def __init__(self, meta: Meta, path: str, method: str, stream: IO[bytes]) -> None:
        self.META, self.path, self.method, self._stream = cast("dict[str, Any]", meta), path, method, stream
        self.path_info = path.rstrip("/")
        self.headers = Headers(meta)  # type: ignore[assignment]
        self.request_id = str(uuid.uuid4())
        self.user = self.auth = None
        self.resolver_match: RouteMatch | None = None  # type: ignore[assignment]
        self.rate_usages: Sequence[Usage] = ()
        self.counted: Counted | None = None
        self.is_cacheable, self.changes_ms = False, None
        self.asks_for_session = self.is_refused = False
        self.found: tuple[type[APIView], str, dict[str, Any]] | None = None

    @cached_property
    def query_params(self) -> QueryDict:
        """The query."""
        query = self.META.get("QUERY_STRING")
        return QueryDict(query) if query else NOTHING

    @property
    def GET(self) -> QueryDict:  # type: ignore[override]
        """The same, where Django looks for it."""
        return self.query_params

    @cached_property
    def COOKIES(self) -> dict[str, str]:  # type: ignore[override]
        """The cookies, which are read only for a caller without a token."""
        return parse_cookie(self.META.get("HTTP_COOKIE", ""))

    @property
    def content_type(self) -> str:  # type: ignore[override]
        """The media type of the body."""
        return str(self.META.get("CONTENT_TYPE", ""))

    @cached_property
    def data(self) -> Any:
        """The value of the body; empty if there is none. Raises UnsupportedMediaType, Malformed or PayloadTooLarge."""
        length = self.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) == 0:
            return {}
        negotiator: Any = self.view.get_content_negotiator()
        parser = negotiator.select_parser(self, self.view.get_parsers())
        if parser is None:
            raise UnsupportedMediaType()
        return parser.parse(self._stream, self.content_type, {"view": self.view, "request": self})

    @property
    def _user(self) -> Player | None:
        """The caller, where REST framework keeps who is known already (`auth.language_for`)."""
        return self.user

    @property
    def _request(self) -> SignedIn:
        """Who has signed in with a session, where REST framework's `SessionAuthentication` looks for it."""
        self.asks_for_session = True
        if settings.SESSION_COOKIE_NAME not in self.COOKIES:
            return SignedIn(None)
        sessions.process_request(self)
        return SignedIn(get_user(self))

    def _get_scheme(self) -> str:
        return str(self.META["wsgi.url_scheme"])


def of_scope(scope: Scope, content: bytes) -> Request:
    """Returns the request of an ASGI server. content: its body."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client")
    meta: Meta = {
        "asgi.scope": scope, "wsgi.url_scheme": scope["scheme"], "REQUEST_METHOD": scope["method"],
        "PATH_INFO": scope["path"], "QUERY_STRING": quote(scope["query_string"], safe=VISIBLE),
        "SERVER_NAME": server[0], "SERVER_PORT": str(server[1]), "REMOTE_ADDR": client[0] if client else "",
    }  # fmt: skip
    for name, value in _headers(scope["headers"]):
        meta[name] = f"{meta[name]},{value}" if name in meta else value
    return Request(meta, scope["path"], scope["method"].upper(), BytesIO(content))


def of_django(request: HttpRequest) -> Request:
    """Returns the request that Django's handler has received."""
    made = Request(request.META, request.path, request.method or "", cast("IO[bytes]", request))
    made._dont_enforce_csrf_checks = getattr(request, "_dont_enforce_csrf_checks", False)  # type: ignore[attr-defined]
    return made


def _headers(pairs: Sequence[tuple[bytes, bytes]]) -> Iterator[tuple[str, str]]:
    """The headers by their names in `META`, without those whose underscores could pass for hyphens there."""
    for name, value in pairs:
        if b"_" not in name:
            yield _name(name), value.decode("latin-1")


def _name(header: bytes) -> str:
    name = header.decode("latin-1").upper().replace("-", "_")
    return name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
