"""Receipts: signed heads of a match's log. They show later whether the log was cut or rewritten."""

from __future__ import annotations

from events.base.fairness import Frontier
from events.base.signing import signer
from events.log import log
from events.log.models import Match
from events.log.serializers import ReceiptOut


def receipt(match: Match) -> ReceiptOut:
    """Returns the operator's signature over the head of `match`."""
    size, root = match.head_seq + 1, _frontier(match).root()
    signature = signer().sign(match.id.bytes, size, bytes(match.head_hash), root)
    return {
        "match": str(match.id),
        "size": size,
        "hash": bytes(match.head_hash).hex(),
        "root": root.hex(),
        "key_id": signer().key_id,
        "signature": signature.hex(),
    }


def _frontier(match: Match) -> Frontier:
    """Returns the Merkle tree of the log up to the head of a match.

    For a late match, it is computed from the events.
    """
    if match.frontier:
        return Frontier.from_bytes(bytes(match.frontier))
    frontier = Frontier()
    for event in log.read_in_pages(match.pk, match.head_seq):
        frontier = frontier.grown(event.hash)
    return frontier
