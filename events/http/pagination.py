"""Lists in pages: `{"items": [...], "next": url|null}`, and a Link header.

The cursors of REST framework, signed for their list. A cursor cannot be forged, or used with another list or order.
"""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from django.core import signing
from django.db.models import Model, QuerySet
from django.http import HttpResponse
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from events.base.exceptions import FieldError, Malformed
from events.http.answers import json_response
from events.http.query_params import query_int, query_text

LARGEST_PAGE = 200
DEFAULT_PAGE = 50
Row = TypeVar("Row", bound=Model)


class CursorPages(CursorPagination):
    """The pages of a query set in the view's `ordering`, which starts with a unique field.

    By default the newest come first.
    """

    ordering: str | tuple[str, ...] = "-pk"
    cursor_query_param = "cursor"

    def response(self, rows: QuerySet[Any], request: Request, lines: Callable[[Any], Any]) -> HttpResponse:
        """Returns the response with a page of rows and the link to the next page.

        lines: the function that converts the rows to items.
        """
        items = lines(self.rows_of(rows, request))
        next_page = self.get_next_link()
        response = json_response({"items": items, "next": next_page})
        if next_page:
            response["Link"] = f'<{next_page}>; rel="next"'
        return response

    def rows_of(self, rows: QuerySet[Row], request: Request) -> list[Row]:
        """Returns the rows of the page that the request names."""
        return self.paginate_queryset(rows, request) or []  # None would mean that there is no page size

    def get_page_size(self, request: Request) -> int:
        """Returns the value of `limit`. Raises Malformed if it is out of range."""
        return page_limit(request)

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """Returns the order of the list; the signature of its cursors covers the order."""
        ordering = getattr(view, "ordering", self.ordering)
        names = (ordering,) if isinstance(ordering, str) else tuple(ordering)
        self._signer = signing.Signer(salt=f"events.cursor:{request.path.rstrip('/')}:{json.dumps(names)}")
        return names

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Returns the cursor of the request, if any. Raises Malformed unless this list issued it."""
        text = query_text(request, self.cursor_query_param)
        if text is None:
            return None
        try:
            return Cursor(*self._signer.unsign_object(text))
        except (signing.BadSignature, ValueError):
            raise Malformed(FieldError("/query/cursor", "bad_cursor")) from None

    def encode_cursor(self, cursor: Cursor) -> str:
        """Returns the address of the page that the cursor begins."""
        assert self.base_url is not None
        return str(replace_query_param(self.base_url, self.cursor_query_param, self._signer.sign_object(list(cursor))))


def page_limit(request: Request) -> int:
    """Returns the largest number of items that the caller wants. Raises Malformed if `limit` is out of range."""
    limit = query_int(request, "limit", DEFAULT_PAGE, 1, LARGEST_PAGE)
    assert limit is not None
    return limit
