"""A match's seeds and salt key: encrypted in the database, decrypted in the process that needs them."""

from __future__ import annotations

import os
from functools import lru_cache
from uuid import UUID

from django.conf import settings

from events.base.fairness import match_seed
from events.base.vault import Vault, vault_of
from events.models import Match, Seat, Secret

SERVER_SEED, SALT_KEY, FIXED_SEED = "server_seed", "salt_key", "fixed_seed"


def _vault() -> Vault:
    return vault_of(settings.COMPTOIR_SECRET_KEY)


def make(match: Match, kind: str, secret: bytes | None = None) -> bytes:
    """Stores a new secret of a match, random if none is passed; returns it."""
    secret = os.urandom(32) if secret is None else secret
    sealed(match, kind, secret).save()
    return secret


def sealed(match: Match, kind: str, secret: bytes) -> Secret:
    """The row of a secret, not stored yet."""
    return Secret(match=match, kind=kind, sealed=_vault().seal(match.id.bytes, kind, secret))


def drawn_for(match: Match) -> bytes:
    """The 16 bytes that the commitment to the server's seed names: the match's id, or that of its shared deal."""
    return match.id.bytes if match.deal is None else bytes.fromhex(match.deal["id"])


def drop(match: Match, kind: str) -> None:
    """Deletes a secret that is no longer needed: the server's seed for a seat that sends its own."""
    if Secret.objects.filter(match=match, kind=kind).delete()[0]:
        _opened.cache_clear()


def stored(match: Match, kind: str) -> bytes | None:
    """A secret of a match; None if there is none of that kind."""
    return _opened(match.id, kind) if Secret.objects.filter(match=match, kind=kind).exists() else None


@lru_cache(maxsize=4096)
def _opened(match_id: UUID, kind: str) -> bytes:
    sealed = Secret.objects.values_list("sealed", flat=True).get(match_id=match_id, kind=kind)
    return _vault().open(match_id.bytes, kind, bytes(sealed))


def secret_of(match_id: UUID, kind: str) -> bytes:
    """A secret of a match; raises Secret.DoesNotExist."""
    return _opened(match_id, kind)


def salt_key_of(match: Match) -> bytes:
    """The key of the salts of a match's hidden parts."""
    return _opened(match.id, SALT_KEY)


def server_seed_of(match: Match) -> bytes:
    """The server's part in the match seed."""
    return _opened(match.id, SERVER_SEED)


def match_seed_of(match: Match) -> bytes:
    """The seed of all draws: in a practice match its creator's; in a match of a shared deal that of the
    deal; else derived from the server's seed and every seat's.

    Raises LookupError while a seat's contribution is missing: the result is cached for the whole match.
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
    """Empties the caches: after a rolled-back creation, and between tests."""
    _opened.cache_clear()
    _derived_seed.cache_clear()
