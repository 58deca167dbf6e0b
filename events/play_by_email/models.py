"""Questions to players by e-mail, and the answers that have arrived."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.log.models import Match
from events.users.models import Player


class MailQuestion(models.Model):
    """A question to a player by e-mail. Its reply address names this row and is signed.

    place: the place that an answer refers to, in the form of `at` of a text. expires_ms: the time after which answers
    are too late. moved_ms: the time when an answer played a move; later answers play nothing.
    """

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mail_questions")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="mail_questions")
    place = models.CharField(max_length=400)
    expires_ms = models.BigIntegerField()
    moved_ms = models.BigIntegerField(null=True, default=None)

    class Meta:
        db_table = "events_mailquestion"
        indexes: ClassVar = [models.Index(fields=["expires_ms"], name="mail_question_expires")]

    def __str__(self) -> str:
        return f"question {self.pk} to {self.player_id}"


class MailAnswer(models.Model):
    """An answer that has arrived. digest: the SHA-256 hash of its Message-ID, by which copies are ignored."""

    question = models.ForeignKey(MailQuestion, on_delete=models.CASCADE, related_name="answers", db_index=False)
    digest = models.BinaryField(max_length=32)

    class Meta:
        db_table = "events_mailanswer"
        constraints: ClassVar = [models.UniqueConstraint(fields=["question", "digest"], name="mail_answered_once")]

    def __str__(self) -> str:
        return f"answer {self.pk} to question {self.question_id}"
