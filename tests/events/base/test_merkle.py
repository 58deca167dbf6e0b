"""Merkle trees against the definitions of RFC 9162 and the known roots of certificate transparency."""

import hashlib

import pytest

from events.base.fairness import Frontier, inclusion_proof, tree_root
from events.verifier.verify import root_of_proof

KNOWN_LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
KNOWN_ROOTS = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
SIZES = range(1, 40)


def leaves_of(size):
    return [hashlib.sha256(f"leaf {place}".encode()).digest() for place in range(size)]


def root_as_written(leaves):
    """Returns the root by the recursive definition of RFC 9162, 2.1.1."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    cut = 1
    while cut * 2 < len(leaves):
        cut *= 2
    return hashlib.sha256(b"\1" + root_as_written(leaves[:cut]) + root_as_written(leaves[cut:])).digest()


@pytest.mark.parametrize("size", KNOWN_ROOTS)
def test_roots_known_from_certificate_transparency(size):
    assert tree_root(KNOWN_LEAVES[:size]).hex() == KNOWN_ROOTS[size]


def test_the_frontier_has_the_root_of_the_whole_tree_after_every_append():
    frontier, leaves = Frontier(), leaves_of(200)
    for size in range(201):
        assert frontier.root() == root_as_written(leaves[:size]), f"size {size}"
        if size < 200:
            frontier = frontier.grown(leaves[size])


def test_a_frontier_read_from_its_bytes_is_equal():
    frontier = Frontier()
    for leaf in leaves_of(100):
        frontier = frontier.grown(leaf)
        assert Frontier.from_bytes(frontier.to_bytes()) == frontier


def test_the_frontier_of_an_empty_tree_read_from_its_bytes_is_equal():
    assert Frontier.from_bytes(Frontier().to_bytes()) == Frontier()


def test_a_frontier_stores_one_hash_for_each_full_tree():
    frontier = Frontier()
    for leaf in leaves_of(127):
        frontier = frontier.grown(leaf)

    assert len(frontier.to_bytes()) == 8 + 7 * 32


@pytest.mark.parametrize("stored", [b"", b"\0" * 7, (3).to_bytes(8, "big") + bytes(32), bytes(8 + 32)])
def test_bytes_that_are_no_frontier_are_refused(stored):
    with pytest.raises(ValueError, match="frontier"):
        Frontier.from_bytes(stored)


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_has_an_inclusion_proof(size):
    leaves, root = leaves_of(size), tree_root(leaves_of(size))
    for place, leaf in enumerate(leaves):
        assert root_of_proof(leaf, place, size, inclusion_proof(leaves, place)) == root


@pytest.mark.parametrize("place", [-1, 5])
def test_there_is_no_proof_of_a_leaf_outside_the_tree(place):
    with pytest.raises(IndexError):
        inclusion_proof(leaves_of(5), place)
