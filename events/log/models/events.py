"""The append-only log, and data that can be deleted: sealed answers, stored replies, and withdrawable parts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.base.models import append_only
from events.log.models.match import Match

KEPT = ("message", "match.over")


"""Types of events that stay in the table when their match is archived, because lists, reports and ratings query them.
"""


_ARCHIVED = f"""
    OLD.type NOT IN ({", ".join(f"'{type}'" for type in KEPT)})
    AND EXISTS (SELECT FROM events_archive WHERE match_id = OLD.match_id AND size > OLD.seq)
"""


class ActionEvent(models.Model):
    """One event of a match's log: its actor and its effects.

    core: the canonical bytes of the public part, with a salted commitment to each hidden part. hidden: the hidden
    parts, path -> value, as JSON. hash: the hash of the previous hash and this core. type, seat and at_ms repeat
    members of the core, for queries; the audit compares them with the core.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.BigIntegerField()
    type = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    at_ms = models.BigIntegerField()
    core = models.BinaryField()
    hidden = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        db_table = "events_actionevent"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "seq"], name="event_seq_once")]
        triggers: ClassVar = append_only("the log", may_delete=_ARCHIVED)

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq} {self.type}"


class SealedAnswer(models.Model):
    """A seat's answer to an open sealed prompt. The seat may replace it; it is deleted when the prompt closes."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="sealed_answers", db_index=False)
    prompt = models.BigIntegerField()
    seat = models.PositiveSmallIntegerField()
    move = models.JSONField()

    class Meta:
        db_table = "events_sealedanswer"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "prompt", "seat"], name="sealed_answer_once")]

    def __str__(self) -> str:
        return f"sealed answer of seat {self.seat} of {self.match_id}"


class IdempotencyRecord(models.Model):
    """A completed request and its reply; a repeated request gets the same reply.

    owner: the match of the request, otherwise the player who sent it; the table is partitioned by owner. scope: the
    seat of a match, or a caller and a path; key: the caller's Idempotency-Key, or a key derived from the request. body:
    the hash of the request's body. prompt: the prompt that a move answered, if the prompt takes one answer from each
    seat; move: the move in its normal form; ordered: the arguments of the move whose order matters.
    """

    owner = models.UUIDField()
    scope = models.CharField(max_length=200, db_collation="C")  # other collations cannot find a prefix by the index
    key = models.CharField(max_length=200)
    body = models.BinaryField()
    prompt = models.BigIntegerField(null=True, default=None)
    move = models.JSONField(null=True, default=None)
    ordered = models.JSONField(default=list)
    status = models.PositiveSmallIntegerField()
    answer = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "events_command"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["scope", "key", "owner"], name="command_key_once"),
            models.UniqueConstraint(fields=["scope", "prompt", "owner"], name="command_prompt_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="command_created")]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"


class Withdrawable(models.Model):
    """A hidden part that an operator can withdraw, such as the text of a message.

    When the part is deleted, its commitment stays in the log. The commitment reveals nothing.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="withdrawables", db_index=False)
    seq = models.BigIntegerField()
    path = models.CharField(max_length=40)
    salt = models.BinaryField()
    value = models.JSONField()

    class Meta:
        db_table = "events_withdrawable"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seq", "path"], name="withdrawable_path_once")
        ]

    def __str__(self) -> str:
        return f"{self.path} of event {self.seq} of {self.match_id}"
