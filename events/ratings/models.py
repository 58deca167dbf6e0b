"""The ratings of players by game, the changes by each rated match, and the records of players in matches."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.log.models import Match
from events.users.models import Player


class Rating(models.Model):
    """A player's rating in one game. All rows can be recomputed from the logs (`manage.py rebuild rating`).

    mu, sigma: the estimate of the skill and its uncertainty; rating, deviation: the same values as shown to players.
    matches: the number of rated matches behind the estimate.
    """

    game = models.CharField(max_length=40)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.IntegerField()
    deviation = models.IntegerField()
    matches = models.PositiveIntegerField()

    class Meta:
        db_table = "events_rating"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "game"], name="rating_once")]
        indexes: ClassVar = [models.Index(fields=["game", "-rating", "id"], name="rating_leaders")]

    def __str__(self) -> str:
        return f"{self.rating} of {self.player_id} in {self.game}"


class RatingChange(models.Model):
    """The change of a player's rating by a rated match.

    over_ms: when the match ended; place: the player's place, from 1; rating: the rating after the match; change: the
    difference from the rating before.
    """

    game = models.CharField(max_length=40)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_changes", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="rating_changes", db_index=False
    )
    over_ms = models.BigIntegerField()
    place = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    rating = models.IntegerField()
    change = models.IntegerField()

    class Meta:
        db_table = "events_ratingchange"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="rating_change_once")]
        indexes: ClassVar = [
            models.Index(fields=["game", "over_ms", "match"], name="rating_change_order"),
            models.Index(fields=["player", "game", "-id"], name="rating_change_history"),
        ]

    def __str__(self) -> str:
        return f"{self.change:+} for seat {self.number} of {self.match_id}"


class Participation(models.Model):
    """The record of a player in a public match that is over. It can be recomputed from the log.

    place: the player's place, from 1; last for a player who left; null without a result. seats: the number of seats of
    the match. people: the number of other people who took part. moves: the number of answers that the player gave;
    missed: the number of answers that the clock gave instead.
    """

    ends_with_account = True

    class End(models.TextChoices):
        PLAYED = "played"
        RESIGNED = "resigned"
        TIMED_OUT = "timed_out"
        LEFT = "left"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="participations", db_index=False)
    match = models.UUIDField()
    game = models.CharField(max_length=40)
    over_ms = models.BigIntegerField()
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    seats = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()
    missed = models.PositiveIntegerField()
    end = models.CharField(max_length=9, choices=End.choices)

    class Meta:
        db_table = "events_participation"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="participation_once")]
        indexes: ClassVar = [
            models.Index(fields=["player", "game", "-over_ms"], name="participation_results"),
            models.Index(fields=["player", "-over_ms"], condition=Q(people__gt=0), name="participation_with_people"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match}: {self.end}"
