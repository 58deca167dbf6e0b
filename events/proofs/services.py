"""Audits of stored matches, and marks of the last event of each match that passed."""

from __future__ import annotations

import time
from uuid import UUID

import structlog

from events.base.error_reports import report
from events.log.models import AuditMark, Match
from events.proofs.audits import Defect, findings, matches_to_audit
from events.timers.services import trigger_match_timers

log = structlog.get_logger()


def matches_audit(*, after: UUID | None, seconds: float) -> UUID | None:
    """Audits matches that changed since their last audit, at least one, until `seconds` have passed.

    after: the match after which to begin. Returns the last audited match if the time is up, otherwise None.
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
    """Returns all findings of an audit.

    If there are none, marks the head, so that a later audit detects a rewritten log. A match that was stopped because
    of a damaged log continues once it passes.
    """
    present = findings(match)
    if not present:
        mark = {"seq": match.head_seq, "hash": bytes(match.head_hash)}
        AuditMark.objects.update_or_create(match=match, defaults=mark)
        if Match.objects.filter(pk=match.pk, damaged_seq__isnull=False).update(damaged_seq=None):
            trigger_match_timers(match.pk)
    return present
