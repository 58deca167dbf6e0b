"""Whether a player still needs a notice: not if they look at the match, nor if what it says has passed."""

from __future__ import annotations

from events.clock import now_ms
from events.models import Delivery, Looking, Notice, Pending, Seat


def reason_to_skip(delivery: Delivery) -> str:
    """Why a delivery is not needed: `watching` or `passed`; empty if it is."""
    if delivery.is_forced:
        return ""
    looks = Looking.objects.filter(player=delivery.player_id, match=delivery.match_id, until_ms__gt=now_ms())
    if looks.exists():
        return "watching"
    return "passed" if delivery.webhook_id is None and _has_passed(delivery.notice) else ""


def _has_passed(notice: Notice) -> bool:
    """Whether the player has answered, or has been answered for; a program behind a webhook receives it even so."""
    if notice.kind == Notice.Kind.YOUR_TURN:
        waiting = Pending.objects.filter(match=notice.match_id, seat=notice.data["seat"], required=True)
        return not waiting.filter(prompt__in=notice.data["prompts"]).exists()
    if notice.kind == Notice.Kind.INVITED:
        return not Seat.objects.filter(match=notice.match_id, invited=notice.player_id).exists()
    return False
