"""Re-encryption of stored secrets after a change of keys."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction

from events.base.encryption import cipher_of
from events.log.models import Secret

BATCH = 500
TOURNAMENT = "tournament"


def secrets_reseal() -> int:
    """Encrypts every seed and salt key with the first key, including seeds of tournaments.

    Returns the number of secrets that were encrypted with a former key.

    A secret that is deleted or changed meanwhile is left alone. Raises SecretUnreadable if a key is missing.
    """
    cipher, resealed, after = cipher_of(settings.COMPTOIR_SECRET_KEY), 0, 0
    while page := list(Secret.objects.filter(pk__gt=after).order_by("pk")[:BATCH]):
        after = page[-1].pk
        with transaction.atomic():
            for secret in page:
                before = bytes(secret.sealed)
                if not cipher.is_current(before):
                    opened = cipher.decrypt(secret.match_id.bytes, secret.kind, before)
                    sealed = cipher.encrypt(secret.match_id.bytes, secret.kind, opened)
                    resealed += Secret.objects.filter(pk=secret.pk, sealed=before).update(sealed=sealed)
    return resealed
