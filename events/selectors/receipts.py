"""Receipts: signed heads of a match's log, which show later whether the log was cut or rewritten."""

from __future__ import annotations

from events.fairness import Frontier
from events.models import Match
from events.selectors.responses.proofs import ReceiptOut
from events.signing import signer


def receipt(match: Match) -> ReceiptOut:
    """The operator's signature over a match's head, as `match` was read."""
    size, root = match.head_seq + 1, Frontier.from_bytes(bytes(match.frontier)).root()
    signature = signer().sign(match.id.bytes, size, bytes(match.head_hash), root)
    return {
        "match": str(match.id), "size": size, "hash": bytes(match.head_hash).hex(), "root": root.hex(),
        "key_id": signer().key_id, "signature": signature.hex(),
    }  # fmt: skip
