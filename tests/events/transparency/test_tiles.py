"""/log/ serves the tree of the global log in the layout of C2SP tlog-tiles."""

from __future__ import annotations

import base64
import hashlib
import random

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.base.fairness import Frontier, consistency_ranges, global_leaf
from events.log.global_log_pages import global_head
from events.log.models import GlobalLeaf
from events.transparency import tree
from events.transparency.notes import checkpoint_text, is_signed, key_of, signatures_in
from tests.events.transparency.logs import get, grow, leaf_hashes, naive_root

pytestmark = pytest.mark.django_db
NESTED = 600  # leaves: two full tiles, a partial tile, and a second level


def signed_by(note: bytes) -> tuple[str, bool]:
    """Returns the text of a checkpoint, and whether the published key signed it."""
    text, _, lines = note.decode().partition("\n\n")
    [key], [signature] = map(key_of, get("vkey").decode().splitlines()), signatures_in(lines)
    return f"{text}\n", is_signed(key, f"{text}\n", signature)


def test_an_empty_log_has_a_checkpoint_and_no_tile():
    assert signed_by(get("checkpoint")) == (
        checkpoint_text(settings.COMPTOIR_LOG_ORIGIN, 0, hashlib.sha256(b"").digest()),
        True,
    )
    assert get("tile/0/000.p/1") is get("tile/entries/000.p/1") is get("tile/0/000") is None


def test_the_checkpoint_states_the_size_and_root_of_the_signed_head():
    grow(7)
    head = global_head()

    assert signed_by(get("checkpoint")) == (
        checkpoint_text(settings.COMPTOIR_LOG_ORIGIN, 7, bytes.fromhex(head["root"])),
        True,
    )


def test_tiles_and_entries_contain_the_tree_and_its_leaves():
    grow(NESTED)
    hashes = leaf_hashes()

    zeroth = [get("tile/0/000"), get("tile/0/001"), get("tile/0/002.p/88")]
    assert b"".join(zeroth) == b"".join(hashes)
    assert get("tile/1/000.p/2") == naive_root(hashes[:256]) + naive_root(hashes[256:512])
    bundles = get("tile/entries/000") + get("tile/entries/001") + get("tile/entries/002.p/88")
    texts = [bundles[at + 2 : at + 34] for at in range(0, len(bundles), 34)]
    assert [hashlib.sha256(b"\0" + text).digest() for text in texts] == hashes
    assert {bundles[at : at + 2] for at in range(0, len(bundles), 34)} == {b"\x00\x20"}
    first = bytes(GlobalLeaf.objects.get(position=0).leaf)
    assert texts[0] == global_leaf(first)


def test_tiles_may_be_cached_forever_but_the_checkpoint_may_not():
    grow(5)
    early = Client().get("/log/tile/0/000.p/5")
    grow(9)

    assert early.content == Client().get("/log/tile/0/000.p/5").content == get("tile/0/000.p/9")[:160]
    assert early["Cache-Control"] == "public, max-age=31536000, immutable"
    assert early["Content-Type"] == "application/octet-stream"
    assert early["Access-Control-Allow-Origin"] == "*"
    assert Client().get("/log/checkpoint")["Cache-Control"] == "no-cache"
    assert Client().get("/log/checkpoint")["Content-Type"] == "text/plain; charset=utf-8"
    assert Client().post("/log/checkpoint").status_code == 405


def test_other_addresses_of_tiles_are_not_found():
    grow(5)
    for address in (
        "0/000",
        "0/000.p/6",
        "0/000.p/0",
        "0/000.p/256",
        "0/000.p/05",
        "0/0",
        "0/x000/000.p/5",
        "00/000.p/5",
        "0/001.p/1",
        "1/000.p/1",
        "64/000.p/1",
        "0/000.p/5/",
        "0/000.p/٥",
        "entries/000.p/6",
        "0/x999/x999/x999/x999/x999/999.p/1",
        "63/x999/x999/x999/x999/x999/999",
        "entries/x999/x999/x999/x999/x999/999",
        "0/x999/x999/x999/x999/x999/x999/999",
        "entries",
        "0",
        "",
    ):
        assert Client().get(f"/log/tile/{address}").status_code == 404, address
    assert get("tile/0/000.p/5") is not None


def test_a_consistency_proof_takes_two_statements_and_has_few_hashes():
    grow(NESTED)
    with CaptureQueriesContext(connection) as queries:
        proof = tree.consistency_proof(300, NESTED)

    assert len(queries) == 2
    assert len(proof) == len(consistency_ranges(300, NESTED)) <= 10


def test_proofs_are_those_of_the_definition():
    grow(41)
    hashes, seeded = leaf_hashes(), random.Random(1)
    for new in range(1, 41):
        old = seeded.randint(1, new)
        expected = [naive_root(hashes[start:end]) for start, end in consistency_ranges(old, new)]
        assert tree.consistency_proof(old, new) == expected
    for place in range(41):
        up = tree.inclusion_proof_at(place, 41)
        assert _root(hashes[place], place, 41, up) == naive_root(hashes)
    assert tree.consistency_proof(0, 41) == []


def _root(hash: bytes, place: int, size: int, proof: list[bytes]) -> bytes:
    """Computes a root by RFC 9162, 2.1.3.2, independently of the server."""
    last = size - 1
    for node in proof:
        if place & 1 or place == last:
            hash = hashlib.sha256(b"\1" + node + hash).digest()
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            hash = hashlib.sha256(b"\1" + hash + node).digest()
        place, last = place >> 1, last >> 1
    return hash


def test_a_key_that_is_being_replaced_still_signs(settings):
    first, second = settings.COMPTOIR_SIGNING_SEED.split("@")[0], "11" * 32
    settings.COMPTOIR_SIGNING_SEED = f"{second},{first},{'22' * 32}@..2020-01-01T00:00:00Z"
    note = get("checkpoint").decode()
    text, _, lines = note.partition("\n\n")

    keys = [key_of(line) for line in get("vkey").decode().splitlines()]
    assert len(keys) == 2
    assert all(map(is_signed, keys, [f"{text}\n"] * 2, signatures_in(lines)))


def test_a_changed_hash_in_a_tile_does_not_match_the_root():
    grow(6)
    root = base64.b64decode(get("checkpoint").split(b"\n")[2])
    hashes = [get("tile/0/000.p/6")[at : at + 32] for at in range(0, 192, 32)]

    assert naive_root(hashes) == root
    assert naive_root([*hashes[:3], hashes[2], *hashes[4:]]) != root
    assert Frontier().root() != root
