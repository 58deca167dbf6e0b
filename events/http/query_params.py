"""Strict query parameters: each may appear at most once, and undeclared parameters are refused.

The pointer of an error is `/query/<name>`.
"""

import re
from collections.abc import Collection
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from events.base.exceptions import FieldError, Malformed
from events.base.suggestions import unknown
from events.http.strict_json import MOST_ERRORS, pointer_to

LIMIT = OpenApiParameter("limit", int, description="The largest number of items, 1 to 200.")
CURSOR = OpenApiParameter("cursor", str, description="The start of a page, from `next`.")

_DIGITS = re.compile(r"[0-9]{1,16}", re.ASCII).fullmatch


def query_known(request: Request, *names: str) -> None:
    """Raises Malformed if the request has any other parameter."""
    others = [name for name in request.query_params if name not in names]
    if others:
        raise Malformed(
            *(unknown(pointer_to("/query", name), name, names, "unknown_parameter") for name in others[:MOST_ERRORS])
        )


def query_text(request: Request, name: str, default: str | None = None, longest: int = 1024) -> str | None:
    """Returns the parameter as sent. Raises Malformed if it is repeated, too long or contains U+0000."""
    values = request.query_params.getlist(name)
    if not values:
        return default
    if len(values) > 1:
        raise _malformed(name, "repeated_parameter")
    if len(values[0]) > longest or "\0" in values[0]:
        raise _malformed(name, "bad_parameter")
    return values[0]


def query_choice(request: Request, name: str, choices: Collection[str], default: str | None = None) -> str | None:
    """Returns the parameter. Raises Malformed unless it is one of the choices."""
    text = query_text(request, name)
    if text is None:
        return default
    if text not in choices:
        raise Malformed(unknown(f"/query/{name}", text, choices))
    return text


def query_int(request: Request, name: str, default: int | None, low: int, high: int) -> int | None:
    """Returns the parameter as a number.

    Raises Malformed unless it consists of ASCII digits and is from low to high.
    """
    text = query_text(request, name)
    if text is None:
        return default
    if not _DIGITS(text) or not low <= int(text) <= high:
        raise Malformed(FieldError(f"/query/{name}", "not_between", params={"low": low, "high": high}))
    return int(text)


def query_id(request: Request, name: str) -> UUID | None:
    """Returns the parameter as an id. Raises Malformed unless it is a UUID in the canonical spelling."""
    text = query_text(request, name)
    try:
        id = None if text is None else UUID(text)
    except ValueError:
        raise _malformed(name, "bad_parameter") from None
    if id is not None and str(id) != text:
        raise _malformed(name, "bad_parameter")
    return id


def _malformed(name: str, code: str) -> Malformed:
    return Malformed(FieldError(f"/query/{name}", code))
