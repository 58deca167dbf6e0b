"""A match, its seats, and its encrypted secrets."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.base.models import new_id
from events.log.models import Match
from events.users.models import Player


class Rematch(models.Model):
    """The rematch of a finished match. Another takes its place if it has ended without a result.

    rematch: the id of that match, which may be stored elsewhere.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.PROTECT, related_name="+")
    rematch = models.UUIDField()

    class Meta:
        db_table = "events_rematch"

    def __str__(self) -> str:
        return f"{self.rematch} after {self.match_id}"


class Invitation(models.Model):
    """The right to take a seat of an open match until a time; only the hash of its token is stored.

    number: the seat that it is for, or null for any free one. A link works as often as there are seats to take.
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
    """A place in the waiting list of an open match; ids have the order in which players came."""

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
    """A seat's answer to a kind of prompt, given in advance; only the player in the seat may know of it.

    number: its number in the seat. phase: the kind of prompt; condition: on the seat's view
    (`events.matches.record.orders`), or null. move: `{"verb", "args"}`; args may be missing. late: answers shortly
    before the deadline, instead of soon after the prompt opens. once: for one prompt only.
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
    """An answer by a standing order to one prompt. due_ms: when it is given; seq: its event, once it was given."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="ordered_answers", db_index=False)
    prompt = models.BigIntegerField()
    seat = models.PositiveSmallIntegerField()
    order = models.ForeignKey(  # reset before the order is deleted, within its match (`orders_drop`)
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
    """The last event of a match that a player has seen. seq: the last event that their page showed."""

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
