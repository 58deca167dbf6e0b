"""The witnesses in the settings, and requests to them (C2SP tlog-witness)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from events.base.outbound import AddressRefused, RequestFailed, Target, exchange, trusted
from events.transparency.notes import COSIGNATURE, VerifierKey, encoded, key_of

SECONDS = 5.0  # the limit for a whole request
LONGEST = 64 * 1024
HEADERS = {"Content-Type": "text/plain; charset=utf-8"}

_SIZE = re.compile(rb"(0|[1-9][0-9]{0,18})\n")


class NamedWitness(NamedTuple):
    """A witness. key: the key that verifies its signatures; target: its address."""

    key: VerifierKey
    target: Target


class NotSigned(Exception):
    """An error: a witness did not sign."""


class SizeConflict(NotSigned):
    """An error: the witness has last signed a checkpoint of another size (409). size: the size of that checkpoint."""

    def __init__(self, size: int) -> None:
        super().__init__(f"signed {size} leaves before")
        self.size = size


class Contradicted(NotSigned):
    """An error: the witness states that this log does not extend the log that it has signed."""


def witnesses() -> list[NamedWitness]:
    """Returns the witnesses in the settings, in order. Raises ValueError if a setting is invalid."""
    return witnesses_of(tuple(settings.COMPTOIR_WITNESSES))


@lru_cache(maxsize=4)
def witnesses_of(texts: tuple[str, ...]) -> list[NamedWitness]:
    """Returns the witnesses of texts, each a verifier key, a space and an address. Raises ValueError."""
    named = [_witness(text) for text in texts]
    if len({witness.key.public for witness in named}) < len(named):
        raise ValueError("expected each key of a witness once")
    return named


def _witness(text: str) -> NamedWitness:
    vkey, _, url = text.strip().partition(" ")
    key = key_of(vkey)
    try:
        target = trusted(f"{url.rstrip('/')}/add-checkpoint")
    except AddressRefused:
        target = None
    if key.kind != COSIGNATURE or target is None or "?" in url:
        raise ValueError(f"expected the verifier key of a witness, a space, and its address, got {text!r}")
    return NamedWitness(key, target)


def quorum() -> int:
    """Returns the number of witnesses that must sign a checkpoint before it is published; by default more than half."""
    count = len(witnesses())
    return settings.COMPTOIR_WITNESS_QUORUM or (count // 2 + 1 if count else 0)


def ask(witness: NamedWitness, old: int, proof: list[bytes], note: str) -> str:
    """Requests a cosignature; returns the lines of the response.

    old: the size of the log that the witness has last signed; proof: the proof that the present log extends it. Raises
    NotSigned: SizeConflict if the witness has signed another size, and Contradicted if it finds another history.
    """
    lines = (f"old {old}", *map(encoded, proof), "", note)
    try:
        status, response = exchange(witness.target, "\n".join(lines).encode(), HEADERS, SECONDS, LONGEST)
    except RequestFailed as error:
        raise NotSigned(error.code) from None
    if status != 200:
        raise _reason(status, response)
    return response.decode(errors="replace")


def _reason(status: int, body: bytes) -> NotSigned:
    size = _SIZE.fullmatch(body)
    if status == 409 and size:
        return SizeConflict(int(size[1]))
    return Contradicted("422") if status == 422 else NotSigned(str(status))
