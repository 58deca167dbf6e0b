"""Snapshots of long matches, computed from their logs, so that a process need not fold a whole log."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.log.models.match import Match


class Snapshot(models.Model):
    """The state of a match after event `seq`, with the knowledge of each seat. Any row may be deleted.

    hash: the hash of event `seq`; code: the digest of the code that folded the state. sealed: the content, encrypted
    like the seeds, and bound to the match, `seq`, `hash` and `code` (`events.log.snapshots`).
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    seq = models.BigIntegerField()
    hash = models.BinaryField()
    code = models.CharField(max_length=16)
    sealed = models.BinaryField()

    class Meta:
        db_table = "events_storedstate"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "seq"], name="one_state_after_an_event")]

    def __str__(self) -> str:
        return f"{self.match_id} after {self.seq}"
