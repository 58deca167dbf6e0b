"""The lines of a stream, joined from the pieces in which they arrive, and the pauses before reconnecting."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Name = TypeVar("Name", bound=str)
Data = TypeVar("Data")

PAUSES = (2.0, 4.0, 8.0, 16.0, 30.0)
"""The seconds after the second failure in a row, the third, and so on; after the first failure 0.5 to 3 seconds."""


@dataclass(frozen=True)
class Streamed(Generic[Name, Data]):
    """One event of a stream. id: the position after which to resume; None for an event without a position."""

    name: Name
    data: Data
    id: int | None


class Reader:
    """A reader of one connection. last: the id after which the next connection resumes."""

    def __init__(self, last: int | None) -> None:
        self.last, self._rest = last, b""

    def read(self, piece: bytes) -> Iterator[Streamed[Any, Any]]:
        """Yields the events that a piece completes."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in map(json.loads, lines):
            self.last = line.get("id", self.last)
            yield Streamed(line["event"], line["data"], line.get("id"))


class Backoff:
    """The pauses before a broken stream is opened again."""

    def __init__(self) -> None:
        self._failures = 0

    def healed(self) -> None:
        """Forgets earlier failures after data have arrived."""
        self._failures = 0

    def pause(self) -> float:
        """Returns the seconds to wait after another failure."""
        self._failures += 1
        if self._failures == 1:
            return random.uniform(0.5, 3)
        return PAUSES[min(self._failures - 2, len(PAUSES) - 1)] * random.uniform(0.7, 1.3)
