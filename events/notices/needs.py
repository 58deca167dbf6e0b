"""Whether a player still needs a notice: not if they look at the match, nor if what it says has passed."""

from __future__ import annotations

from events.base.clock import now_ms
from events.models import Delivery, Notice, Pending, Presence, Seat
from events.models.deliveries import PENDING
from events.notices.push_lines import is_talk


def reason_to_skip(delivery: Delivery) -> str:
    """Why a delivery is not needed: `watching`, `passed` or `replaced`; empty if it is."""
    if delivery.is_forced:
        return ""
    looks = Presence.objects.filter(player=delivery.player_id, match=delivery.match_id, until_ms__gt=now_ms())
    if looks.exists():
        return "watching"
    if delivery.webhook_id is None and _has_passed(delivery.notice):
        return "passed"
    return "replaced" if delivery.subscription_id is not None and _is_replaced(delivery) else ""


def _has_passed(notice: Notice) -> bool:
    """Whether the player has answered, or has been answered for; a program behind a webhook receives it even so."""
    if notice.kind in (Notice.Kind.YOUR_TURN, Notice.Kind.DEADLINE_NEAR):
        waiting = Pending.objects.filter(match=notice.match_id, seat=notice.data["seat"], required=True)
        return not waiting.filter(prompt__in=notice.data["prompts"]).exists()
    if notice.kind == Notice.Kind.INVITED:
        return not Seat.objects.filter(match=notice.match_id, invited=notice.player_id).exists()
    return False


def _is_replaced(delivery: Delivery) -> bool:
    """Whether a later notice of the match is on its way to the same device, which would show that one instead."""
    later = Delivery.objects.filter(
        subscription=delivery.subscription_id, match=delivery.match_id, state=PENDING, number__gt=delivery.number
    ).select_related("notice")
    alike = [each.notice for each in later if is_talk(each.notice.kind) == is_talk(delivery.notice.kind)]
    return any(not _has_passed(notice) for notice in alike)
