"""Whether a player still needs a notice, and when: not if they look at the match, nor if what it says has passed.

Who looks at a match that waits for them may look away without acting. So `your_turn` is withheld, and comes back. In a
player's quiet hours everything for people is withheld, and looked at again when they end.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from events.base.clock import now_ms
from events.base.publishing import nudge
from events.models import Delivery, Notice, Pending, Presence, Seat, Webhook
from events.models.deliveries import PENDING, SKIPPED, WITHHELD
from events.notices.push_lines import talk_of
from events.people.notice_times import daily_after, is_daily, quiet_until

WATCHING, QUIET = "watching", "quiet"
AWAY_MS = 30_000  # a page that is loaded again, or whose line broke, is back sooner
LOOKED_AT_MS = 86_400_000  # after what time a withheld notice is looked at although nobody has looked away
RELEASED_AT_ONCE = 500


def reason_to_skip(delivery: Delivery) -> str:
    """Why a delivery is not needed: `watching`, `passed` or `replaced`; empty if it is."""
    if delivery.is_forced:
        return ""
    if delivery.notice.kind != Notice.Kind.DEADLINE_NEAR and is_looking(delivery.player_id, delivery.match_id):
        return WATCHING
    if is_for_people(delivery) and _has_passed(delivery.notice):
        return "passed"
    return "replaced" if delivery.subscription_id is not None and _is_replaced(delivery) else ""


def is_for_people(delivery: Delivery) -> bool:
    """Whether people read it: on a device, by e-mail, in a chat. A program receives every notice, at any hour."""
    return delivery.webhook is None or delivery.webhook.form != Webhook.Form.STANDARD


def held_until(delivery: Delivery) -> int | None:
    """Until when a notice that is needed waits, in ms: for the e-mail of the day, or for quiet hours to end; None: not.

    The player has chosen the hour of that e-mail, so quiet hours do not hold it. A deadline that is near never waits
    for it.
    """
    if delivery.is_forced or not is_for_people(delivery):
        return None
    player, is_deadline = delivery.player, delivery.notice.kind == Notice.Kind.DEADLINE_NEAR
    if delivery.is_mail and is_daily(player.notifications) and not is_deadline:
        daily_ms = daily_after(player.notifications, delivery.notice.created_ms)
        return daily_ms if daily_ms > now_ms() else None
    hours = player.quiet_hours
    return None if hours is None or (is_deadline and hours["deadlines"]) else quiet_until(hours, now_ms())


def held_review(player_id: UUID) -> None:
    """Has what is held back looked at now, after its player has changed when notices come."""
    mail = Q(state=PENDING, webhook=None, subscription=None, attempts=0, lease_ms=None)
    held = Delivery.objects.filter(Q(state=WITHHELD, error=QUIET) | mail, player=player_id)
    if held.filter(due_ms__gt=now_ms() + AWAY_MS).update(due_ms=now_ms()):
        nudge()


def is_looking(player_id: UUID, match_id: UUID) -> bool:
    """Whether a player has a page of the match before their eyes."""
    looks = Presence.objects.filter(player=player_id, match=match_id, is_looking=True, until_ms__gt=now_ms())
    return looks.exists()


def waits_for_the_look(delivery: Delivery, reason: str) -> bool:
    """Whether a notice that is not needed now comes back once its player looks away without having acted."""
    return reason == WATCHING and delivery.notice.kind == Notice.Kind.YOUR_TURN


def looked_away(player_id: UUID, match_id: UUID) -> None:
    """Has what was withheld from a player looked at soon."""
    soon = now_ms() + AWAY_MS
    withheld = Delivery.objects.filter(player=player_id, match=match_id, state=WITHHELD, due_ms__gt=soon)
    withheld = withheld.exclude(error=QUIET)
    if withheld.update(due_ms=soon):
        nudge()


def withheld_release() -> int:
    """Sends what was withheld from players who look no more and have not acted, or whose quiet hours are over.

    Returns how much of it. For the sweeper.
    """
    now = now_ms()
    due = Delivery.objects.filter(state=WITHHELD, due_ms__lte=now)
    rested = due.filter(error=QUIET).update(state=PENDING, error="", due_ms=now)  # what has passed is left out later
    unseen = due.exclude(error=QUIET).select_related("notice").order_by("due_ms")
    return rested + sum(map(_release, unseen[:RELEASED_AT_ONCE]))


def _release(delivery: Delivery) -> bool:
    mine = Delivery.objects.filter(pk=delivery.pk, match=delivery.match_id, state=WITHHELD)
    if is_looking(delivery.player_id, delivery.match_id):
        mine.update(due_ms=now_ms() + LOOKED_AT_MS)
        return False
    if _has_passed(delivery.notice):
        mine.update(state=SKIPPED, done_ms=now_ms())
        return False
    return bool(mine.update(state=PENDING, error="", due_ms=now_ms()))


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
    alike = [each.notice for each in later if talk_of(each.notice.kind) == talk_of(delivery.notice.kind)]
    return any(not _has_passed(notice) for notice in alike)
