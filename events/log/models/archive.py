"""The matches that were moved from the database to the archive, with the names of their objects."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.db import models

from events.base.models import append_only
from events.log.models.match import Match

_VERIFIED_FIRST = """
    IF octet_length(NEW.digest) <> 32 OR NOT EXISTS (
        SELECT FROM events_match AS match JOIN events_auditmark AS mark ON mark.match_id = match.id
        WHERE match.id = NEW.match_id AND match.status IN ('finished', 'aborted', 'void')
            AND match.head_seq + 1 = NEW.size AND match.head_hash = NEW.hash
            AND mark.seq = match.head_seq AND mark.hash = match.head_hash
    ) OR NEW.size <> (SELECT count(*) FROM events_actionevent WHERE match_id = NEW.match_id) THEN
        RAISE EXCEPTION 'only a whole match that is over, and has passed an audit, may be archived';
    END IF;
    RETURN NEW;
"""


class Archive(models.Model):
    """A match whose first `size` events are in the archive; later events, such as messages, are in the log's table.

    hash: the hash of the last archived event. name: the name of the object in the store; digest: the SHA-256 of the
    object. The database accepts a row only for a match that is over, whole, and audited up to its head.
    """

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="archive")
    size = models.BigIntegerField()
    hash = models.BinaryField()
    name = models.CharField(max_length=200)
    digest = models.BinaryField()
    archived_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "events_archive"
        triggers: ClassVar = [
            *append_only("the list of archived matches"),
            pgtrigger.Trigger(
                name="verified_first", when=pgtrigger.Before, operation=pgtrigger.Insert, func=_VERIFIED_FIRST
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} up to {self.size}"
