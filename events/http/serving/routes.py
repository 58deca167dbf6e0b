"""The routes of the API: Django's url patterns, without Django's handler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from django.http import Http404
from django.urls import URLPattern, get_resolver

if TYPE_CHECKING:
    from rest_framework.views import APIView

API = "/api/v1/"
PATTERNS = "events.urls"


def route_of(path: str) -> tuple[type[APIView], str, dict[str, Any]]:
    """Returns the view of a path without trailing slashes, the name of its route, and the arguments in the path.

    Raises Http404, also for a path with NUL, which no text in the database can contain.
    """
    below = path.removeprefix(API)
    for pattern in _patterns() if "\0" not in below else ():
        match = pattern.pattern.match(below)
        if match is not None:
            view: Any = pattern.callback
            return view.cls, f"{API[1:]}{pattern.pattern}", match[2]
    raise Http404


def _patterns() -> Sequence[URLPattern]:
    return cast("list[URLPattern]", get_resolver(PATTERNS).url_patterns)
