"""The witness of `clients/python`, loaded as the single file that people copy, and logs in memory to query it with."""

from __future__ import annotations

import hashlib
import importlib.util
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.base.fairness import consistency_ranges, tree_root
from tests.stack import ROOT

PATH = ROOT / "clients/python/comptoir_client/witness.py"


def _loaded():
    spec = importlib.util.spec_from_file_location("copied_witness", PATH)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


witness = _loaded()


class Log:
    """A log in memory. fork_at: the first leaf at which its history differs from that of the unforked log."""

    def __init__(self, fork_at: int | None = None, seed: bytes = bytes(32), origin: str = "example.org/log") -> None:
        self._secret, self._fork_at = Ed25519PrivateKey.from_private_bytes(seed), fork_at
        self.key = witness.Key(origin, witness.ED25519, self._secret.public_key().public_bytes_raw())

    def leaves(self, size: int) -> list[bytes]:
        """Returns the entries."""
        forked = size if self._fork_at is None else self._fork_at
        return [hashlib.sha256(b"%d %d" % (place, place >= forked)).digest() for place in range(size)]

    def root(self, size: int) -> bytes:
        """Returns the root of the first `size` leaves."""
        return tree_root(self.leaves(size))

    def note(self, size: int, root: bytes | None = None) -> str:
        """Returns a signed checkpoint."""
        text = f"{self.key.name}\n{size}\n{witness.encoded(root or self.root(size))}\n"
        return f"{text}\n{witness.line_of(self.key.name, self.key.id, self._secret.sign(text.encode()))}"

    def proof(self, old: int, new: int) -> list[bytes]:
        """Returns a consistency proof."""
        ranges = consistency_ranges(old, new) if old else []
        return [tree_root(self.leaves(new)[start:end]) for start, end in ranges]

    def body(self, old: int, new: int, proof: list[bytes] | None = None) -> str:
        """Returns a request to a witness."""
        hashes = self.proof(old, new) if proof is None else proof
        return "\n".join([f"old {old}", *map(witness.encoded, hashes), "", self.note(new)])
