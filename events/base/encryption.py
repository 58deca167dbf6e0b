"""Encryption of stored seeds and salt keys: AES-GCM with a key that is not in the database.

A ciphertext is bound to its match and its kind, so that it does not decrypt for another match or kind. Layout: 4 bytes
that name the key, a nonce of 12 bytes, the ciphertext with its tag of 16 bytes.
"""

import base64
import binascii
import hashlib
import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_KEY_NAME = 4
_NONCE = 12


class SecretUnreadable(Exception):
    """An error: a stored secret does not decrypt, because the key, match or kind is wrong or its bytes were changed."""


class Cipher:
    """A cipher that encrypts with the first key and decrypts with any key.

    Keys can be rotated without rewriting old rows.
    """

    __slots__ = ("_ciphers", "_current")

    def __init__(self, keys: list[bytes]) -> None:
        if not keys:
            raise ValueError("expected at least one key, got none")
        self._ciphers = {_key_name(key): AESGCM(_of_32_bytes(key)) for key in keys}
        self._current = _key_name(keys[0])

    def __repr__(self) -> str:
        return f"Cipher(current={self._current.hex()!r}, keys={len(self._ciphers)})"

    @property
    def key_ids(self) -> list[str]:
        """The names of the keys, with which ciphertexts begin. The name of the current key is first."""
        return [name.hex() for name in self._ciphers]

    def encrypt(self, match_id: bytes, kind: str, secret: bytes) -> bytes:
        """Returns the bytes to store; each call returns different bytes."""
        nonce = os.urandom(_NONCE)
        return self._current + nonce + self._ciphers[self._current].encrypt(nonce, secret, _binding(match_id, kind))

    def decrypt(self, match_id: bytes, kind: str, sealed: bytes) -> bytes:
        """Returns the secret. Raises SecretUnreadable."""
        name, nonce, text = sealed[:_KEY_NAME], sealed[_KEY_NAME : _KEY_NAME + _NONCE], sealed[_KEY_NAME + _NONCE :]
        cipher = self._ciphers.get(name)
        if cipher is None:
            raise SecretUnreadable(f"expected a secret sealed with a known key, got key {name.hex()!r}")
        try:
            return cipher.decrypt(nonce, text, _binding(match_id, kind))
        except (InvalidTag, ValueError):
            raise SecretUnreadable(f"expected a whole {kind!r} of match {match_id.hex()}, got another text") from None

    def is_current(self, sealed: bytes) -> bool:
        """Returns whether the first key encrypted the secret, so that it needs no re-encryption."""
        return sealed[:_KEY_NAME] == self._current


@lru_cache(maxsize=4)
def cipher_of(keys: str) -> Cipher:
    """Returns the cipher of a setting: keys of 32 bytes in base64 or hexadecimal, the current one first."""
    return Cipher([_key_from(text.strip()) for text in keys.split(",")])


def _key_from(text: str) -> bytes:
    try:
        key = bytes.fromhex(text) if len(text) == 64 else base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        # The text is a secret, so the message contains neither the text nor the cause.
        raise ValueError("expected a key in base64 or hexadecimal, got something else") from None
    return _of_32_bytes(key)


def _of_32_bytes(key: bytes) -> bytes:
    if len(key) != 32:
        raise ValueError(f"expected a key of 32 bytes, got {len(key)}")
    return key


def _key_name(key: bytes) -> bytes:
    return hashlib.sha256(b"comptoir/key-name\0" + key).digest()[:_KEY_NAME]


def _binding(match_id: bytes, kind: str) -> bytes:
    return b"comptoir/secret\0" + kind.encode("ascii") + b"\0" + match_id
