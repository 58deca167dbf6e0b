"""The routes of the API: Django's url patterns, with a table that finds one by the shape of a path."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.http import Http404
from django.urls import URLPattern, get_resolver

if TYPE_CHECKING:
    from rest_framework.views import APIView

API = "/api/v1/"
PATTERNS = "events.urls"

Shape = tuple[str | None, ...]
"""The segments of a path: words of the routes, and None for each argument."""


class Table(NamedTuple):
    """All patterns in order, the words of their routes, and the pattern of each shape."""

    patterns: tuple[URLPattern, ...]
    words: frozenset[str]
    by_shape: Mapping[Shape, URLPattern]


def found(path: str) -> tuple[type[APIView], str, dict[str, Any]]:
    """Returns the view of a path without trailing slashes, the name of its route, and the arguments in the path.

    Raises Http404. An argument that is also a word of a route has another shape, so all patterns are tried then.
    """
    table, below = _table(), path.removeprefix(API)
    usual = table.by_shape.get(tuple(part if part in table.words else None for part in below.split("/")))
    for pattern in (*((usual,) if usual else ()), *table.patterns):
        match = pattern.pattern.match(below)
        if match is not None:
            view: Any = pattern.callback
            return view.cls, f"{API[1:]}{pattern.pattern}", match[2]
    raise Http404


@cache
def _table() -> Table:
    patterns = tuple(cast("list[URLPattern]", get_resolver(PATTERNS).url_patterns))
    routes = [str(pattern.pattern).split("/") for pattern in patterns]
    words = frozenset(part for route in routes for part in route if not part.startswith("<"))
    shapes = [tuple(part if part in words else None for part in route) for route in routes]
    first_wins = zip(reversed(shapes), reversed(patterns), strict=True)
    return Table(patterns, words, dict(first_wins))
