"""The reports of a player, as only the player may see them."""

from __future__ import annotations

from events.base.clock import rfc3339
from events.moderation.models import Report
from events.users.models import Player
from events.users.serializers import ReportOut


def reports_of(player: Player) -> list[ReportOut]:
    """Returns the newest reports of a player."""
    return [report_line(report) for report in Report.objects.filter(reporter=player).order_by("-pk")[:200]]


def report_line(report: Report) -> ReportOut:
    """Returns a report, as its author sees it."""
    return {
        "id": str(report.pk),
        "state": report.state,
        "reason": report.reason,
        "match": str(report.match_id) if report.match_id else None,
        "seq": report.seq,
        "created_at": rfc3339(report.created_ms),
    }
