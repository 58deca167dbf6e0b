"""An authenticator in software: responses of a phone with passkeys, and of a dishonest one (ES256)."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
Answer = dict[str, str]


def text_of(content: bytes) -> str:
    """Returns bytes as base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A device with at most one passkey, used on a page of this origin.

    host: the host to which its passkey is bound; None: the host in the options. count: the number of signatures; 0 if
    the device does not count them.
    """

    def __init__(self, origin: str = "http://localhost:8000", host: str | None = None, counts: bool = True) -> None:
        self.origin, self._host, self.counts, self.count = origin, host, counts, 0
        self.id, self.handle, self.flags = secrets.token_bytes(16), b"", PRESENT | VERIFIED
        self._key = generate_private_key(SECP256R1())

    def create(self, options: dict[str, Any], **changes: Any) -> Answer:
        """Returns the result of `navigator.credentials.create`. changes: changed members of the client data."""
        self.handle = bytes_of(options["user"]["id"])
        point = self._key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        return {
            "id": text_of(self.id),
            "client_data": self._client_data("webauthn.create", options, **changes),
            "attestation": text_of(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def get(self, options: dict[str, Any], **changes: Any) -> Answer:
        """Returns the result of `navigator.credentials.get`."""
        self.count += self.counts
        client_data, data = self._client_data("webauthn.get", options, **changes), self._data(options["rpId"])
        signed = data + hashlib.sha256(bytes_of(client_data)).digest()
        return {
            "id": text_of(self.id),
            "client_data": client_data,
            "authenticator_data": text_of(data),
            "signature": text_of(self._key.sign(signed, ECDSA(SHA256()))),
            "user_handle": text_of(self.handle),
        }

    def _data(self, host: str, flags: int = 0) -> bytes:
        hashed = hashlib.sha256((self._host or host).encode()).digest()
        return hashed + bytes([self.flags | flags]) + self.count.to_bytes(4)

    def _client_data(self, kind: str, options: dict[str, Any], **changes: Any) -> str:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False, **changes}
        return text_of(json.dumps(said).encode())
