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
    """Returns the largest power of two smaller than size, at which RFC 9162 splits a tree of two or more leaves."""
    return 1 << (size - 1).bit_length() - 1


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """Returns the Merkle tree hash of the leaves (RFC 9162, 2.1.1)."""
    frontier = Frontier()
    for leaf in leaves:
        frontier = frontier.grown(leaf)
    return frontier.root()


def inclusion_proof(leaves: Sequence[bytes], place: int) -> tuple[bytes, ...]:
    """Returns the hashes that lead from one leaf up to the root (RFC 9162, 2.1.3.1), the leaf's neighbour first.

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


def consistency_ranges(old: int, new: int) -> list[tuple[int, int]]:
    """Returns the ranges of leaves whose roots prove that one tree extends another (RFC 9162, 2.1.4.1).

    A range is (first leaf, last leaf + 1). Raises ValueError unless 0 < old <= new.
    """
    if not 0 < old <= new:
        raise ValueError(f"expected sizes from 1 on in order, got {old} and {new}")
    return _consistency(old, 0, new, is_whole=True)


def _consistency(old: int, start: int, end: int, *, is_whole: bool) -> list[tuple[int, int]]:
    """Returns the consistency ranges among the leaves start to end - 1.

    is_whole: whether the old tree can be one of the ranges; its root is then known and is left out.
    """
    size = end - start
    if old == size:
        return [] if is_whole else [(start, end)]
    cut = start + _split(size)
    if start + old <= cut:
        return [*_consistency(old, start, cut, is_whole=is_whole), (cut, end)]
    return [*_consistency(old - (cut - start), cut, end, is_whole=False), (start, cut)]


def inclusion_ranges(place: int, size: int) -> list[tuple[int, int]]:
    """Returns the ranges of leaves whose roots prove that a tree has a leaf at a place.

    The leaf's neighbour comes first.
    """
    start, end, ranges = 0, size, []
    while end - start > 1:
        cut = start + _split(end - start)
        if place < cut:
            ranges.append((cut, end))
            end = cut
        else:
            ranges.append((start, cut))
            start = cut
    return ranges[::-1]


def full_subtrees(start: int, end: int) -> list[tuple[int, int]]:
    """Returns the full subtrees, (height, index at that height), into which RFC 9162 splits a range of leaves."""
    subtrees = []
    while start < end:
        height = (end - start).bit_length() - 1
        subtrees.append((height, start >> height))
        start += 1 << height
    return subtrees


def joined(roots: Sequence[bytes]) -> bytes:
    """Returns the root of a range of leaves, from the roots of its full subtrees, the largest first."""
    if not roots:
        return _EMPTY_ROOT
    *rest, root = roots
    for peak in reversed(rest):
        root = _node(peak, root)
    return root


@dataclass(frozen=True, slots=True)
class Frontier:
    """The right edge of a growing tree: the roots of its full subtrees, the largest first.

    An append needs only the frontier: O(log n) bytes and hashes.
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
        """Returns the Merkle tree hash of all leaves so far."""
        return joined(self.peaks)

    def subtree(self, leaf: bytes, height: int) -> bytes:
        """Returns the root of the full subtree of 2^height leaves that one more leaf completes."""
        return joined((*self.peaks[len(self.peaks) - height :], _leaf(leaf)))

    def to_bytes(self) -> bytes:
        """Returns the size as u64 and the peaks, 32 bytes each."""
        return self.size.to_bytes(8, "big") + b"".join(self.peaks)

    @classmethod
    def from_bytes(cls, stored: bytes) -> "Frontier":
        """Reads what to_bytes() wrote. Raises ValueError if the number of peaks does not fit the size."""
        size, peaks = int.from_bytes(stored[:8], "big"), stored[8:]
        if len(stored) < 8 or len(peaks) != 32 * size.bit_count():
            raise ValueError(f"expected the frontier of {size} leaves, got {len(peaks)} bytes of peaks")
        return cls(size, tuple(peaks[start : start + 32] for start in range(0, len(peaks), 32)))
