"""The checks that the keys of this process match the stored data."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from events.base.encryption import SecretUnreadable, cipher_of
from events.base.signing import public_keys
from events.notifications import push_keys
from project.doctor.finding import Finding, fault, ok, rows, warning

_SECRETS = """
    SELECT DISTINCT ON (key) match_id, kind, sealed, count(*) OVER (PARTITION BY key)
    FROM (SELECT *, substring(sealed FOR 4) AS key FROM events_secret) AS secret
"""
_SIGNED = """
    SELECT DISTINCT key_id FROM events_globalleaf WHERE position > (SELECT max(position) FROM events_globalleaf) - 1000
"""


_DEVICES = "SELECT server_key, count(*) FROM events_pushsubscription GROUP BY server_key ORDER BY server_key"


def push_reaches_devices() -> Iterator[Finding]:
    """Checks that the server has a key for Web Push, and the key that each subscribed device expects."""
    try:
        known = push_keys.signers()
    except ValueError as error:
        yield fault(f"COMPTOIR_PUSH_KEY: {error}", "take one from `python -m project.embedded.installation_keys`")
        return
    if not known:
        yield warning(
            "there is no COMPTOIR_PUSH_KEY, so devices show no notifications",
            "take one from `python -m project.embedded.installation_keys`",
        )
    else:
        yield ok(f"signs for push services with {push_keys.public_key()}")
    for key, count in rows(_DEVICES):
        if key not in known:
            yield fault(
                f"{count} devices have subscribed for {key[:8]}…, which COMPTOIR_PUSH_KEY does not hold",
                "add the former key to it, after a comma",
            )
        else:
            yield ok(f"{count} devices have subscribed for {key[:8]}…")


def open_what_is_stored() -> Iterator[Finding]:
    """Checks that every stored seed can be decrypted, and that every recent signature belongs to a known key."""
    cipher = cipher_of(settings.COMPTOIR_SECRET_KEY)
    for match, kind, sealed, count in rows(_SECRETS):
        try:
            cipher.decrypt(match.bytes, kind, bytes(sealed))
        except SecretUnreadable:
            yield fault(
                f"{count} seeds are encrypted with a key that COMPTOIR_SECRET_KEY does not hold",
                "add the former key to it, after a comma",
            )
            continue
        if cipher.is_current(bytes(sealed)):
            yield ok(f"{count} seeds are encrypted with the current key")
        else:
            yield warning(f"{count} seeds are encrypted with a former key", "run `manage.py rotate_keys`")
    known = {key["key_id"] for key in public_keys()}
    for (key_id,) in rows(_SIGNED):
        if key_id not in known:
            yield fault(
                f"heads are signed by {key_id}, which COMPTOIR_SIGNING_SEED does not hold",
                "add the former seed to it, after a comma, with its end: <seed>@..<time>",
            )
    yield ok(f"signs with {public_keys()[0]['key_id']}")
