"""Passkeys: keys on players' devices that sign the players in without a password."""

from __future__ import annotations

from django.db import models

from events.base.models import new_id
from events.users.models.player import Player


class Passkey(models.Model):
    """A WebAuthn credential of a player. The private key never leaves the player's device.

    public_key: the public key in COSE format. sign_count: the counter of the device; 0: the device does not count.
    used_at: the time of the last sign-in.
    """

    ends_with_account = True
    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="passkeys")
    credential = models.BinaryField(unique=True)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    name = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, default=None)

    class Meta:
        db_table = "events_passkey"

    def __str__(self) -> str:
        return f"{self.name} of {self.player_id}"


class PasskeyChallenge(models.Model):
    """A challenge that a device has to sign once. The answer deletes the row.

    player: the owner of a new passkey; null: the challenge is for a sign-in with any passkey.
    """

    challenge = models.BinaryField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "events_passkeychallenge"

    def __str__(self) -> str:
        return f"a challenge until {self.expires_at}"
