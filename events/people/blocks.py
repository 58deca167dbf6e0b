"""A player's reports, and the players whom they avoid, as only they see them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from events.base.clock import now_ms, rfc3339
from events.base.exceptions import Forbidden
from events.models import Avoidance, Player, Report, Sanction
from events.people.shapes import AvoidanceOut, ReportOut


def reports_of(player: Player) -> list[ReportOut]:
    """The newest reports of a player."""
    return [report_line(report) for report in Report.objects.filter(reporter=player).order_by("-pk")[:200]]


def report_line(report: Report) -> ReportOut:
    """A report, as its author sees it."""
    return {
        "id": str(report.pk), "state": report.state, "reason": report.reason,
        "match": str(report.match_id) if report.match_id else None, "seq": report.seq,
        "created_at": rfc3339(report.created_ms),
    }  # fmt: skip


def avoidances_of(player: Player) -> list[AvoidanceOut]:
    """Whom a player avoids, by name; accounts that are closed are left out."""
    avoided = Avoidance.objects.filter(player=player, other__closed_ms=None).select_related("other")
    return [avoidance_line(avoidance) for avoidance in avoided.order_by("other__name", "pk")]


def avoidance_line(avoidance: Avoidance) -> AvoidanceOut:
    """A player who is avoided."""
    return {
        "name": avoidance.other.name, "is_block": avoidance.is_block, "created_at": rfc3339(avoidance.created_ms)
    }  # fmt: skip


def require_voice(player: Player) -> None:
    """Raises Forbidden if the operator has silenced a player."""
    if Sanction.objects.filter(in_force(now_ms()), player=player, kind=Sanction.Kind.SILENCE).exists():
        raise Forbidden(text="silenced")


def in_force(at_ms: int) -> Q:
    """The sanctions that hold at a time."""
    return Q(ended_ms=None) & (Q(until_ms=None) | Q(until_ms__gt=at_ms))


def deaf_to(speaker: UUID | None) -> set[UUID]:
    """The players who do not wish to hear a speaker."""
    return set(Avoidance.objects.filter(other=speaker).values_list("player_id", flat=True))


def blocks(player: UUID | None, other: UUID) -> bool:
    """Whether a player blocks another one."""
    return Avoidance.objects.filter(player=player, other=other, is_block=True).exists()
