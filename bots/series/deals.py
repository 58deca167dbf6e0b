"""A series of duplicate deals between programs and policies: who sits where, and which cards a deal has.

Every group of entrants that fills a table plays each deal, once in every seating of a circle, so each of them holds all
hands of the deal. The seed of a deal follows from that of the series, whose hash is known before the first deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

FORMAT = "comptoir-arena/1"


class Meeting(NamedTuple):
    """A match of a series. lineup: the number of the entrant in each seat."""

    deal: int
    lineup: tuple[int, ...]


class Series(NamedTuple):
    """What is played. options: all of the game; seconds: for each decision; seed: 32 bytes.

    entrants: names of bot accounts and of policies; programs: which of them are bot accounts.
    """

    game: str
    options: Mapping[str, Any]
    seats: int
    entrants: Sequence[str]
    programs: Sequence[bool]
    deals: int
    seconds: int
    seed: bytes

    def meetings(self) -> Iterator[Meeting]:
        """Every match, deal by deal."""
        for deal in range(self.deals):
            for group in combinations(range(len(self.entrants)), self.seats):
                for turn in range(self.seats):
                    yield Meeting(deal, group[turn:] + group[:turn])

    def seed_of(self, deal: int) -> bytes:
        """The seed of a deal.

        >>> Series("g", {}, 2, ("a", "b"), (True, False), 1, 60, bytes(32)).seed_of(0).hex()[:8]
        'db093e61'
        """
        return hashlib.sha256(b"arena/deal" + self.seed + deal.to_bytes(4, "big")).digest()

    @property
    def commit(self) -> bytes:
        """What is known of the seed before the first deal."""
        return hashlib.sha256(b"arena/commit" + self.seed).digest()

    @property
    def id(self) -> bytes:
        """The 16 bytes under which the series is signed."""
        return self.commit[:16]

    def to_json(self) -> dict[str, Any]:
        """The series as its file has it."""
        return {
            **self._asdict(), "options": dict(self.options), "entrants": [*self.entrants],
            "programs": [*self.programs], "seed": self.seed.hex(),
        }  # fmt: skip

    @classmethod
    def from_json(cls, file: Mapping[str, Any]) -> Series:
        """The series of a file."""
        members = {name: file[name] for name in cls._fields}
        return cls(**{**members, "seed": bytes.fromhex(file["seed"])})
