"""The notifications of players, and the outboxes of matches."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

import pgtrigger
from django.db import models
from django.db.models import Q

from events.log.models import Match
from events.notifications.models.wakeups import wakes_player
from events.users.models import Player


class Notification(models.Model):
    """A notification to a player. The notifications of each player are numbered 1, 2, 3… without gaps.

    A notification is about a match or about a tournament. A relay writes the notification of a match soon after the
    event that it reports (`Outbox`). prompt: the prompt whose deadline is near; null for other notifications.
    """

    ends_with_account = True

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn"
        MATCH_STARTED = "match_started"
        MATCH_OVER = "match_over"
        INVITED = "invited"
        MESSAGE = "message"
        DEADLINE_NEAR = "deadline_near"
        ROUND_DRAWN = "round_drawn"
        TOURNAMENT_NEWS = "tournament_news"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices", db_index=False)
    number = models.BigIntegerField()
    kind = models.CharField(max_length=15, choices=Kind.choices)
    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, related_name="notices", db_index=False)
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, on_delete=models.PROTECT, related_name="notices", db_index=False
    )
    prompt = models.BigIntegerField(null=True)
    data = models.JSONField()
    created_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_notice"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "number"], name="notice_number_once"),
            models.UniqueConstraint(
                fields=["player", "match", "prompt"],
                condition=Q(kind="deadline_near"),
                name="notice_deadline_once",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["created_ms"], name="notice_age")]
        triggers: ClassVar = [wakes_player(pgtrigger.Insert)]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of {self.player_id}"

    @property
    def subject_id(self) -> UUID:
        """The id of the match or of the tournament."""
        return self.match_id or self.tournament_id  # type: ignore[return-value]

    @property
    def page(self) -> str:
        """The page of the web client that shows the match or the tournament."""
        return f"/m/{self.match_id}" if self.match_id else f"/tournaments/{self.tournament_id}"


class Outbox(models.Model):
    """Notifications of a match on their way to players, written in the transaction of the event that they report.

    key: the id of the entry on the database that stores the players. notices: the notifications, in the form that
    `events/notifications/sql/notify.sql` reads.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.UUIDField()
    notices = models.JSONField()
    created_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_outbox"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "key"], name="outbox_key_once")]

    def __str__(self) -> str:
        return f"notices of {self.match_id}"


class Relayed(models.Model):
    """The key of an outbox entry that was delivered at `at_ms`."""

    key = models.UUIDField(primary_key=True)
    at_ms = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "events_relayed"

    def __str__(self) -> str:
        return f"delivered {self.key}"


class NotificationHead(models.Model):
    """The number of a player's newest notification. Its row is locked while notifications are written, so that they
    commit in order.
    """

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="notice_head")
    last = models.BigIntegerField()

    class Meta:
        db_table = "events_noticehead"

    def __str__(self) -> str:
        return f"{self.last} of {self.player_id}"
