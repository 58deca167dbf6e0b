"""Standing orders: private answers that a player gives in advance, and when each is given."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.models.match import Match


class StandingOrder(models.Model):
    """An answer of a seat to a kind of prompt, given in advance; only the player in the seat may know of it.

    number: which of the seat's orders. phase: the kind of prompt; condition: what must hold of the seat's view
    (`events.matches.record.orders`), or null. move: `{"verb", "args"}`, where args may be left out. late: answer
    shortly before the deadline, and not soon after the prompt opens. once: for one prompt only.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="standing_orders")
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=40)
    condition = models.JSONField(null=True, default=None)
    move = models.JSONField()
    late = models.BooleanField(default=False)
    once = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seat", "number"], name="standing_order_number_once")
        ]

    def __str__(self) -> str:
        return f"order of seat {self.seat} of {self.match_id}"


class OrderedAnswer(models.Model):
    """An answer by a standing order to one prompt. due_ms: when it is given; seq: its event, once it was given."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="ordered_answers")
    prompt = models.BigIntegerField()
    seat = models.PositiveSmallIntegerField()
    order = models.ForeignKey(  # reset before the order is deleted, within its match (`orders_drop`)
        StandingOrder, null=True, on_delete=models.DO_NOTHING, related_name="answers"
    )
    due_ms = models.BigIntegerField(null=True)
    seq = models.BigIntegerField(null=True, default=None)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "prompt", "seat"], name="ordered_answer_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_ms"], condition=models.Q(due_ms__isnull=False), name="ordered_answer_due")
        ]

    def __str__(self) -> str:
        return f"ordered answer of seat {self.seat} of {self.match_id} to prompt {self.prompt}"
