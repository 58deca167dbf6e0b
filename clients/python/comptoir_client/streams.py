"""Server-sent events, put together from the pieces in which a stream arrives; and when to come back."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Name = TypeVar("Name", bound=str)
Data = TypeVar("Data")

PAUSES = (2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds after the second failure in a row, the third, and so on; after the first it is between 0.5 and 3."""


@dataclass(frozen=True)
class Streamed(Generic[Name, Data]):
    """One event of a stream. id: the place after which to resume; None for an event without one."""

    name: Name
    data: Data
    id: int | None


class Reader:
    """Reads one connection. last: the id after which the next one resumes."""

    def __init__(self, last: int | None) -> None:
        self.last = last
        self._rest, self._name, self._data = b"", "message", list[str]()
        self._id: int | None = None

    def read(self, piece: bytes) -> Iterator[Streamed[Any, Any]]:
        """Yields the events that a piece completes."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            yield from self._line(line.decode().rstrip("\r"))

    def _line(self, line: str) -> Iterator[Streamed[Any, Any]]:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        elif field == "id" and value.isdigit():
            self._id = int(value)
        elif not line:
            self.last = self.last if self._id is None else self._id  # only now: a part of an event is sent again
            if self._data:
                yield Streamed(self._name, json.loads("\n".join(self._data)), self._id)
            self._name, self._data, self._id = "message", [], None


class Line:
    """How long to pause before a stream that has broken is opened again."""

    def __init__(self) -> None:
        self._failures = 0

    def healed(self) -> None:
        """Something came: earlier failures are forgotten."""
        self._failures = 0

    def pause(self) -> float:
        """Returns seconds."""
        self._failures += 1
        if self._failures == 1:
            return random.uniform(0.5, 3)
        return PAUSES[min(self._failures - 2, len(PAUSES) - 1)] * random.uniform(0.7, 1.3)
