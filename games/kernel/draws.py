"""Replayable and provable randomness: the generator of the protocol tt1.

Every draw of a match has its own key, derived from the match seed, the number of the draw and a label that names its
purpose (`shuffle:deck`). So draws cannot be exchanged, no draw depends on an earlier one, and the log stores only the
draws' numbers.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from struct import Struct
from typing import Protocol, TypeVar

T = TypeVar("T")

WORDS = 1 << 32
EIGHT_WORDS = Struct(">8I")


class Draws(Protocol):
    """A source of whole numbers: a draw of a match, or a policy's own generator."""

    def below(self, limit: int) -> int:
        """Returns a uniform number in 0..limit-1."""


class Draw:
    """One draw: an endless sequence of 32-bit words under its own key (tt1, 'Generator').

    >>> draw = Draw(bytes.fromhex("8183928bda869bd5ea7ce797b9cebf68593ee5599525f8eea52faf86e7d1578a"), 1, "d6")
    >>> [draw.below(6) for _ in range(12)]
    [4, 3, 5, 2, 5, 3, 0, 1, 1, 4, 2, 0]
    """

    __slots__ = ("key", "_words", "_block")

    def __init__(self, match_seed: bytes, number: int, label: str) -> None:
        name = label.encode("ascii")
        if not 1 <= len(name) <= 64:
            raise ValueError(f"expected a label of 1 to 64 characters, got {label!r}")
        text = b"tt1/draw\x00" + number.to_bytes(4, "big") + len(name).to_bytes(1, "big") + name
        self.key = hmac.digest(match_seed, text, "sha256")
        self._words: list[int] = []
        self._block = 0

    def word(self) -> int:
        """Returns the next 32-bit word."""
        if not self._words:
            block = hmac.digest(self.key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
            self._words = list(EIGHT_WORDS.unpack(block))[::-1]
        return self._words.pop()

    def below(self, limit: int) -> int:
        """Returns a number in 0..limit-1 without bias. `limit` 1 uses no word; above 2^32, it uses several words."""
        if limit < 1:
            raise ValueError(f"expected a limit of at least 1, got {limit!r}")
        if limit > WORDS:
            return self._wide(limit)
        if limit == 1:
            return 0
        fair = WORDS - WORDS % limit
        while (word := self.word()) >= fair:
            pass
        return word % limit

    def _wide(self, limit: int) -> int:
        """Returns a number in 0..limit-1 without bias, for the larger limits that policies need to sample moves."""
        words = (limit.bit_length() + 31) // 32
        span = 1 << (32 * words)
        fair = span - span % limit
        while True:
            number = 0
            for _ in range(words):
                number = number << 32 | self.word()
            if number < fair:
                return number % limit


def shuffled(items: Sequence[T], draws: Draws) -> tuple[T, ...]:
    """Returns the items in a random order, from the last place down (tt1, 'shuffle')."""
    order, below = list(items), draws.below
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def policy_draws(key: bytes, *names: object) -> Draw:
    """Returns a policy's own generator. The same names always yield the same numbers, so a bot repeats its choice."""
    text = "/".join(str(name) for name in names).encode()
    return Draw(hmac.digest(key, hashlib.sha256(b"tt1/policy\x00" + text).digest(), "sha256"), 0, "policy")
