"""The decision whether and when a player needs a notification. A notification is not needed if the player looks at the
match or the notification is outdated.

A player may look away from a match that waits for them without acting. So `your_turn` is withheld and sent later if it
is still needed. In a player's quiet hours all notifications for people are withheld, and checked again when the quiet
hours end.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Min, Q

from events.base.clock import now_ms
from events.base.models import PENDING, SKIPPED, WITHHELD
from events.log.models import PendingAction, Seat
from events.notifications.models import Delivery, Notification, Presence, Webhook
from events.notifications.next_delivery import deliveries_wake
from events.notifications.push_lines import talk_of
from events.timers.services import set_timer
from events.users.notice_times import daily_after, is_daily, quiet_until

WATCHING, QUIET = "watching", "quiet"
WITHHELD_TIMER = "withheld"  # the kind of timer; its key is the player
AWAY_MS = 30_000  # a page that is reloaded or has lost its connection reconnects within this time
LOOKED_AT_MS = 86_400_000  # the time after which a withheld notification is checked in any case
RELEASED_AT_ONCE = 500


def reason_to_skip(delivery: Delivery) -> str:
    """Returns the reason why a delivery is not needed: `watching`, `passed` or `replaced`; empty if it is needed."""
    if delivery.is_forced:
        return ""
    if delivery.notice.kind != Notification.Kind.DEADLINE_NEAR and is_looking(delivery.player_id, delivery.match_id):
        return WATCHING
    if is_for_people(delivery) and _has_passed(delivery.notice):
        return "passed"
    return "replaced" if delivery.subscription_id is not None and _is_replaced(delivery) else ""


def is_for_people(delivery: Delivery) -> bool:
    """Returns whether people read the delivery: on a device, by e-mail, in a chat. Programs receive all notifications
    at any time.
    """
    return delivery.webhook is None or delivery.webhook.form != Webhook.Form.STANDARD


def held_until(delivery: Delivery) -> int | None:
    """Returns when a needed notification becomes due (daily e-mail or end of quiet hours), in ms; None if it is due
    now.

    The player has chosen the time of the daily e-mail, so quiet hours do not delay it. A notification of a near
    deadline does not wait for the daily e-mail.
    """
    if delivery.is_forced or not is_for_people(delivery):
        return None
    player, is_deadline = delivery.player, delivery.notice.kind == Notification.Kind.DEADLINE_NEAR
    if delivery.is_mail and is_daily(player.notifications) and not is_deadline:
        daily_ms = daily_after(player.notifications, delivery.notice.created_ms)
        return daily_ms if daily_ms > now_ms() else None
    hours = player.quiet_hours
    return None if hours is None or (is_deadline and hours["deadlines"]) else quiet_until(hours, now_ms())


def held_review(player_id: UUID) -> None:
    """Checks all withheld notifications of a player again, after the player has changed when notifications are sent."""
    mail = Q(state=PENDING, webhook=None, subscription=None, attempts=0, lease_ms=None)
    held = Delivery.objects.filter(Q(state=WITHHELD, error=QUIET) | mail, player=player_id)
    if held.filter(due_ms__gt=now_ms() + AWAY_MS).update(due_ms=now_ms()):
        set_timer(WITHHELD_TIMER, player_id, now_ms())
        deliveries_wake()


def is_looking(player_id: UUID, match_id: UUID) -> bool:
    """Returns whether a player looks at a page of the match."""
    looks = Presence.objects.filter(player=player_id, match=match_id, is_looking=True, until_ms__gt=now_ms())
    return looks.exists()


def waits_until_away(delivery: Delivery, reason: str) -> bool:
    """Returns whether an unneeded notification is sent later if its player looks away without having acted."""
    return reason == WATCHING and delivery.notice.kind == Notification.Kind.YOUR_TURN


def looked_away(player_id: UUID, match_id: UUID) -> None:
    """Schedules a check of the notifications that were withheld while the player looked at the match."""
    soon = now_ms() + AWAY_MS
    withheld = Delivery.objects.filter(player=player_id, match=match_id, state=WITHHELD, due_ms__gt=soon)
    withheld = withheld.exclude(error=QUIET)
    if withheld.update(due_ms=soon):
        set_timer(WITHHELD_TIMER, player_id, soon)


def withheld_release(player_id: UUID) -> int | None:
    """Sends withheld notifications to a player who looks away without having acted, or whose quiet hours are over.

    Returns the time when the next withheld notifications are due.
    """
    now = now_ms()
    withheld = Delivery.objects.filter(player=player_id, state=WITHHELD)
    due = withheld.filter(due_ms__lte=now)
    due.filter(error=QUIET).update(state=PENDING, error="", due_ms=now)  # outdated notifications are skipped later
    for delivery in due.exclude(error=QUIET).select_related("notice").order_by("due_ms")[:RELEASED_AT_ONCE]:
        _release(delivery)
    deliveries_wake()
    next_ms: int | None = withheld.aggregate(Min("due_ms"))["due_ms__min"]
    return next_ms


def _release(delivery: Delivery) -> None:
    mine = Delivery.objects.filter(pk=delivery.pk, match=delivery.match_id, state=WITHHELD)
    if is_looking(delivery.player_id, delivery.match_id):
        mine.update(due_ms=now_ms() + LOOKED_AT_MS)
    elif _has_passed(delivery.notice):
        mine.update(state=SKIPPED, done_ms=now_ms())
    else:
        mine.update(state=PENDING, error="", due_ms=now_ms())


def _has_passed(notice: Notification) -> bool:
    """Returns whether the prompt or the invitation of a notification no longer waits for its player."""
    if notice.kind in (Notification.Kind.YOUR_TURN, Notification.Kind.DEADLINE_NEAR):
        waiting = PendingAction.objects.filter(match=notice.match_id, seat=notice.data["seat"], required=True)
        return not waiting.filter(prompt__in=notice.data["prompts"]).exists()
    if notice.kind == Notification.Kind.INVITED:
        return not Seat.objects.filter(match=notice.match_id, invited=notice.player_id).exists()
    return False


def _is_replaced(delivery: Delivery) -> bool:
    """Returns whether a later pending notification of the match to the same device would replace this notification."""
    later = Delivery.objects.filter(
        subscription=delivery.subscription_id, match=delivery.match_id, state=PENDING, number__gt=delivery.number
    ).select_related("notice")
    alike = [each.notice for each in later if talk_of(each.notice.kind) == talk_of(delivery.notice.kind)]
    return any(not _has_passed(notice) for notice in alike)
