"""Signed heads: the operator's Ed25519 signature over a match's size, last hash and Merkle root.

A head is a player's receipt. It reveals that a log was cut or rewritten, which the hash chain alone does not.
"""

import hashlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.base.fairness.commitments import tag


def head_text(match_id: bytes, size: int, last_hash: bytes, root: bytes) -> bytes:
    """Returns the bytes that are signed for a head."""
    return f"tt1/head\n{match_id.hex()}\n{size}\n{last_hash.hex()}\n{root.hex()}\n".encode("ascii")


def global_head_text(size: int, root: bytes, at_ms: int) -> bytes:
    """Returns the bytes that are signed for the operator's global log."""
    return f"tt1/global-head\n{size}\n{root.hex()}\n{at_ms}\n".encode("ascii")


def bundle_text(match_id: bytes, bundle: bytes) -> bytes:
    """Returns the bytes that are signed for an export."""
    digest = BundleDigest()
    digest.update(bundle)
    return digest.text(match_id)


class BundleDigest:
    """A digest of an export, computed from parts of its canonical text, so that the whole text need not be in
    memory.
    """

    __slots__ = ("_hash",)

    def __init__(self) -> None:
        self._hash = hashlib.sha256(tag("tt1/bundle"))

    def update(self, part: bytes) -> None:
        """Adds the next part."""
        self._hash.update(part)

    def text(self, match_id: bytes) -> bytes:
        """Returns the bytes that are signed for the export."""
        return f"tt1/bundle\n{match_id.hex()}\n{self._hash.hexdigest()}\n".encode("ascii")


def key_id(public_key: bytes) -> str:
    """Returns the short name of a public key: the first 16 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(public_key).hexdigest()[:16]


class HeadSigner:
    """A signing key of the operator. Each process loads it once, because loading a key costs more than signing."""

    __slots__ = ("_private_key", "key_id", "public_key")

    def __init__(self, secret: bytes) -> None:
        self._private_key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public_key = self._private_key.public_key().public_bytes_raw()
        self.key_id = key_id(self.public_key)

    def __repr__(self) -> str:
        return f"HeadSigner(key_id={self.key_id!r})"

    def sign(self, match_id: bytes, size: int, last_hash: bytes, root: bytes) -> bytes:
        """Returns the signature, 64 bytes."""
        return self._private_key.sign(head_text(match_id, size, last_hash, root))

    def sign_global(self, size: int, root: bytes, at_ms: int) -> bytes:
        """Returns the signature of a head of the global log, 64 bytes."""
        return self._private_key.sign(global_head_text(size, root, at_ms))

    def sign_bundle(self, match_id: bytes, bundle: bytes) -> bytes:
        """Returns the signature of an export, 64 bytes."""
        return self._private_key.sign(bundle_text(match_id, bundle))

    def sign_digest(self, match_id: bytes, digest: BundleDigest) -> bytes:
        """Returns the signature of an export with this digest, 64 bytes."""
        return self._private_key.sign(digest.text(match_id))

    def sign_note(self, text: bytes) -> bytes:
        """Returns the signature of a note's text, 64 bytes.

        The first line of a note is an origin, so a note differs from all other signed texts.
        """
        return self._private_key.sign(text)
