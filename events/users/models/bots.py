"""Accounts of programs that play through the API."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.users.models.player import Player


class BotAccount(models.Model):
    """The public description of a bot account.

    owner: the person who runs the bot. level: the strength that the owner states. games: the keys of the games that the
    bot plays. is_open: whether everybody may seat the bot in a match, or only its owner.
    """

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="bot")
    owner = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="bots")
    level = models.CharField(max_length=8)
    games = models.JSONField()
    is_open = models.BooleanField(default=True)

    class Meta:
        db_table = "events_botaccount"
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(player=models.F("owner")), name="bot_is_not_its_owner")
        ]

    def __str__(self) -> str:
        return f"bot {self.player_id}"
