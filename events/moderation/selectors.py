"""A player's sanctions, as they see them."""

from __future__ import annotations

from events.base.clock import now_ms, rfc3339
from events.models import Player, Sanction
from events.moderation.shapes import SanctionOut

LISTED = 200


def sanctions_of(player: Player) -> list[SanctionOut]:
    """The sanctions of a player, the newest first."""
    return [sanction_line(sanction) for sanction in Sanction.objects.filter(player=player).order_by("-pk")[:LISTED]]


def sanction_line(sanction: Sanction) -> SanctionOut:
    """A sanction, as its player sees it."""
    until, at = sanction.until_ms, now_ms()
    return {
        "id": str(sanction.pk), "kind": sanction.kind, "reason": sanction.reason, "text": sanction.text,
        "in_force": sanction.ended_ms is None and (until is None or until > at),
        "created_at": rfc3339(sanction.created_ms), "until": None if until is None else rfc3339(until),
        "appeal": sanction.appeal if sanction.appealed_ms is not None else None,
        "answer": sanction.answer if sanction.answered_ms is not None else None,
    }  # fmt: skip
