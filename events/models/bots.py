"""Accounts of programs that play through the API as others do."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.models.player import Player


class BotAccount(models.Model):
    """What is public of a player who is a program.

    owner: the person who runs it. level: how strong the owner says it is. games: the keys of the games that it plays.
    is_open: whether everybody may seat it in a match; otherwise its owner alone.
    """

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="bot")
    owner = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="bots")
    level = models.CharField(max_length=8)
    games = models.JSONField()
    is_open = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(player=models.F("owner")), name="bot_is_not_its_owner")
        ]

    def __str__(self) -> str:
        return f"bot {self.player_id}"
