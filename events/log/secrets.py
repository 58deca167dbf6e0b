"""Stored secrets after a change of keys."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction

from events.base.vault import vault_of
from events.models import Secret, Tournament

BATCH = 500
TOURNAMENT = "tournament"


def secrets_reseal() -> int:
    """Encrypts every seed and salt key with the first key, those of tournaments too; returns how many were encrypted
    with a former one.

    A match whose secret is deleted or changed meanwhile is left as it is. Raises SecretUnreadable if a key is missing.
    """
    vault, resealed, after = vault_of(settings.COMPTOIR_SECRET_KEY), 0, 0
    while page := list(Secret.objects.filter(pk__gt=after).order_by("pk")[:BATCH]):
        after = page[-1].pk
        with transaction.atomic():
            for secret in page:
                before = bytes(secret.sealed)
                if not vault.is_current(before):
                    opened = vault.open(secret.match_id.bytes, secret.kind, before)
                    sealed = vault.seal(secret.match_id.bytes, secret.kind, opened)
                    resealed += Secret.objects.filter(pk=secret.pk, sealed=before).update(sealed=sealed)
    return resealed + _tournaments_reseal()


def _tournaments_reseal() -> int:
    vault, resealed = vault_of(settings.COMPTOIR_SECRET_KEY), 0
    for pk, sealed in Tournament.objects.order_by("pk").values_list("pk", "sealed"):
        before = bytes(sealed)
        if not vault.is_current(before):
            again = vault.seal(pk.bytes, TOURNAMENT, vault.open(pk.bytes, TOURNAMENT, before))
            resealed += Tournament.objects.filter(pk=pk, sealed=sealed).update(sealed=again)
    return resealed
