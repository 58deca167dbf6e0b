"""How well players play each game, and what each rated match changed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.models.match import Match
from events.models.player import Player


class Rating(models.Model):
    """A player's rating in one game. All of it follows from the logs (`manage.py recompute_ratings`).

    mu, sigma: the estimate of the skill and its uncertainty; rating, deviation: the same as players see them.
    matches: how many rated matches it rests on.
    """

    game = models.CharField(max_length=40)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.IntegerField()
    deviation = models.IntegerField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "game"], name="rating_once")]
        indexes: ClassVar = [models.Index(fields=["game", "-rating", "id"], name="rating_leaders")]

    def __str__(self) -> str:
        return f"{self.rating} of {self.player_id} in {self.game}"


class RatingChange(models.Model):
    """What a rated match did to the rating of one of its players.

    over_ms: when the match ended; place: the player's, from 1; rating: after the match; change: by how much it differs
    from the rating before.
    """

    game = models.CharField(max_length=40)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_changes")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="rating_changes")
    over_ms = models.BigIntegerField()
    place = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    rating = models.IntegerField()
    change = models.IntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="rating_change_once")]
        indexes: ClassVar = [
            models.Index(fields=["game", "over_ms", "match"], name="rating_change_order"),
            models.Index(fields=["player", "game", "-id"], name="rating_change_history"),
        ]

    def __str__(self) -> str:
        return f"{self.change:+} for seat {self.number} of {self.match_id}"
