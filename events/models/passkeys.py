"""Passkeys: keys of people's devices that sign them in without a password."""

from __future__ import annotations

from django.db import models

from events.models.player import Player, new_id


class Passkey(models.Model):
    """A credential of WebAuthn that belongs to a player; its private half never leaves their device.

    public_key: as COSE has it. sign_count: how often the device says it has signed; 0 where it does not count.
    used_at: when it last signed the player in.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="passkeys")
    credential = models.BinaryField(unique=True)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    name = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, default=None)

    def __str__(self) -> str:
        return f"{self.name} of {self.player_id}"


class PasskeyChallenge(models.Model):
    """What a device has been asked to sign, once; the row goes when an answer comes. player: whose new passkey it is.

    Without a player, whoever has a passkey may answer, to sign in.
    """

    challenge = models.BinaryField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"a challenge until {self.expires_at}"
