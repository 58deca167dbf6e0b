"""The addresses to which answers are sent. An address is signed, and valid for one question and a limited time.

The local part is `play-` and 36 letters and digits, case-insensitive (the limit of a local part is 64). It encodes the
question, the expiry time and an HMAC. So a forged address is detected without the database.
"""

from __future__ import annotations

from base64 import b32decode, b32encode
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

PREFIX = "play-"
ID_BYTES, MINUTES_BYTES, MAC_BYTES = 6, 4, 12
MINUTE_MS = 60_000
LETTERS = 36
PADDING = "===="


class Address(NamedTuple):
    """The content of an address: the id of the question, and the time in ms when the address expires."""

    question: int
    expires_ms: int


def address_of(question: int, expires_ms: int) -> str:
    """Returns the address for answers to a question. The expiry time is rounded down to a minute."""
    payload = question.to_bytes(ID_BYTES) + (expires_ms // MINUTE_MS).to_bytes(MINUTES_BYTES)
    token = b32encode(payload + _mac(payload)).decode().rstrip("=").lower()
    return f"{PREFIX}{token}@{settings.COMPTOIR_MAIL_DOMAIN}"


def read_address(text: str) -> Address | None:
    """Returns the content of an address; None if this server has not signed the address."""
    local, _, domain = text.rpartition("@")
    token = local.lower().removeprefix(PREFIX)
    if not settings.COMPTOIR_MAIL_DOMAIN or domain.lower() != settings.COMPTOIR_MAIL_DOMAIN.lower():
        return None
    if not local.lower().startswith(PREFIX) or len(token) != LETTERS or not token.isascii():
        return None
    try:
        content = b32decode(token.upper() + PADDING)
    except ValueError:
        return None
    payload, mac = content[:-MAC_BYTES], content[-MAC_BYTES:]
    if not constant_time_compare(mac, _mac(payload)):
        return None
    return Address(int.from_bytes(payload[:ID_BYTES]), int.from_bytes(payload[ID_BYTES:]) * MINUTE_MS)


def _mac(payload: bytes) -> bytes:
    return salted_hmac("events.play_by_email", payload, algorithm="sha256").digest()[:MAC_BYTES]
