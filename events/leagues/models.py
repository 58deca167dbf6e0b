"""Leagues, whose seasons are played as tournaments."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.base.models import new_id
from events.log.models import Match
from events.tournaments.models import Tournament
from events.users.models import Player


class League(models.Model):
    """A group of players who play in seasons. Each division of a season is a tournament.

    settings: the settings of a division, as members of `POST /tournaments`. sizes: the number of places of each
    division, the highest division first. moving: the number of players who are promoted, and relegated, between two
    neighbouring divisions. pause_days: the number of days until the next season begins automatically; null: an
    organiser begins it.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        ENDED = "ended"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    status = models.CharField(max_length=5, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Match.Visibility.choices, default=Match.Visibility.PUBLIC)
    organiser = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="leagues")
    club = models.UUIDField(null=True, default=None)  # the id of the organising club, which may have been deleted
    co_organisers = models.ManyToManyField(Player, related_name="co_organised_leagues")
    settings = models.JSONField()
    sizes = models.JSONField()
    moving = models.PositiveSmallIntegerField()
    pause_days = models.PositiveSmallIntegerField(null=True, default=None)
    created_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_league"

    def __str__(self) -> str:
        return f"{self.title} {self.id}"


class LeagueMember(models.Model):
    """A player in a league. rank: the player's position in the order of the league; the lowest rank is the best."""

    ends_with_account = True
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="league_memberships")
    rank = models.PositiveIntegerField()
    since_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_leaguemember"
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "player"], name="league_member_once")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.league_id}"


class Season(models.Model):
    """A season of a league. starts_ms: the time when it begins automatically; null: an organiser begins it."""

    class Status(models.TextChoices):
        PROPOSED = "proposed"
        RUNNING = "running"
        FINISHED = "finished"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons", db_index=False)
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PROPOSED)
    starts_ms = models.BigIntegerField(null=True, default=None)
    began_ms = models.BigIntegerField(null=True, default=None)
    ended_ms = models.BigIntegerField(null=True, default=None)

    class Meta:
        db_table = "events_season"
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "number"], name="season_number_once")]
        indexes: ClassVar = [
            models.Index(fields=["league"], condition=Q(status="running"), name="season_running"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league_id}"


class Division(models.Model):
    """A division of a season, numbered from 1, with its tournament.

    result: after the season, an object with `entry` and `outcome` for each entry, in the order of the standings.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="divisions", db_index=False)
    number = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="division")
    result = models.JSONField(default=list)

    class Meta:
        db_table = "events_division"
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "number"], name="division_number_once")]

    def __str__(self) -> str:
        return f"division {self.number} of {self.season_id}"
