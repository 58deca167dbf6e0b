"""Signed notes (C2SP signed-note), checkpoints (tlog-checkpoint) and cosignatures (tlog-cosignature): pure functions.

A note consists of a text, an empty line, and signatures, one per line. A checkpoint is a note whose text has three
lines: the origin, which names the log, the number of leaves, and the root in Base 64.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ED25519, COSIGNATURE = 1, 4  # kinds of keys
LATEST = 2**63 - 1

_NAME = re.compile(r"[^\s+]+")
_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")


class VerifierKey(NamedTuple):
    """The public key of a log or a witness. kind: ED25519 or COSIGNATURE; public: 32 bytes."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that name the key in a signature."""
        text = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(text).digest()[:4]

    @property
    def vkey(self) -> str:
        """The key as a text."""
        return f"{self.name}+{self.id.hex()}+{encoded(bytes([self.kind]) + self.public)}"


class Signature(NamedTuple):
    """A signature line. name, id: the name and id of the key; signature: the bytes after the id."""

    name: str
    id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """The signature line of a note, with its line end."""
        return f"— {self.name} {encoded(self.id + self.signature)}\n"


def is_name(text: str) -> bool:
    """Returns whether a text can name a key or a log.

    Names that begin with `tt1/` are refused, because the server's other signed texts begin with it.
    """
    return _NAME.fullmatch(text) is not None and text.isprintable() and not text.startswith("tt1/")


def encoded(data: bytes) -> str:
    """Returns Base 64 with padding."""
    return base64.b64encode(data).decode("ascii")


def decoded(text: str) -> bytes:
    """Returns the bytes of a Base 64 text. Raises ValueError unless the text is in the canonical spelling."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        data = b""
    if not data or encoded(data) != text:
        raise ValueError("expected Base 64 in its usual spelling")
    return data


def key_of(vkey: str) -> VerifierKey:
    """Returns the key that a text names. Raises ValueError."""
    name, _, rest = vkey.partition("+")
    id, _, data = rest.partition("+")
    material = decoded(data)
    if not is_name(name) or len(material) != 33 or material[0] not in (ED25519, COSIGNATURE):
        raise ValueError(f"expected the verifier key of an Ed25519 key, got {vkey!r}")
    key = VerifierKey(name, material[0], material[1:])
    if key.id.hex() != id:
        raise ValueError(f"expected {key.id.hex()} as the id of the key, got {id!r}")
    return key


def checkpoint_text(origin: str, size: int, root: bytes) -> str:
    """Returns the text of a checkpoint, which is signed."""
    return f"{origin}\n{size}\n{encoded(root)}\n"


def signatures_in(lines: str) -> Iterator[Signature]:
    """Yields the signatures of a note. Raises ValueError at the first line that is not a signature."""
    if not lines.endswith("\n"):
        raise ValueError("expected an end of each line")
    for line in lines[:-1].split("\n"):
        match = _LINE.fullmatch(line)
        data = decoded(match[2]) if match else b""
        if not match or len(data) < 5:
            raise ValueError(f"expected a signature, got {line[:80]!r}")
        yield Signature(match[1], data[:4], data[4:])


def cosigned_ms(key: VerifierKey, text: str, signature: Signature) -> int | None:
    """Returns the time, in ms, of a witness's cosignature of a checkpoint; None if the witness's key did not
    sign it.
    """
    if (signature.name, signature.id) != (key.name, key.id) or len(signature.signature) != 72:
        return None
    seconds = int.from_bytes(signature.signature[:8], "big")
    if not 0 < seconds <= LATEST or not _holds(key, cosigned_text(text, seconds), signature.signature[8:]):
        return None
    return seconds * 1000


def cosigned_text(text: str, seconds: int) -> str:
    """Returns the text that a witness signs for a checkpoint."""
    return f"cosignature/v1\ntime {seconds}\n{text}"


def is_signed(key: VerifierKey, text: str, signature: Signature) -> bool:
    """Returns whether a key of a log signed a text."""
    named = (signature.name, signature.id) == (key.name, key.id)
    return named and _holds(key, text, signature.signature)


def _holds(key: VerifierKey, text: str, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
