"""The VAPID keys by which push services identify this server (RFC 8292): P-256 keys, each from 32 bytes in hexadecimal.

A browser subscribes for one key, so former keys still sign for the devices that have subscribed for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode


def signers() -> Mapping[str, Vapid02]:
    """Returns the signers by their public keys, the current one first; empty without Web Push."""
    return _signers(settings.COMPTOIR_PUSH_KEY)


def public_key() -> str | None:
    """Returns the public key for which a browser subscribes, in base64url; None without Web Push."""
    return next(iter(signers()), None)


@lru_cache(maxsize=4)
def _signers(keys: str) -> Mapping[str, Vapid02]:
    """Returns the signers of a setting: private keys separated by commas."""
    privates = [_private(text.strip()) for text in keys.split(",") if text.strip()]
    return {_public(key): Vapid02(key, conf={"no-strict": True}) for key in privates}


def _private(text: str) -> ec.EllipticCurvePrivateKey:
    try:
        return ec.derive_private_key(int.from_bytes(bytes.fromhex(text), "big"), ec.SECP256R1())
    except ValueError:
        # The text is a secret, so neither the message nor the cause may contain it.
        raise ValueError("expected a key of 32 bytes in hexadecimal, got something else") from None


def _public(key: ec.EllipticCurvePrivateKey) -> str:
    return str(b64urlencode(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))
