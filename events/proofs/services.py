"""Audits of stored matches, and marks of how far each match has passed."""

from __future__ import annotations

import time
from uuid import UUID

import structlog

from events.base.error_reports import report
from events.log.models import AuditMark, Match
from events.proofs.audits import Defect, findings, matches_to_audit
from events.timers.services import match_look

log = structlog.get_logger()


def matches_audit(*, after: UUID | None, seconds: float) -> UUID | None:
    """Audits matches that changed since they were last audited, one at least, for some seconds.

    after: begins behind this match. Returns the last one that it audited, if its time is over; else None.
    """
    until = time.monotonic() + seconds
    matches = matches_to_audit()
    for match in (matches.filter(pk__gt=after) if after else matches).iterator(chunk_size=20):
        match_audit_and_report(match=match)
        if time.monotonic() >= until:
            return match.pk
    return None


def match_audit_and_report(*, match: Match) -> Defect | None:
    """Audits a match; writes an error report for the worst finding, and returns it."""
    for worst in match_audit(match=match)[:1]:
        log.error("audit_failed", match=str(match.pk), seq=worst.seq, finding=worst.words)
        report("audit_failed", f"match {match.pk} seq {worst.seq}", worst.words, match.pk)
        return worst
    return None


def match_audit(*, match: Match) -> list[Defect]:
    """Returns all findings of an audit; without any, marks the head, so that a later audit detects a rewritten log.

    A match that stood still because its log was damaged, and passes, goes on.
    """
    present = findings(match)
    if not present:
        mark = {"seq": match.head_seq, "hash": bytes(match.head_hash)}
        AuditMark.objects.update_or_create(match=match, defaults=mark)
        if Match.objects.filter(pk=match.pk, damaged_seq__isnull=False).update(damaged_seq=None):
            match_look(match.pk)
    return present
