"""The operator's global log, the signatures of its witnesses, and the last audited event of each match."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from events.base.models import append_only
from events.log.models.match import Match


class GlobalLeaf(models.Model):
    """One leaf of the global log, and the signed head of the log that ends with it.

    leaf: the canonical text that is hashed: a kind (created, ended, void, head), a time, and the hash of an event; it
    names no match. frontier: the Merkle tree up to this leaf; root, key_id, signature: the signed head of the tree at
    `at_ms`.
    """

    position = models.BigIntegerField(primary_key=True)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="global_leaves", db_index=False)
    kind = models.CharField(max_length=7)
    row_hash = models.BinaryField()
    at_ms = models.BigIntegerField()
    leaf = models.BinaryField()
    frontier = models.BinaryField()
    root = models.BinaryField()
    key_id = models.CharField(max_length=16)
    signature = models.BinaryField()

    class Meta:
        db_table = "events_globalleaf"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "kind", "row_hash"], name="global_leaf_once"),
        ]
        triggers: ClassVar = append_only("the global log")

    def __str__(self) -> str:
        return f"{self.position} {self.kind}"


class AuditMark(models.Model):
    """The last event of a match that passed an audit, and the event's hash, which must never change."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="audit_mark")
    seq = models.BigIntegerField()
    hash = models.BinaryField()
    audited_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "events_auditmark"
        indexes: ClassVar = [models.Index(fields=["audited_at"], name="audit_mark_age")]

    def __str__(self) -> str:
        return f"{self.match_id} up to {self.seq}"


class Cosignature(models.Model):
    """A witness's signature of a checkpoint of the global log.

    origin, size, root: the checkpoint; witness: the verifier key; line: the signature line, with its line end; at_ms:
    the time of signing that the witness states.
    """

    origin = models.CharField(max_length=300)
    size = models.BigIntegerField()
    root = models.BinaryField()
    witness = models.CharField(max_length=500)
    line = models.TextField()
    at_ms = models.BigIntegerField()

    class Meta:
        db_table = "events_cosignature"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["origin", "size", "witness"], name="cosigned_once"),
        ]

    def __str__(self) -> str:
        return f"{self.size} by {self.witness.partition('+')[0]}"
