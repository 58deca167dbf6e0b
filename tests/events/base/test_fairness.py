"""Commitments, chain and signed heads of tt1 against its published vectors."""

import hashlib

import pytest

from events.base.canonical_json import canonical_json
from events.base.fairness import (
    HeadSigner,
    cell_commit,
    cell_salt,
    client_commit,
    event_hash,
    genesis,
    head_text,
    inclusion_proof,
    key_id,
    match_seed,
    server_commit,
    tag,
    tree_root,
)
from events.verifier.verify import signature_holds
from games.kernel.rng import Draw, shuffled

ZEROS_16, ZEROS_32 = bytes(16), bytes(32)
COUNT_16, COUNT_32 = bytes(range(16)), bytes(range(32))

V2_SERVER_COMMIT = "d57d43019f2a59475d439b7f1ff21eb1f815aeb3ca1dcdccd1dcc7661919146b"
V2_CLIENT_SEEDS = (b"\x11" * 32, b"\x22" * 32, b"\x33" * 32)
V2_DECK_ORDER = """
    30 34 3 50 13 41 39 36 35 24 45 42 19 43 1 47 33 23 6 12 32 37 16 25 21 26 20 29 14 2 31 8
    28 18 44 9 5 4 10 11 51 40 7 22 0 48 49 17 46 15 38 27"""
V2_DISCARD_ORDER = """
    50 31 24 30 38 36 23 22 46 26 15 14 39 18 33 1 21 48 40 7 19 17 16 44 2 12 43 41 47 49 3 20
    6 51 29 37 13 10 8 28 27 45 25 11 4 0 32 35 34 5 9 42"""

V4_CREATED = {
    "seq": 1,
    "type": "match.created",
    "at_ms": 1700000000000,
    "actor": None,
    "rules": "demo@1",
    "server_commit": V2_SERVER_COMMIT,
}
V4_SALT = "50976132b1d3733231c80fb75ca468b33ba57a496ea0106f5504e95a03653e5a"
V4_CELL = "fe6de27ed0c884be789869194760b6307b0cd99d971e0b6752626c39df649e74"
V4_DEALT = {
    "seq": 2,
    "type": "cards.dealt",
    "at_ms": 1700000000123,
    "actor": None,
    "seat": 0,
    "n": 2,
    "cells": [{"path": "p0.hand", "to": [0], "c": V4_CELL}],
}
V4_PLAYED = {
    "seq": 3,
    "type": "card.played",
    "at_ms": 1700000001456,
    "actor": 0,
    "card": "c07",
    "note": 'héllo ♠ "q" \\ \n',
}
V4_HASHES = (
    "2856abed6df8c8db94de00a725bf168b73a6bee615f01fdcb89f69377491e4c7",
    "7dac3ceab9ac535d6f64df2876be254a304b9688924bea9b37aa06801549a7ba",
    "e2379050924ec2fa547edd5d5aae16984a08742a41e55ae894613994927a9721",
)
V4_ROOT = "973b9446ccbbe3951404b26a9fd3e12f94c87977546f1974e1872f6fab212495"
V4_PUBLIC_KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
V4_SIGNATURE = (
    "18cdfb69d701a6d7e8e9e669c4ec7267bd0a35d19d19b11d4cf7a5b976af2607"
    "41d9f4524a7af1eec30fd36cf6ad1a16b02d2035702ed89f3550f618f968fc08"
)


def v1_seed():
    return match_seed(ZEROS_32, ZEROS_16, [ZEROS_32, ZEROS_32])


def v2_seed():
    return match_seed(COUNT_32, COUNT_16, V2_CLIENT_SEEDS)


def v4_chain():
    hashes, last = [], genesis(COUNT_16)
    for core in (V4_CREATED, V4_DEALT, V4_PLAYED):
        last = event_hash(last, canonical_json(core))
        hashes.append(last)
    return hashes


def v4_head():
    return COUNT_16, 3, v4_chain()[-1], bytes.fromhex(V4_ROOT)


def order_of(text):
    return tuple(int(card) for card in text.split())


def test_a_tag_ends_with_a_zero_byte():
    assert tag("tt1/draw") == b"tt1/draw\x00"


def test_v1_commitment_of_the_server():
    expected = "138c531785a7e7b66f2f0bd2d50102dbb2ddda4e3f32de72fca7ac6e75363bc6"

    assert server_commit(ZEROS_16, ZEROS_32).hex() == expected


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, "27716f91c78454b16296b550db6739a2f96c71ecab1a238119e0380e3dbe47f2"),
        (1, "1395e33aa1e20f17521ce73eda12e86db909ef475347b8e1946ca02f90fadf64"),
    ],
)
def test_v1_commitments_of_the_seats(seat, expected):
    assert client_commit(ZEROS_16, seat, ZEROS_32).hex() == expected


def test_v1_match_seed():
    assert v1_seed().hex() == "8183928bda869bd5ea7ce797b9cebf68593ee5599525f8eea52faf86e7d1578a"


def test_v1_shuffle():
    assert shuffled(range(10), Draw(v1_seed(), 0, "shuffle")) == (4, 2, 3, 7, 8, 6, 1, 9, 5, 0)


