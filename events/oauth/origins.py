"""From where the pages of apps may call: any page may ask for tokens, and pages of registered apps may use the API.

No cookie goes with such requests, so that a page gains nothing that a program elsewhere has not.
"""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from corsheaders.signals import check_request_enabled
from django.http import HttpRequest
from oauth2_provider.models import Application

from events.http.connections import first

OPEN = ("/oauth/", "/.well-known/")
SECONDS = 10.0

_known: dict[str, tuple[float, bool]] = {}
MOST_KNOWN = 1_000


def is_allowed(sender: Any, request: HttpRequest, **_: Any) -> bool:
    """Whether a page of another origin may read what it asks for, beside the origins that the operator has named."""
    origin = request.META.get("HTTP_ORIGIN")
    return request.path.startswith(OPEN) or (
        bool(origin) and request.path.startswith("/api/") and _is_of_an_app(str(origin))
    )


def _is_of_an_app(origin: str) -> bool:
    known = _known.get(origin)
    if known is None or time.monotonic() - known[0] > SECONDS:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[origin] = known = (time.monotonic(), first(lambda: _is_registered(origin)))
    return known[1]


def _is_registered(origin: str) -> bool:
    addresses = Application.objects.filter(redirect_uris__contains=origin).values_list("redirect_uris", flat=True)
    return any(_origin_of(uri) == origin for line in addresses[:100] for uri in line.split())


def _origin_of(uri: str) -> str:
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc}"


def forget() -> None:
    """Forgets which origins are known."""
    _known.clear()


def connect() -> None:
    """Lets django-cors-headers ask."""
    check_request_enabled.connect(is_allowed, dispatch_uid="events.oauth.origins")
