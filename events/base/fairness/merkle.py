"""Merkle trees of RFC 9162, section 2.1: roots, inclusion and consistency proofs, and a frontier for growing logs.

Leaves are the 32-byte event hashes in the order of `seq`.
"""

import hashlib
from collections.abc import Iterable, Sequence
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


def inclusion_holds(leaf: bytes, place: int, size: int, proof: Iterable[bytes], root: bytes) -> bool:
    """Whether the proof shows that the tree with this root has the leaf at this position (RFC 9162, 2.1.3.2)."""
    if not 0 <= place < size:
        return False
    at, last, node = place, size - 1, _leaf(leaf)
    for sibling in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            node = _node(sibling, node)
            # A node without a right neighbour is carried up unchanged until it has a left one.
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            node = _node(node, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and node == root


def consistency_proof(leaves: Sequence[bytes], first: int) -> tuple[bytes, ...]:
    """The hashes that show that the tree of the first leaves is a beginning of the tree of all (RFC 9162, 2.1.4.1).

    Raises IndexError unless 0 < first <= len(leaves).
    """
    if not 0 < first <= len(leaves):
        raise IndexError(f"expected 1 to {len(leaves)} leaves, got {first}")
    return _subproof(leaves, first, whole=True)


def _subproof(leaves: Sequence[bytes], first: int, whole: bool) -> tuple[bytes, ...]:
    """`whole`: the subtree is the older tree itself, whose root the verifier knows."""
    if first == len(leaves):
        return () if whole else (tree_root(leaves),)
    cut = _split(len(leaves))
    if first <= cut:
        return (*_subproof(leaves[:cut], first, whole), tree_root(leaves[cut:]))
    return (*_subproof(leaves[cut:], first - cut, whole=False), tree_root(leaves[:cut]))


def consistency_holds(first: int, second: int, first_root: bytes, second_root: bytes, proof: Iterable[bytes]) -> bool:
    """Whether the tree of `first` leaves is shown to be a beginning of that of `second` (RFC 9162, 2.1.4.2)."""
    hashes = list(proof)
    if first == second:
        return not hashes and first_root == second_root
    if not 0 < first < second:
        return False
    if first & (first - 1) == 0:
        hashes.insert(0, first_root)
    if not hashes:
        return False
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    older = newer = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            older, newer = _node(sibling, older), _node(sibling, newer)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            newer = _node(newer, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and older == first_root and newer == second_root


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
