"""The routes of the API, of all apps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern

from events.urls import urlpatterns


def _flat(patterns: Any) -> Iterator[URLPattern]:
    for each in patterns:
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from _flat(each.url_patterns)


ROUTES = list(_flat(urlpatterns))
