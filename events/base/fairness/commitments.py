"""The hashes of tt1: commitments to seeds, the match seed, the chain of events and the cells hidden in them."""

import hashlib
import hmac
from collections.abc import Sequence

NO_BEACON = bytes(32)


def tag(name: str) -> bytes:
    """Returns the prefix that separates hashes of different kinds."""
    return name.encode("ascii") + b"\0"


def server_commit(match_id: bytes, server_seed: bytes) -> bytes:
    """Returns the commitment that the server publishes when the match is created."""
    return _sha256(tag("tt1/commit/server") + _match(match_id) + _seed(server_seed))


def client_commit(match_id: bytes, seat: int, client_seed: bytes) -> bytes:
    """Returns the commitment that a seat publishes before any seed is opened."""
    return _sha256(tag("tt1/commit/client") + _match(match_id) + _u8(seat) + _seed(client_seed))


def match_seed(server_seed: bytes, match_id: bytes, client_seeds: Sequence[bytes], beacon: bytes = NO_BEACON) -> bytes:
    """Returns the seed of all draws, made from the server's seed, the seats' seeds in order, and a beacon of 32
    bytes.
    """
    clients = b"".join(_seed(client_seed) for client_seed in client_seeds)
    message = tag("tt1/match-seed") + _match(match_id) + _u8(len(client_seeds)) + clients + _seed(beacon)
    return _hmac(_seed(server_seed), message)


def genesis(match_id: bytes) -> bytes:
    """Returns the hash before the first event."""
    return _sha256(tag("tt1/genesis") + _match(match_id))


def event_hash(previous: bytes, core: bytes) -> bytes:
    """Returns the hash of an event, from its canonical bytes and the hash of the event before it."""
    return _sha256(tag("tt1/event") + previous + core)


def global_leaf(text: bytes) -> bytes:
    """Returns the leaf of the global log for a canonical text."""
    return _sha256(tag("tt1/global") + text)


def cell_salt(salt_key: bytes, seq: int, path: str) -> bytes:
    """Returns the salt of one hidden part of an event; a revealed salt reveals nothing about other salts."""
    return _hmac(salt_key, tag("tt1/salt") + _u64(seq) + path.encode())


def cell_commit(match_id: bytes, seq: int, path: str, salt: bytes, value: bytes) -> bytes:
    """Returns the commitment to one hidden part of an event, from the canonical bytes of its value."""
    place = path.encode()
    return _sha256(
        tag("tt1/cell") + _match(match_id) + _u64(seq) + len(place).to_bytes(2, "big") + place + salt + value
    )


def _sha256(message: bytes) -> bytes:
    return hashlib.sha256(message).digest()


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _u8(number: int) -> bytes:
    return number.to_bytes(1, "big")


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _match(match_id: bytes) -> bytes:
    # Fields are joined without lengths. A field of the wrong length could let two inputs give the same message.
    if len(match_id) != 16:
        raise ValueError(f"expected a match id of 16 bytes, got {len(match_id)}")
    return match_id


def _seed(seed: bytes) -> bytes:
    if len(seed) != 32:
        raise ValueError(f"expected 32 bytes, got {len(seed)}")
    return seed
