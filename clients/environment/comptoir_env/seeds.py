"""Seeds: one number determines a sequence of matches."""

from __future__ import annotations

import secrets


class Seeds:
    """The keys of consecutive matches; without a seed, the sequence is random."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed, self.number = f"free/{secrets.token_hex(16)}" if seed is None else f"seed/{seed}", 0

    def next(self, seed: int | None = None) -> bytes:
        """Returns the key of the next match; with a seed, the key of the first match of the seed's sequence."""
        if seed is not None:
            self._seed, self.number = f"seed/{seed}", 0
        key = f"environment/{self._seed}/{self.number}".encode()
        self.number += 1
        return key
