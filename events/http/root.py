"""The root of the API: links to its entry points."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypedDict

from django.http import HttpResponse
from django.urls import get_resolver, reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.response_types import Field
from events.http.answers import conditional
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.resource import Resource, revalidated


class RootOut(TypedDict):
    """The entry point of the API."""

    links: Annotated[
        dict[str, str],
        Field("Addresses by name.", example={"matches": "https://comptoir.example/api/v1/matches"}),
    ]


class Root(Resource):
    """The view of `/api/v1`. It links each route that has a name and no parameters."""

    @extend_schema(auth=WITH_OR_WITHOUT_TOKEN, responses=revalidated(RootOut), summary="List where to begin")
    def get(self, request: Request) -> HttpResponse:
        """Returns links to the lists of the API, to your account, and to the description of the API."""
        names = (*entry_points(), "docs", "schema")
        return conditional(request, {"links": {name: request.build_absolute_uri(reverse(name)) for name in names}})


@cache
def entry_points() -> list[str]:
    """Returns the names of the named routes of the API that take no parameters."""
    named: Any = get_resolver("events.urls").reverse_dict
    return sorted(name for name in named if isinstance(name, str) and not named[name][0][0][1])
