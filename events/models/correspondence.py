"""What is asked of players by e-mail, and the answers that have arrived."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.models.match import Match
from events.models.player import Player


class MailQuestion(models.Model):
    """What an e-mail asks of a player: an answer to it is sent to an address that names this row and is signed.

    place: what an answer refers to, as `at` of a text names it. expires_ms: when answers come too late. moved_ms: when
    an answer was played; a second one plays nothing.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mail_questions")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="mail_questions")
    place = models.CharField(max_length=400)
    expires_ms = models.BigIntegerField()
    moved_ms = models.BigIntegerField(null=True, default=None)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["expires_ms"], name="mail_question_expires")]

    def __str__(self) -> str:
        return f"question {self.pk} to {self.player_id}"


class MailAnswer(models.Model):
    """An answer that has arrived. digest: SHA-256 of its Message-ID, so that a copy does nothing."""

    question = models.ForeignKey(MailQuestion, on_delete=models.CASCADE, related_name="answers", db_index=False)
    digest = models.BinaryField(max_length=32)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["question", "digest"], name="mail_answered_once")]

    def __str__(self) -> str:
        return f"answer {self.pk} to question {self.question_id}"
