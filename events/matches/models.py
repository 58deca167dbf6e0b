"""Rematches, forks, invitations, waiting lists, standing orders, seen events and notes of matches."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.base.models import new_id
from events.log.models import Match
from events.users.models import Player


class Rematch(models.Model):
    """The rematch of a match, and the match of which it is itself a rematch.

    rematch: the id of its rematch, or null. A new rematch replaces an earlier rematch that ended without a result.
    rematch_of: the id of the finished match that its players play again, or null. Both may be stored on another
    database.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.PROTECT, related_name="+")
    rematch = models.UUIDField(null=True)
    rematch_of = models.UUIDField(null=True)

    class Meta:
        db_table = "events_rematch"

    def __str__(self) -> str:
        return f"rematch of {self.match_id}"


class Fork(models.Model):
    """The origin of a fork, which is a practice match that continues from a moment of another match.

    origin: the id of the other match, which may be stored on another database. seq: the event after which the fork
    begins. mode: how hidden cards are dealt (`events.replays.forks`).
    """

    match = models.OneToOneField(  # without a constraint, which Citus refuses until `distribute` has divided the table
        Match, primary_key=True, on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    origin = models.UUIDField()
    seq = models.BigIntegerField()
    mode = models.CharField(max_length=9, choices=[("exact", "exact"), ("resampled", "resampled")])

    class Meta:
        db_table = "events_fork"

    def __str__(self) -> str:
        return f"{self.match_id} from event {self.seq} of {self.origin}"


class Invitation(models.Model):
    """The right to take a seat of an open match until a time; only the hash of its token is stored.

    number: the number of the seat, or null for any free seat. A link can be used until no seat is free.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitation_links")
    digest = models.BinaryField(unique=True)
    number = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "events_invitation"

    def __str__(self) -> str:
        return f"invitation {self.id} to {self.match_id}"


class WaitingPlayer(models.Model):
    """A place in the waiting list of an open match; the ids ascend in the order in which the players joined the
    list.
    """

    ends_with_account = True
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="waiting", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="waiting_for")
    created_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_waitingplayer"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="waiting_once")]

    def __str__(self) -> str:
        return f"{self.player_id} waits for {self.match_id}"


class StandingOrder(models.Model):
    """A seat's answer to a kind of prompt, given in advance. Only the player in the seat may know of the order.

    number: the number of the order among the orders of its seat. phase: the kind of prompt. condition: a condition on
    the seat's view (`events.matches.record.orders`), or null. move: `{"verb", "args"}`; `args` may be missing. late:
    whether the answer is given shortly before the deadline instead of soon after the prompt opens. once: whether the
    order answers only one prompt.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="standing_orders", db_index=False)
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=40)
    condition = models.JSONField(null=True, default=None)
    move = models.JSONField()
    late = models.BooleanField(default=False)
    once = models.BooleanField(default=False)

    class Meta:
        db_table = "events_standingorder"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seat", "number"], name="standing_order_number_once")
        ]

    def __str__(self) -> str:
        return f"order of seat {self.seat} of {self.match_id}"


class OrderedAnswer(models.Model):
    """An answer by a standing order to one prompt.

    due_ms: the time when the answer will be played. seq: the event of the answer, after it was played.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="ordered_answers", db_index=False)
    prompt = models.BigIntegerField()
    seat = models.PositiveSmallIntegerField()
    order = models.ForeignKey(  # set to null before the order is deleted (`orders_drop`), in the same match
        StandingOrder, null=True, on_delete=models.DO_NOTHING, related_name="answers"
    )
    due_ms = models.BigIntegerField(null=True)
    seq = models.BigIntegerField(null=True, default=None)

    class Meta:
        db_table = "events_orderedanswer"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "prompt", "seat"], name="ordered_answer_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_ms"], condition=models.Q(due_ms__isnull=False), name="ordered_answer_due")
        ]

    def __str__(self) -> str:
        return f"ordered answer of seat {self.seat} of {self.match_id} to prompt {self.prompt}"


class Seen(models.Model):
    """The last event of a match that a player has seen.

    seq: the last event that the player's page showed.
    """

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seen", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seen", db_index=False)
    seq = models.BigIntegerField()

    class Meta:
        db_table = "events_seen"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "match"], name="seen_once")]

    def __str__(self) -> str:
        return f"{self.player_id} has seen {self.match_id} up to {self.seq}"


class Note(models.Model):
    """A private note of a player at a match."""

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes", db_index=False)
    match = models.UUIDField()
    text = models.CharField(max_length=4000)
    written_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_note"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "match"], name="note_once")]

    def __str__(self) -> str:
        return f"note of {self.player_id} at {self.match}"
