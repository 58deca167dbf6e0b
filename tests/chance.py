"""Ids and secrets derived from a name, so that the same run plays the same matches again."""

from __future__ import annotations

import hashlib
import uuid
from itertools import count

FIRST_MS = 1_767_225_600_000  # 2026-01-01


class Drawn:
    """Replacements of the sources of randomness; equal for equal names. first_ms: the time in the first id."""

    def __init__(self, name: str, first_ms: int = FIRST_MS) -> None:
        self._name, self._numbers, self._first_ms = name.encode(), count(), first_ms
        self.bot_key = hashlib.sha256(self._name).hexdigest()

    def urandom(self, size: int) -> bytes:
        """Replaces `os.urandom`."""
        return hashlib.shake_256(b"%d %s" % (next(self._numbers), self._name)).digest(size)

    def uuid7(self) -> uuid.UUID:
        """Replaces `uuid7`; later ids are larger."""
        low = int.from_bytes(self.urandom(8)) >> 2
        return uuid.UUID(int=((self._first_ms + next(self._numbers)) << 80) | (7 << 76) | (2 << 62) | low)
