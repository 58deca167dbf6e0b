"""E-mails about accounts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.base.models import Sending
from events.users.models.player import Player


class AccountEmail(Sending):
    """An e-mail about an account, deleted once it is sent. Its link is made when it is sent, so no link is stored.

    player: the owner of the address or the recipient. address: an address whose accounts somebody wants to recover,
    known or not; or the address that a player has given up.
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
    """A confirmed address that a player has given up, whose owner can take the account back until `until_ms`.

    Taking it back deletes the row and those that came after it, so that no address of a thief can do the same.
    """

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_addresses")
    email = models.EmailField()
    until_ms = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "events_formeraddress"

    def __str__(self) -> str:
        return f"a former address of {self.player_id}"
