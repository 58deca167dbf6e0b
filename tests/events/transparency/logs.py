"""Global logs of a given length, and their tiles as an external reader sees them."""

from __future__ import annotations

import hashlib

from django.test import Client

from events.base.fairness import joined
from events.log.global_log import NewLeaf, global_log_add
from events.log.models import GlobalLeaf, Match
from tests.events.calls import open_match, somebody


def grow(size: int) -> None:
    """Lets the global log grow to `size` leaves, all of one match."""
    if not Match.objects.exists():
        open_match(somebody(), [somebody()], "monopoly_deal")
    match, known = Match.objects.latest("created_at"), GlobalLeaf.objects.count()
    texts = (hashlib.sha256(str(place).encode()).digest() for place in range(known, size))
    global_log_add(NewLeaf(1_700_000_000_000, match.pk, "head", text) for text in texts)


def leaf_hashes() -> list[bytes]:
    """Returns the hash of each leaf, computed from its text."""
    texts = GlobalLeaf.objects.order_by("position").values_list("leaf", flat=True)
    digests = (hashlib.sha256(b"tt1/global\0" + bytes(text)).digest() for text in texts)
    return [hashlib.sha256(b"\0" + digest).digest() for digest in digests]


def naive_root(hashes: list[bytes]) -> bytes:
    """Returns the root of a tree by its definition in RFC 9162, from the hashes of its leaves."""
    if not hashes:
        return joined(())
    if len(hashes) == 1:
        return hashes[0]
    cut = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + naive_root(hashes[:cut]) + naive_root(hashes[cut:])).digest()


def get(address: str) -> bytes | None:
    """Returns the contents of an address below /log/; None if there are none."""
    response = Client().get(f"/log/{address}")
    return response.content if response.status_code == 200 else None
