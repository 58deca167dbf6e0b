"""Clubs: groups of players with their own tables, tournaments and ratings."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.base.models import new_id
from events.users.models import Player


class Club(models.Model):
    """A group of players. Only members know that a private club exists, so its name need not be unique.

    name_key: a key that is equal for names that look alike; empty for a private club.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=80, default="", blank=True)
    about = models.CharField(max_length=400, default="", blank=True)
    is_private = models.BooleanField()
    created_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_club"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name_key"], condition=Q(is_private=False), name="club_name_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.id}"


class ClubMember(models.Model):
    """A player's role in a club. since_ms: the time when the player received the role.

    A player with the role `asking` has asked to join, and a player with the role `removed` was removed. Neither is a
    member.
    """

    class Role(models.TextChoices):
        OWNER = "owner"
        ORGANISER = "organiser"
        MEMBER = "member"
        ASKING = "asking"
        REMOVED = "removed"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="clubs")
    role = models.CharField(max_length=9, choices=Role.choices)
    since_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_clubmember"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="club_member_once"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="club_owner_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}, {self.role} of {self.club_id}"


class ClubInvitation(models.Model):
    """A link that makes a player a member until it expires. Only the hash of its token is stored.

    maker: the member who created the link; the link is deleted when the maker leaves. uses_left: the number of players
    who may still use the link; null: any number.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitation_links")
    maker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    digest = models.BinaryField(unique=True)
    uses_left = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "events_clubinvitation"

    def __str__(self) -> str:
        return f"invitation {self.id} to {self.club_id}"


class ClubDefaults(models.Model):
    """The defaults of a club for new tables of one game. clock: the default clock; null: the club sets no clock."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="defaults", db_index=False)
    game = models.CharField(max_length=40)
    options = models.JSONField()
    clock = models.JSONField(null=True)

    class Meta:
        db_table = "events_clubdefaults"
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "game"], name="club_defaults_once")]

    def __str__(self) -> str:
        return f"{self.game} in {self.club_id}"


class ClubRating(models.Model):
    """A player's rating in one game from the rated matches of one club, with the same fields as `Rating`.

    last_ms, last_match: the end and the id of the last counted match.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    game = models.CharField(max_length=40)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.IntegerField()
    deviation = models.IntegerField()
    matches = models.PositiveIntegerField()
    last_ms = models.BigIntegerField()
    last_match = models.UUIDField()

    class Meta:
        db_table = "events_clubrating"
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "game", "player"], name="club_rating_once")]
        indexes: ClassVar = [models.Index(fields=["club", "game", "-rating", "id"], name="club_rating_leaders")]

    def __str__(self) -> str:
        return f"{self.rating} of {self.player_id} in {self.game} of {self.club_id}"
