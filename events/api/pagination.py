"""Lists in pages: `{"items": [...], "next": url|null}` and a Link header.

A cursor holds the sort key of the last item given, signed for its list: inserts and deletes between two pages
neither repeat nor hide another item, and nobody can write one.
"""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from events.api.query_params import query_int, query_text
from events.exceptions import Fault, Malformed

LARGEST_PAGE = 200
DEFAULT_PAGE = 50
LARGEST_SEQ = 2**53 - 1


class CursorPages(BasePagination):
    """Pages of a query set, ordered by the view's `ordering`: model fields, the last of them unique."""

    def paginate_queryset(self, queryset: QuerySet[Any], request: Request, view: Any = None) -> list[Any]:
        """Returns the page asked for. Raises Malformed if the cursor is not one of this list's."""
        self.request = request
        self.ordering = getattr(view, "ordering", ("-pk",))
        limit = page_limit(request)
        cursor = query_text(request, "cursor")
        if cursor is not None:
            queryset = queryset.filter(_after(queryset, self.ordering, _opened(cursor, self._salt())))
        found = list(queryset.order_by(*self.ordering)[: limit + 1])
        page = found[:limit]
        self.next = self._url_after(page[-1]) if len(found) > limit else None
        return page

    def get_paginated_response(self, data: Sequence[Any]) -> Response:
        """The page as it goes out."""
        return page_response(data, self.next)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The page in the OpenAPI document."""
        return page_schema(schema)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameters in the OpenAPI document."""
        return [
            {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE}},
            {"name": "cursor", "in": "query", "schema": {"type": "string"}},
        ]

    def _url_after(self, item: Any) -> str:
        names = [name.lstrip("-") for name in self.ordering]
        values = [None if (value := getattr(item, name)) is None else str(value) for name in names]
        return url_with(self.request, cursor=signing.Signer(salt=self._salt()).sign_object(values))

    def _salt(self) -> str:
        return f"events.cursor:{self.request.path.rstrip('/')}:{json.dumps(self.ordering)}"


def page_limit(request: Request, default: int = DEFAULT_PAGE) -> int:
    """How many items the caller wants at most."""
    limit = query_int(request, "limit", default, 1, LARGEST_PAGE)
    assert limit is not None
    return limit


def page_after(request: Request) -> int | None:
    """The `seq` after which the caller wants to read on; None: from the start."""
    return query_int(request, "after", None, 0, LARGEST_SEQ)


def seq_page_response(request: Request, rows: Sequence[dict[str, Any]], limit: int) -> Response:
    """A page of rows that have a `seq`; a full page has a next one, which may be empty while the match goes on."""
    more = len(rows) >= limit
    return page_response(rows, url_with(request, after=rows[-1]["seq"]) if more else None)


def page_response(items: Sequence[Any], next_url: str | None) -> Response:
    """The items, the next page's address and its Link header."""
    headers = {"Link": f'<{next_url}>; rel="next"'} if next_url else None
    return Response({"items": items, "next": next_url}, headers=headers)


def page_schema(items: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of a page; items: that of the list of its items."""
    return {
        "type": "object",
        "required": ["items", "next"],
        "properties": {"items": items, "next": {"type": ["string", "null"], "format": "uri"}},
    }


def url_with(request: Request, **parameters: Any) -> str:
    """The request's own address with these parameters replaced."""
    query = request.query_params.copy()
    for name, value in parameters.items():
        query[name] = str(value)
    return request.build_absolute_uri(f"{request.path}?{urlencode(sorted(query.items()))}")


def _opened(cursor: str, salt: str) -> list[str | None]:
    try:
        values: list[str | None] = signing.Signer(salt=salt).unsign_object(cursor)
    except (signing.BadSignature, ValueError):
        raise Malformed(Fault("/query/cursor", "bad_cursor")) from None
    return values


def _after(queryset: QuerySet[Any], ordering: Sequence[str], values: Sequence[str | None]) -> Q:
    """Items behind the cursor: beyond it in one field and equal to it in all fields before."""
    behind, same = Q(), Q()
    for name, text in zip(ordering, values, strict=True):
        field = (
            queryset.model._meta.pk if name.lstrip("-") == "pk" else queryset.model._meta.get_field(name.lstrip("-"))
        )
        try:
            value = field.to_python(text)
        except ValidationError:
            raise Malformed(Fault("/query/cursor", "bad_cursor")) from None
        side = "lt" if name.startswith("-") else "gt"
        behind |= same & Q(**{f"{field.name}__{side}": value})
        same &= Q(**{field.name: value})
    return behind
