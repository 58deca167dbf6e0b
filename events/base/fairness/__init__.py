"""Fair chance and a tamper-evident log, protocol tt1: commitments, seeds, cells, hash chain, Merkle tree, signed heads.

All functions are pure functions of bytes. `tag(s)` is ASCII `s` and one zero byte; numbers are big-endian; H is SHA-256
and M is HMAC-SHA256; a match id has 16 bytes, a seed 32.
"""

from events.base.fairness.commitments import (
    NO_BEACON,
    cell_commit,
    cell_salt,
    client_commit,
    event_hash,
    genesis,
    global_leaf,
    match_seed,
    server_commit,
    tag,
)
from events.base.fairness.heads import BundleDigest, HeadSigner, head_text, key_id
from events.base.fairness.merkle import (
    Frontier,
    consistency_ranges,
    full_subtrees,
    inclusion_proof,
    inclusion_ranges,
    joined,
    tree_root,
)

__all__ = [
    "NO_BEACON",
    "BundleDigest",
    "Frontier",
    "HeadSigner",
    "cell_commit",
    "cell_salt",
    "client_commit",
    "consistency_ranges",
    "event_hash",
    "full_subtrees",
    "genesis",
    "global_leaf",
    "head_text",
    "inclusion_proof",
    "inclusion_ranges",
    "joined",
    "key_id",
    "match_seed",
    "server_commit",
    "tag",
    "tree_root",
]
