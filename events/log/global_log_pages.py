"""The public global log of the operator: its leaves, its signed head, and the leaves of a match."""

from __future__ import annotations

from typing import Any

import msgspec

from events.base.fairness import Frontier
from events.log import log
from events.log.models import ActionEvent, Archive, GlobalLeaf, Match
from events.log.serializers import GlobalEntryOut, GlobalHeadOut, GlobalLeafOut


def head_of(leaf: GlobalLeaf) -> GlobalHeadOut:
    """Returns the signed head of the log that ends with a leaf."""
    return {
        "size": leaf.position + 1,
        "root": bytes(leaf.root).hex(),
        "at_ms": leaf.at_ms,
        "key_id": leaf.key_id,
        "signature": bytes(leaf.signature).hex(),
    }


def global_head() -> GlobalHeadOut | None:
    """Returns the newest signed head; None before the first leaf."""
    last = GlobalLeaf.objects.order_by("-position").first()
    return None if last is None else head_of(last)


def leaves_after(position: int, limit: int) -> list[GlobalLeafOut]:
    """Returns the leaves after a position, in order."""
    leaves = GlobalLeaf.objects.filter(position__gt=position).order_by("position")[:limit]
    return [{"position": leaf.position, "leaf": msgspec.json.decode(bytes(leaf.leaf))} for leaf in leaves]


def entries_of(match: Match) -> list[GlobalEntryOut]:
    """Returns a match's leaves, each with a signed head and the proof that the log under this head contains the leaf.

    Includes only leaves of events up to the head of `match`.
    """
    hashes: Any = ActionEvent.objects.filter(match=match, seq__lte=match.head_seq).values("hash")
    if Archive.objects.filter(match=match).exists():
        hashes = [event.hash for event in log.read(match.pk, upto=match.head_seq)]
    leaves = GlobalLeaf.objects.filter(match=match, row_hash__in=hashes).order_by("position")
    return [
        {
            "leaf": msgspec.json.decode(bytes(leaf.leaf)),
            "position": leaf.position,
            "proof": _proof_of_last(leaf),
            "head": head_of(leaf),
        }
        for leaf in leaves
    ]


def _proof_of_last(leaf: GlobalLeaf) -> list[str]:
    """Returns the inclusion proof of a log's last leaf: the peaks of the tree before it, the nearest first."""
    before = GlobalLeaf.objects.filter(position=leaf.position - 1).values_list("frontier", flat=True).first()
    peaks = () if before is None else Frontier.from_bytes(bytes(before)).peaks
    return [peak.hex() for peak in reversed(peaks)]
