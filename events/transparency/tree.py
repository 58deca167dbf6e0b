"""The hashes of the inner nodes of the global log's tree. Only the leaves are stored; a hash is computed from two rows.

A leaf's row holds the right edge (frontier) of the tree that ends with the leaf. The root of a full subtree that ends
with leaf e is computed from leaf e and the frontier of leaf e - 1. So a hash of any height costs two rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from events.base.fairness import (
    Frontier,
    consistency_ranges,
    full_subtrees,
    global_leaf,
    inclusion_ranges,
    joined,
)
from events.log.models import GlobalLeaf

WIDTH, LEVELS = 256, 63


def log_size() -> int:
    """Returns the number of leaves."""
    last = GlobalLeaf.objects.order_by("-position").values_list("position", flat=True).first()
    return 0 if last is None else last + 1


def root_at(size: int) -> bytes:
    """Returns the root of the log of `size` leaves. Raises GlobalLeaf.DoesNotExist if the log has fewer leaves."""
    return bytes(GlobalLeaf.objects.values_list("root", flat=True).get(position=size - 1)) if size else joined(())


def subtree_roots(subtrees: Iterable[tuple[int, int]]) -> list[bytes]:
    """Returns the roots of full subtrees of the log, (height, index at that height), from two rows for each."""
    asked = [(height, (index + 1 << height) - 1) for height, index in subtrees]
    last = {end for _, end in asked}
    before = {end - 1 for height, end in asked if height}
    leaves = dict(GlobalLeaf.objects.filter(position__in=last).values_list("position", "leaf"))
    edges = dict(GlobalLeaf.objects.filter(position__in=before).values_list("position", "frontier"))
    return [
        (Frontier.from_bytes(bytes(edges[end - 1])) if height else Frontier()).subtree(
            global_leaf(bytes(leaves[end])), height
        )
        for height, end in asked
    ]


def _range_roots(ranges: Sequence[tuple[int, int]]) -> list[bytes]:
    parts = [full_subtrees(*each) for each in ranges]
    roots = iter(subtree_roots(subtree for part in parts for subtree in part))
    return [joined([next(roots) for _ in part]) for part in parts]


def consistency_proof(old: int, new: int) -> list[bytes]:
    """Returns the hashes that prove that the log of `new` leaves extends the log of `old` leaves; none if `old`
    is 0.
    """
    return _range_roots(consistency_ranges(old, new)) if old else []


def inclusion_proof_at(position: int, size: int) -> list[bytes]:
    """Returns the hashes that lead from a leaf to the root of the log of `size` leaves."""
    return _range_roots(inclusion_ranges(position, size))


def tile(level: int, index: int, width: int) -> bytes | None:
    """Returns a tile (C2SP tlog-tiles): `width` hashes of 32 bytes. Returns None if the log is too short."""
    first, height = index * WIDTH, 8 * level
    if first + width << height > log_size():
        return None
    return b"".join(subtree_roots((height, place) for place in range(first, first + width)))


def entries(index: int, width: int) -> bytes | None:
    """Returns a bundle of entries; each is the length and the digest (32 bytes) of a leaf's text.

    Returns None if the log is too short.
    """
    first = index * WIDTH
    if first + width > log_size():
        return None
    leaves = GlobalLeaf.objects.filter(position__gte=first, position__lt=first + width).order_by("position")
    return b"".join(b"\x00\x20" + global_leaf(bytes(text)) for text in leaves.values_list("leaf", flat=True))
