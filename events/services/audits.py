"""Auditing the matches that are stored, and remembering how far each was found good."""

from __future__ import annotations

from events.models import AuditMark, Match
from events.selectors.audits import Finding, findings


def match_audit(*, match: Match) -> list[Finding]:
    """What is wrong with a match; if nothing is, its head can never change again without being found."""
    found = findings(match)
    if not found:
        good = {"seq": match.head_seq, "hash": bytes(match.head_hash)}
        AuditMark.objects.update_or_create(match=match, defaults=good)
    return found
