"""The origins whose pages may call the server. Any page may request tokens; pages of registered apps may use the API.

Such requests carry no cookie, so a page can do no more than any other program.
"""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from corsheaders.signals import check_request_enabled
from django.db.models import QuerySet
from django.http import HttpRequest

from events.http.connections import retry_once
from events.users.models import AppOrigin

OPEN = ("/oauth/", "/.well-known/")
USUAL_PORTS = {"http": 80, "https": 443}
LONGEST = 300
SECONDS = 10.0

_known: dict[str, tuple[float, bool]] = {}
MOST_KNOWN = 1_000


def is_allowed(sender: Any, request: HttpRequest, **_: Any) -> bool:
    """Returns whether a page of another origin may read the response. The operator may allow further origins."""
    origin = request.META.get("HTTP_ORIGIN")
    return request.path.startswith(OPEN) or (
        bool(origin) and request.path.startswith("/api/") and _is_of_an_app(str(origin))
    )


def _is_of_an_app(origin: str) -> bool:
    known = _known.get(origin)
    if known is None or time.monotonic() - known[0] > SECONDS:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[origin] = known = (time.monotonic(), retry_once(_is_registered, origin))
    return known[1]


def _is_registered(origin: str) -> bool:
    return registered(origin).exists()


def registered(origin: str) -> QuerySet[AppOrigin]:
    """Returns the rows of an origin, except the apps of suspended players."""
    return AppOrigin.objects.exclude(app__user__is_active=False).filter(origin=origin[:LONGEST])


def origin_of(uri: str) -> str:
    """Returns the origin of an address in the form that browsers send: in lower case, without the default port."""
    parts = urlsplit(uri)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port in (None, USUAL_PORTS.get(parts.scheme)) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def forget() -> None:
    """Clears the cache of known origins."""
    _known.clear()


def connect() -> None:
    """Connects `is_allowed` to the signal of django-cors-headers."""
    check_request_enabled.connect(is_allowed, dispatch_uid="events.oauth.origins")
