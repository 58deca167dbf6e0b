"""The canonical JSON of tt1: each value has exactly one sequence of bytes.

It is a subset of RFC 8785: objects, arrays, strings, integers below 2^53, true, false and null. Without floats and with
ASCII keys, all programming languages sort keys and print numbers alike. These bytes are hashed and stored.
"""

import re
from typing import Any

import msgspec

LARGEST_INTEGER = 2**53 - 1
LARGEST_DEPTH = 64

_ENCODE = msgspec.json.Encoder(order="deterministic").encode
_KEYS = re.compile(r"[a-z0-9_]*").fullmatch
_SURROGATE = re.compile("[\ud800-\udfff]").search
_SCALARS = frozenset({str, bool, type(None)})


class NotCanonical(ValueError):
    """An error: the value has no canonical form. `pointer` is the JSON pointer of the invalid part."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{reason} at {pointer!r}")
        self.pointer = pointer


def canonical_json(value: Any) -> bytes:
    """Returns the canonical bytes of a value made of dict, list, tuple, str, int, bool and None.

    Raises NotCanonical if the value has no such form.

    >>> canonical_json({"seq": 1, "note": "é", "cells": [None, True]})
    b'{"cells":[null,true],"note":"\\xc3\\xa9","seq":1}'
    """
    if not _is_plain(value):
        raise _first_fault(value)
    try:
        encoded = _ENCODE(value)
    except UnicodeEncodeError:
        raise _first_fault(value) from None
    # Only the text shows whether this is a NUL or a backslash before "u0000". Both are too rare to check beforehand.
    if b"\\u0000" in encoded and (fault := _fault_in(value, "")):
        raise fault
    return encoded


def _is_plain(value: Any) -> bool:
    """Returns whether types, keys, integers and depth are canonical; does not check strings."""
    level = [value]
    for _ in range(LARGEST_DEPTH):
        below: list[Any] = []
        for part in level:
            kind = type(part)
            if kind is int:
                if not -LARGEST_INTEGER <= part <= LARGEST_INTEGER:
                    return False
            elif kind in _SCALARS:
                continue
            elif kind is list or kind is tuple:
                below += part
            elif kind is dict and _keys_are_plain(part):
                below += part.values()
            else:
                return False
        if not below:
            return True
        level = below
    return False


def _keys_are_plain(members: dict[Any, Any]) -> bool:
    try:
        return _KEYS("".join(members)) is not None and "" not in members
    except TypeError:
        return False


def _first_fault(value: Any) -> NotCanonical:
    fault = _fault_in(value, "")
    assert fault is not None, "refused without a fault"
    return fault


def _fault_in(value: Any, pointer: str) -> NotCanonical | None:
    """Returns the first fault, depth first. It is slow, and only used for values already refused."""
    if pointer.count("/") >= LARGEST_DEPTH:
        return NotCanonical(pointer, f"expected at most {LARGEST_DEPTH} levels, got more")
    if type(value) is dict:
        return _fault_in_members(value, pointer)
    if type(value) in (list, tuple):
        return next(filter(None, (_fault_in(item, f"{pointer}/{place}") for place, item in enumerate(value))), None)
    if reason := _scalar_reason(value):
        return NotCanonical(pointer, reason)
    return None


def _fault_in_members(members: dict[Any, Any], pointer: str) -> NotCanonical | None:
    for key, item in members.items():
        if type(key) is not str or not key or not _KEYS(key):
            return NotCanonical(pointer, f"expected a key of [a-z0-9_]+, got {key!r}")
        if fault := _fault_in(item, f"{pointer}/{key}"):
            return fault
    return None


def _scalar_reason(value: Any) -> str | None:
    kind = type(value)
    if kind is int:
        return None if abs(value) <= LARGEST_INTEGER else "expected an integer below 2^53, got a larger one"
    if kind is str:
        if "\0" in value:
            return "expected text without U+0000"
        return "expected text without lone surrogates" if _SURROGATE(value) else None
    return None if kind in _SCALARS else f"expected JSON without floats, got {kind.__name__}"
