"""A match's seeds and salt key: stored encrypted in the database, and decrypted in the process that uses them."""

from __future__ import annotations

import os
from functools import lru_cache
from uuid import UUID

from django.conf import settings

from events.base.encryption import Cipher, cipher_of
from events.base.fairness import match_seed
from events.log.models import Match, Seat, Secret

SERVER_SEED, SALT_KEY, FIXED_SEED = "server_seed", "salt_key", "fixed_seed"


def _cipher() -> Cipher:
    return cipher_of(settings.COMPTOIR_SECRET_KEY)


def make(match: Match, kind: str, secret: bytes | None = None) -> bytes:
    """Stores a new secret of a match, random unless one is passed, and returns it."""
    secret = os.urandom(32) if secret is None else secret
    sealed(match, kind, secret).save()
    return secret


def sealed(match: Match, kind: str, secret: bytes) -> Secret:
    """Returns the row of a secret without storing it."""
    return Secret(match=match, kind=kind, sealed=_cipher().encrypt(match.id.bytes, kind, secret))


def drawn_for(match: Match) -> bytes:
    """Returns the 16 bytes that the commitment to the server seed names: the id of the match or of its shared deal."""
    return match.id.bytes if match.deal is None else bytes.fromhex(match.deal["id"])


def drop(match: Match, kind: str) -> None:
    """Deletes a secret that is no longer needed, such as the server's seed for a seat that sends its own seed."""
    if Secret.objects.filter(match=match, kind=kind).delete()[0]:
        _opened.cache_clear()


def stored(match: Match, kind: str) -> bytes | None:
    """Returns a secret of a match; None if it has none of that kind."""
    return _opened(match.id, kind) if Secret.objects.filter(match=match, kind=kind).exists() else None


@lru_cache(maxsize=4096)
def _opened(match_id: UUID, kind: str) -> bytes:
    sealed = Secret.objects.values_list("sealed", flat=True).get(match_id=match_id, kind=kind)
    return _cipher().decrypt(match_id.bytes, kind, bytes(sealed))


def secret_of(match_id: UUID, kind: str) -> bytes:
    """Returns a secret of a match. Raises Secret.DoesNotExist."""
    return _opened(match_id, kind)


def salt_key_of(match: Match) -> bytes:
    """Returns the key of the salts of a match's hidden parts."""
    return _opened(match.id, SALT_KEY)


def server_seed_of(match: Match) -> bytes:
    """Returns the server's part in the match seed."""
    return _opened(match.id, SERVER_SEED)


def match_seed_of(match: Match) -> bytes:
    """Returns the seed of all draws.

    A practice match and a shared deal have their own seed; otherwise it is derived from the contributions of the server
    and all seats. Raises LookupError while a seat's contribution is missing, because the result is cached for the whole
    match.
    """
    if match.practice:
        return _opened(match.id, FIXED_SEED)
    if match.deal is not None:
        deal = {name: bytes.fromhex(text) for name, text in match.deal.items()}
        return match_seed(_opened(match.id, SERVER_SEED), deal["id"], [deal["nonce"]])
    return _derived_seed(match.id, match.size)


@lru_cache(maxsize=4096)
def _derived_seed(match_id: UUID, size: int) -> bytes:
    column = Seat.objects.filter(match_id=match_id).order_by("number").values_list("nonce", flat=True)
    nonces = [bytes(nonce) for nonce in column if nonce]
    if len(nonces) != size:
        raise LookupError(f"expected contributions of {size} seats to the seed, got {len(nonces)}")
    return match_seed(_opened(match_id, SERVER_SEED), match_id.bytes, nonces)


def forget() -> None:
    """Empties the caches, after a rolled-back creation and between tests."""
    _opened.cache_clear()
    _derived_seed.cache_clear()
