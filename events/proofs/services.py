"""Audits of stored matches, and marks of how far each match has passed."""

from __future__ import annotations

from events.models import AuditMark, Match
from events.proofs.audits import Finding, findings


def match_audit(*, match: Match) -> list[Finding]:
    """Returns all findings of an audit; without any, marks the head, so that a later audit detects a rewritten log.

    A match that stood still because its log was damaged, and passes, goes on.
    """
    present = findings(match)
    if not present:
        mark = {"seq": match.head_seq, "hash": bytes(match.head_hash)}
        AuditMark.objects.update_or_create(match=match, defaults=mark)
        Match.objects.filter(pk=match.pk, damaged_seq__isnull=False).update(damaged_seq=None)
    return present
