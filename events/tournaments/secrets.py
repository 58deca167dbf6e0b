"""Re-encryption of the tournament secrets from which the seeds of shared deals are derived."""

from __future__ import annotations

from django.conf import settings

from events.base.encryption import cipher_of
from events.log.secrets import TOURNAMENT
from events.tournaments.models import Tournament


def tournament_secrets_reseal() -> int:
    cipher, resealed = cipher_of(settings.COMPTOIR_SECRET_KEY), 0
    for pk, sealed in Tournament.objects.order_by("pk").values_list("pk", "sealed"):
        before = bytes(sealed)
        if not cipher.is_current(before):
            again = cipher.encrypt(pk.bytes, TOURNAMENT, cipher.decrypt(pk.bytes, TOURNAMENT, before))
            resealed += Tournament.objects.filter(pk=pk, sealed=sealed).update(sealed=again)
    return resealed
