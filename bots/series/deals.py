"""A series of duplicate deals between programs and policies: the seatings and the seeds of the deals.

Every group of entrants that fills a table plays each deal in every cyclic seating, so each entrant holds all hands of
the deal. The seed of a deal follows from the seed of the series, whose hash is published before the first deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

FORMAT = "comptoir-arena/1"


class Seating(NamedTuple):
    """A match of a series. lineup: the number of the entrant in each seat."""

    deal: int
    lineup: tuple[int, ...]


class ArenaSeries(NamedTuple):
    """The settings of a series. options: the game's options; seconds: the time for each decision; seed: 32 bytes.

    entrants: the names of bot accounts and policies; programs: for each entrant, whether it is a bot account.
    """

    game: str
    options: Mapping[str, Any]
    seats: int
    entrants: Sequence[str]
    programs: Sequence[bool]  # its name in signed files
    deals: int
    seconds: int
    seed: bytes

    def seatings(self) -> Iterator[Seating]:
        """Yields every match, deal by deal."""
        for deal in range(self.deals):
            for group in combinations(range(len(self.entrants)), self.seats):
                for turn in range(self.seats):
                    yield Seating(deal, group[turn:] + group[:turn])

    def seed_of(self, deal: int) -> bytes:
        """Returns the seed of a deal.

        >>> ArenaSeries("g", {}, 2, ("a", "b"), (True, False), 1, 60, bytes(32)).seed_of(0).hex()[:8]
        'db093e61'
        """
        return hashlib.sha256(b"arena/deal" + self.seed + deal.to_bytes(4, "big")).digest()

    @property
    def commit(self) -> bytes:
        """The commitment to the seed that is published before the first deal."""
        return hashlib.sha256(b"arena/commit" + self.seed).digest()

    @property
    def id(self) -> bytes:
        """The 16 bytes under which the series is signed."""
        return self.commit[:16]

    def to_json(self) -> dict[str, Any]:
        """Returns the series for its file."""
        return {
            **self._asdict(),
            "options": dict(self.options),
            "entrants": [*self.entrants],
            "programs": [*self.programs],
            "seed": self.seed.hex(),
        }

    @classmethod
    def from_json(cls, file: Mapping[str, Any]) -> ArenaSeries:
        """Reads the series from a file."""
        members = {name: file[name] for name in cls._fields}
        return cls(**{**members, "seed": bytes.fromhex(file["seed"])})
