"""The sanctions of a player, as the player sees them."""

from __future__ import annotations

from events.base.clock import now_ms, rfc3339, rfc3339_or_none
from events.moderation.serializers import SanctionOut
from events.users.models import Player, Sanction

LISTED = 200


def sanctions_of(player: Player) -> list[SanctionOut]:
    """Returns the sanctions of a player, the newest first."""
    return [sanction_line(sanction) for sanction in Sanction.objects.filter(player=player).order_by("-pk")[:LISTED]]


def sanction_line(sanction: Sanction) -> SanctionOut:
    """Returns a sanction as the sanctioned player sees it."""
    until, at = sanction.until_ms, now_ms()
    return {
        "id": str(sanction.pk),
        "kind": sanction.kind,  # type: ignore[typeddict-item]
        "reason": sanction.reason,
        "text": sanction.text,
        "in_force": sanction.ended_ms is None and (until is None or until > at),
        "created_at": rfc3339(sanction.created_ms),
        "until": rfc3339_or_none(until),
        "appeal": sanction.appeal if sanction.appealed_ms is not None else None,
        "answer": sanction.answer if sanction.answered_ms is not None else None,
    }
