"""The operator's signing keys: the first key signs; former keys still verify old receipts.

`COMPTOIR_SIGNING_SEED` holds one or more seeds of 32 bytes in hexadecimal, separated by commas. A seed may be followed
by `@<from>..<until>` with RFC 3339 times; either time may be empty.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple, TypedDict

from django.conf import settings

from events.base.fairness import HeadSigner


class PublicKey(TypedDict):
    """A public key as exports contain it."""

    key_id: str
    public_key: str
    not_before: str | None
    not_after: str | None


class SigningKey(NamedTuple):
    """A key and the period in which it signs. None: no limit."""

    signer: HeadSigner
    not_before: str | None
    not_after: str | None

    def to_json(self) -> PublicKey:
        """Returns the public key as exports contain it."""
        return {
            "key_id": self.signer.key_id,
            "public_key": self.signer.public_key.hex(),
            "not_before": self.not_before,
            "not_after": self.not_after,
        }


@lru_cache(maxsize=4)
def keys_of(setting: str) -> tuple[SigningKey, ...]:
    """Returns the keys of a setting; the first one signs."""
    return tuple(_key(text.strip()) for text in setting.split(","))


def _key(text: str) -> SigningKey:
    seed, _, span = text.partition("@")
    not_before, _, not_after = span.partition("..")
    return SigningKey(HeadSigner(bytes.fromhex(seed)), not_before or None, not_after or None)


def signer() -> HeadSigner:
    """Returns the key that signs."""
    return keys_of(settings.COMPTOIR_SIGNING_SEED)[0].signer


def public_keys() -> list[PublicKey]:
    """Returns every key that signs or signed."""
    return [key.to_json() for key in keys_of(settings.COMPTOIR_SIGNING_SEED)]


def signers_at(at_ms: int) -> list[HeadSigner]:
    """Returns the key that signs, and the other keys whose period includes a moment, in the order of the setting."""
    first, *others = keys_of(settings.COMPTOIR_SIGNING_SEED)
    moment = datetime.fromtimestamp(at_ms / 1000, UTC)
    current = (key for key in others if _begins(key) <= moment <= _ends(key))
    return [first.signer, *(key.signer for key in current)]


def _begins(key: SigningKey) -> datetime:
    return datetime.fromisoformat(key.not_before) if key.not_before else datetime.min.replace(tzinfo=UTC)


def _ends(key: SigningKey) -> datetime:
    return datetime.fromisoformat(key.not_after) if key.not_after else datetime.max.replace(tzinfo=UTC)
