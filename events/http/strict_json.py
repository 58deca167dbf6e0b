"""The JSON that the API accepts: one value in UTF-8, shallow and small, without floats, repeated keys or invalid text.

Two checks run before parsing: a scan of the brackets refuses deep nesting, and a length limit refuses long integers. A
walk over the parsed value then finds the other errors, with their pointers.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from events.base.exceptions import FieldError, Malformed

DEPTH = 16
MEMBERS = 256
TEXT_BYTES = 1024
LARGEST_INTEGER = 2**53 - 1
MOST_ERRORS = 10

# Possessive quantifiers, and an optional closing quote: the scan visits each character once, even of hostile input.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]").search
_INTEGER_DIGITS = 17
_KEY_SHOWN = 64


class _Refused(NamedTuple):
    """A placeholder for a refused value, until the walk reaches it and knows its pointer."""

    code: str


def read_json(body: bytes) -> Any:
    """Returns the value of a JSON body. Raises Malformed with up to MOST_ERRORS errors."""
    value = _parsed(_text(body))
    if errors := tuple(islice(_errors(value), MOST_ERRORS)):
        raise Malformed(*errors)
    return value


def pointer_to(parent: str, name: str | int) -> str:
    """Returns the JSON pointer (RFC 6901) of a member; shortens a long name and replaces lone surrogates."""
    shown = str(name)[:_KEY_SHOWN].encode("utf-8", "replace").decode()
    return f"{parent}/{shown.replace('~', '~0').replace('/', '~1')}"


def _text(body: bytes) -> str:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise Malformed(FieldError("", "bad_encoding")) from None
    if text.startswith("\ufeff"):
        raise Malformed(FieldError("", "bad_encoding"))
    return text


def _parsed(text: str) -> Any:
    if _is_too_deep(text):
        raise Malformed(FieldError("", "too_deep", params={"limit": DEPTH}))
    try:
        return _READER.decode(text)
    except ValueError:
        raise Malformed(FieldError("", "not_json")) from None


def _is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEPTH:
        return False
    depth = 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "[{":
            depth += 1
            if depth > DEPTH:
                return True
        elif sign in "]}":
            depth -= 1
    return False


def _object(members: list[tuple[str, Any]]) -> Any:
    members_by_name = dict(members)
    return members_by_name if len(members_by_name) == len(members) else _Refused("duplicate_key")


def _integer(digits: str) -> Any:
    if len(digits) > _INTEGER_DIGITS or not -LARGEST_INTEGER <= (number := int(digits)) <= LARGEST_INTEGER:
        return _Refused("too_large")
    return number


def _float(_: str) -> Any:
    return _Refused("not_an_integer")


def _constant(_: str) -> Any:
    raise ValueError("expected JSON, got NaN or Infinity")


_READER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant)


def _errors(value: Any) -> Iterator[FieldError]:
    """Yields the errors of a value, level by level; stops at too many members."""
    level, members = [("", value)], 0
    while level:
        below: list[tuple[str, Any]] = []
        for pointer, part in level:
            kind = type(part)
            if kind is dict or kind is list:
                members += len(part)
                if members > MEMBERS:
                    yield FieldError(pointer, "too_many", params={"limit": MEMBERS})
                    return
                names = part.items() if kind is dict else enumerate(part)
                below += [(pointer_to(pointer, name), item) for name, item in names]
                if kind is dict:
                    yield from (error for key in part if (error := _text_error(pointer_to(pointer, key), key)))
            elif kind is str:
                if error := _text_error(pointer, part):
                    yield error
            elif kind is _Refused:
                yield FieldError(pointer, part.code)
        level = below


def _text_error(pointer: str, text: str) -> FieldError | None:
    if "\0" in text:
        return FieldError(pointer, "nul")
    if not text.isascii() and _SURROGATE(text):
        return FieldError(pointer, "lone_surrogate")
    if len(text) > TEXT_BYTES or len(text.encode()) > TEXT_BYTES:
        return FieldError(pointer, "too_long", params={"limit": TEXT_BYTES})
    return None
