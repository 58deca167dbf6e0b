"""Ids and secrets of this process that follow from a name, so that the same run plays the same matches again."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from unittest.mock import patch

from django.test.utils import override_settings

_FIRST_MS = 1_767_225_600_000  # 2026-01-01


class Drawn:
    """What replaces the sources of chance; the same for the same name."""

    def __init__(self, name: str) -> None:
        self._name, self._numbers = name.encode(), count()
        self.bot_key = hashlib.sha256(self._name).hexdigest()

    def urandom(self, size: int) -> bytes:
        """Stands in for `os.urandom`."""
        return hashlib.shake_256(b"%d %s" % (next(self._numbers), self._name)).digest(size)

    def uuid7(self) -> uuid.UUID:
        """Stands in for `uuid7`; later ones are larger."""
        low = int.from_bytes(self.urandom(8)) >> 2
        return uuid.UUID(int=((_FIRST_MS + next(self._numbers)) << 80) | (7 << 76) | (2 << 62) | low)


@contextmanager
def chance(name: str) -> Iterator[None]:
    """Draws everything from a name until the block ends; for what is not a test."""
    drawn = Drawn(name)
    with (
        override_settings(COMPTOIR_BOT_KEY=drawn.bot_key), patch("os.urandom", drawn.urandom),
        patch("events.models.player.uuid7", drawn.uuid7),
        patch("events.matches.record.order_plans._random", Random(name)),
    ):  # fmt: skip
        yield
