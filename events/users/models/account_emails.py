"""E-mails about accounts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.base.models import Sending
from events.users.models.player import Player


class AccountEmail(Sending):
    """An e-mail about an account that waits to be sent. The link is created on sending, so no link is stored.

    player: the owner of the account; null for a recovery. address: the address of the accounts to recover, even if no
    account has this address, or the address that a player has given up.
    """

    ends_with_account = True

    class Kind(models.TextChoices):
        CONFIRM = "confirm"
        RECOVER = "recover"
        CHANGED = "changed"
        RECOVERED = "recovered"

    kind = models.CharField(max_length=9, choices=Kind.choices)
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="letters")
    address = models.CharField(max_length=254, default="", blank=True)
    created_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_letter"
        indexes: ClassVar = [models.Index(fields=["due_ms"], name="letter_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class FormerAddress(models.Model):
    """A confirmed address that a player has given up. Its owner can take the account back until `until_ms`.

    Taking the account back deletes this row and all later rows of the player, so that a thief's address cannot take the
    account back again.
    """

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_addresses")
    email = models.EmailField()
    until_ms = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "events_formeraddress"

    def __str__(self) -> str:
        return f"a former address of {self.player_id}"
