"""The check of the database for overdue work of the scheduler and the workers."""

from __future__ import annotations

from collections.abc import Iterator

from events.base.clock import now_ms
from project.doctor.finding import Finding, fault, ok, one, rows, warning

OVERDUE_MS = 30_000
AUDIT_DAYS = 2
_PENDING = """
    SELECT count(*) FROM events_pending JOIN events_match AS match ON match.id = match_id
    WHERE match.damaged_seq IS NULL
"""
_DAMAGED = "SELECT id, damaged_seq FROM events_match WHERE damaged_seq IS NOT NULL ORDER BY id LIMIT 20"


def are_looked_after() -> Iterator[Finding]:
    """Checks for damaged logs, overdue prompts, waiting turns of bots, and logs without an audit."""
    overdue = one(f"{_PENDING} AND deadline_ms < %s", [now_ms() - OVERDUE_MS])
    late = one(f"{_PENDING} AND bot AND ready_ms < %s", [now_ms() - OVERDUE_MS])
    unaudited = one(
        """
        SELECT count(*) FROM events_match AS match LEFT JOIN events_auditmark AS mark ON mark.match_id = match.id
        WHERE match.head_seq >= 0 AND match.created_at < now() - %s * interval '1 day' AND mark.match_id IS NULL
        """,
        [AUDIT_DAYS],
    )
    for match, seq in rows(_DAMAGED):
        yield fault(
            f"match {match} is frozen: its event {seq} is missing or was changed",
            "restore its rows, then audit it (docs/operating.md, A damaged log)",
        )
    if overdue:
        yield fault(f"{overdue} deadlines passed more than 30 seconds ago", "start the scheduler, or look at its log")
    if late:
        yield fault(f"{late} turns of bots have waited for more than 30 seconds", "start workers, or more of them")
    if unaudited:
        yield warning(
            f"{unaudited} matches of more than two days were never audited",
            "start workers, or run `manage.py audit_matches`",
        )
    if not (overdue or late or unaudited):
        yield ok("no deadline, turn or audit is overdue")
