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
BLOCK = 64
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


class Draws(Protocol):
    """A source of whole numbers: a draw of a match, or a policy's own generator."""

    def below(self, limit: int) -> int:
        """Returns a uniform number in 0..limit-1."""


class KeyedHash:
    """HMAC-SHA-256 (RFC 2104) with a key of at most 64 bytes; for many short texts, several times as fast as `hmac`.

    >>> KeyedHash(b"key").digest(b"text") == hmac.digest(b"key", b"text", "sha256")
    True
    """

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        padded = key.ljust(BLOCK, b"\0")
        self._inner = hashlib.sha256(padded.translate(INNER))
        self._outer = hashlib.sha256(padded.translate(OUTER))

    def digest(self, text: bytes) -> bytes:
        """Returns the code of a text."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(text)
        outer.update(inner.digest())
        return outer.digest()


class Draw:
    """One draw: an endless sequence of 32-bit words under its own key (tt1, 'Generator').

    >>> draw = Draw(bytes.fromhex("8183928bda869bd5ea7ce797b9cebf68593ee5599525f8eea52faf86e7d1578a"), 1, "d6")
    >>> [draw.below(6) for _ in range(12)]
    [4, 3, 5, 2, 5, 3, 0, 1, 1, 4, 2, 0]
    """

    __slots__ = ("key", "_words", "_block", "_hash")

    def __init__(self, match_seed: bytes, number: int, label: str) -> None:
        name = label.encode("ascii")
        if not 1 <= len(name) <= 64:
            raise ValueError(f"expected a label of 1 to 64 characters, got {label!r}")
        text = b"tt1/draw\x00" + number.to_bytes(4, "big") + len(name).to_bytes(1, "big") + name
        self.key = hmac.digest(match_seed, text, "sha256")
        self._words: list[int] = []
        self._block = 0
        self._hash: KeyedHash | None = None

    def word(self) -> int:
        """Returns the next 32-bit word."""
        if not self._words:
            if self._hash is None:
                self._hash = KeyedHash(self.key)
            block = self._hash.digest(self._block.to_bytes(8, "big"))
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
    order = list(items)
    if type(draws) is Draw:  # compiled code calls the methods of a known class directly
        own: Draw = draws
        for i in range(len(order) - 1, 0, -1):
            j = own.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)
    below = draws.below
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def policy_draws(key: bytes, *names: object) -> Draw:
    """Returns a policy's own generator. The same names always yield the same numbers, so a bot repeats its choice."""
    text = "/".join(str(name) for name in names).encode()
    return Draw(hmac.digest(key, hashlib.sha256(b"tt1/policy\x00" + text).digest(), "sha256"), 0, "policy")