def test_v1_dice():
    draw = Draw(v1_seed(), 1, "d6")

    assert [draw.below(6) for _ in range(12)] == [4, 3, 5, 2, 5, 3, 0, 1, 1, 4, 2, 0]


def test_v2_commitment_of_the_server():
    assert server_commit(COUNT_16, COUNT_32).hex() == V2_SERVER_COMMIT


def test_v2_commitment_of_a_seat():
    expected = "92ea7b3002280040e418e795d0d6fcb96e7d31245d8ee5af4b930cc8d6697b34"

    assert client_commit(COUNT_16, 0, V2_CLIENT_SEEDS[0]).hex() == expected


def test_v2_match_seed():
    assert v2_seed().hex() == "c484f2fe3177273f25198882e6c32890bcc18e2d764f9e6562234eac52abccbd"


def test_v2_shuffle_of_the_deck():
    assert shuffled(range(52), Draw(v2_seed(), 0, "shuffle:deck")) == order_of(V2_DECK_ORDER)


def test_v2_shuffle_of_the_discard_pile():
    assert shuffled(range(52), Draw(v2_seed(), 1, "shuffle:discard")) == order_of(V2_DISCARD_ORDER)


def test_the_match_seed_depends_on_the_order_of_the_seeds_of_the_seats():
    assert match_seed(COUNT_32, COUNT_16, V2_CLIENT_SEEDS[::-1]) != v2_seed()


def test_the_match_seed_depends_on_the_beacon():
    assert match_seed(COUNT_32, COUNT_16, V2_CLIENT_SEEDS, beacon=b"\x01" * 32) != v2_seed()


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(length):
    with pytest.raises(ValueError, match="expected 32 bytes"):
        server_commit(ZEROS_16, bytes(length))


def test_a_match_id_of_another_length_is_refused():
    with pytest.raises(ValueError, match="16 bytes"):
        genesis(bytes(17))


def test_v4_genesis():
    assert genesis(COUNT_16).hex() == "3d5b5019122763b6fa4e51174fa5f977c400dfa355186e9ff1313b9e56c28308"


def test_v4_cell():
    salt = cell_salt(hashlib.sha256(b"tt1 salt key").digest(), 2, "p0.hand")

    assert salt.hex() == V4_SALT
    assert cell_commit(COUNT_16, 2, "p0.hand", salt, canonical_json(["c07", "c31"])).hex() == V4_CELL


def test_v4_chain():
    assert tuple(link.hex() for link in v4_chain()) == V4_HASHES


def test_v4_root():
    assert tree_root(v4_chain()).hex() == V4_ROOT


def test_v4_inclusion_proof_of_the_second_event():
    assert [step.hex() for step in inclusion_proof(v4_chain(), 1)] == [
        "50e1f5b3eb96aec6b515aea1a8f27fc2e02922c2641e7fca5568a9f21b508c8f",
        "09af62df31c409c15255d08e20a1cc7d450175b4969450bf22be6a972723e434",
    ]


def test_v4_signed_head():
    signer = HeadSigner(COUNT_32)

    assert signer.public_key.hex() == V4_PUBLIC_KEY
    assert signer.sign(*v4_head()).hex() == V4_SIGNATURE


def test_the_text_of_a_head_is_five_lines():
    assert head_text(ZEROS_16, 7, ZEROS_32, ZEROS_32) == (
        b"tt1/head\n" + b"0" * 32 + b"\n7\n" + b"0" * 64 + b"\n" + b"0" * 64 + b"\n"
    )


def test_the_signature_of_a_head_is_valid():
    assert signature_holds(bytes.fromhex(V4_PUBLIC_KEY), head_text(*v4_head()), bytes.fromhex(V4_SIGNATURE))


@pytest.mark.parametrize("part", range(4))
def test_a_signature_is_invalid_for_a_head_with_one_changed_part(part):
    head = list(v4_head())
    head[part] = 4 if part == 1 else bytes(len(head[part]))

    assert not signature_holds(bytes.fromhex(V4_PUBLIC_KEY), head_text(*head), bytes.fromhex(V4_SIGNATURE))


@pytest.mark.parametrize("signature", ["", "00" * 64, V4_SIGNATURE[:-2], V4_SIGNATURE + "00"])
def test_another_signature_is_invalid(signature):
    assert not signature_holds(bytes.fromhex(V4_PUBLIC_KEY), head_text(*v4_head()), bytes.fromhex(signature))


def test_a_signature_is_invalid_under_another_key():
    assert not signature_holds(HeadSigner(ZEROS_32).public_key, head_text(*v4_head()), bytes.fromhex(V4_SIGNATURE))


def test_a_key_is_named_by_the_beginning_of_its_hash():
    public_key = bytes.fromhex(V4_PUBLIC_KEY)

    assert key_id(public_key) == hashlib.sha256(public_key).hexdigest()[:16] == HeadSigner(COUNT_32).key_id


def test_a_signer_does_not_show_its_key():
    assert COUNT_32.hex() not in repr(HeadSigner(COUNT_32))
    assert repr(COUNT_32) not in repr(HeadSigner(COUNT_32))
