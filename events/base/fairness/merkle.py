"""Merkle trees of RFC 9162, section 2.1: roots, inclusion proofs, and a frontier for growing logs.

Leaves are the 32-byte event hashes in the order of `seq`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

_EMPTY_ROOT = hashlib.sha256(b"").digest()


def _leaf(leaf: bytes) -> bytes:
    return hashlib.sha256(b"\0" + leaf).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _split(size: int) -> int:
    """The largest power of two smaller than size: where RFC 9162 cuts a tree of more than one leaf."""
    return 1 << (size - 1).bit_length() - 1


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The Merkle tree hash of the leaves (RFC 9162, 2.1.1)."""
    frontier = Frontier()
    for leaf in leaves:
        frontier = frontier.grown(leaf)
    return frontier.root()


def inclusion_proof(leaves: Sequence[bytes], place: int) -> tuple[bytes, ...]:
    """The hashes that lead from one leaf up to the root (RFC 9162, 2.1.3.1), the leaf's neighbour first.

    Raises IndexError if there is no such leaf.
    """
    size = len(leaves)
    if not 0 <= place < size:
        raise IndexError(f"expected a leaf below {size}, got {place}")
    if size == 1:
        return ()
    cut = _split(size)
    if place < cut:
        return (*inclusion_proof(leaves[:cut], place), tree_root(leaves[cut:]))
    return (*inclusion_proof(leaves[cut:], place - cut), tree_root(leaves[:cut]))


@dataclass(frozen=True, slots=True)
class Frontier:
    """The right edge of a growing tree: the roots of its full subtrees, the largest first.

    It is all that an append needs: O(log n) bytes and hashes, whatever the length of the log.
    """

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    def grown(self, leaf: bytes) -> "Frontier":
        """Returns the frontier with one more leaf."""
        peaks, peak, trees = self.peaks, _leaf(leaf), self.size
        while trees & 1:
            peaks, peak, trees = peaks[:-1], _node(peaks[-1], peak), trees >> 1
        return Frontier(self.size + 1, (*peaks, peak))

    def root(self) -> bytes:
        """The Merkle tree hash of all leaves so far."""
        if not self.peaks:
            return _EMPTY_ROOT
        *rest, root = self.peaks
        for peak in reversed(rest):
            root = _node(peak, root)
        return root

    def to_bytes(self) -> bytes:
        """The size as u64 and the peaks, 32 bytes each."""
        return self.size.to_bytes(8, "big") + b"".join(self.peaks)

    @classmethod
    def from_bytes(cls, stored: bytes) -> "Frontier":
        """Reads what to_bytes() wrote. Raises ValueError if the number of peaks does not fit the size."""
        size, peaks = int.from_bytes(stored[:8], "big"), stored[8:]
        if len(stored) < 8 or len(peaks) != 32 * size.bit_count():
            raise ValueError(f"expected the frontier of {size} leaves, got {len(peaks)} bytes of peaks")
        return cls(size, tuple(peaks[start : start + 32] for start in range(0, len(peaks), 32)))
