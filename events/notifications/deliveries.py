"""Functions that send due notifications to webhooks, to devices and by e-mail, and due e-mails about accounts.

A delivery is a row that is written with its notification (`events/notifications/sql/deliver.sql`), so a lost message to
a worker delays the delivery but loses nothing. A worker leases a delivery, sends it outside any transaction, and then
settles it. A webhook or a device receives the notifications of one match in order: a later notification waits until the
earlier notification has arrived. An e-mail contains all notifications that wait for its player. A notification is sent
twice only if a process is killed between sending and settling; both copies have the same id.

Players choose the addresses, and may choose slow servers. So each post counts against three limits: the posts of its
owner, the posts to its host, and the posts to all receivers that are not proven. The last limit leaves half of the
threads to proven receivers. E-mails go through the operator's mail server and have separate threads.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from smtplib import SMTPException

import structlog
from django.db import Error, connection, transaction
from django.db.models import Q

from events.base.clock import now_ms
from events.base.error_reports import report_error
from events.base.models import PENDING, SENT, SKIPPED, WITHHELD
from events.notifications import statements
from events.notifications.models import Delivery
from events.notifications.needs import (
    LOOKED_AT_MS,
    QUIET,
    WITHHELD_TIMER,
    held_until,
    reason_to_skip,
    waits_until_away,
)
from events.notifications.pushes import GONE, is_signed_out, push_failed, push_post, push_succeeded
from events.notifications.webhooks import webhook_failed, webhook_post, webhook_succeeded
from events.timers.services import set_timer
from events.users.account_mail import account_mail_send
from events.users.mail import bundles, mail_send, wishes_mail, write_mail
from events.users.models import AccountEmail

THREADS = 32  # the least number of threads that post; they wait most of the time
OF_OWNER, OF_HOST = 2, 2
OF_PUSH_SERVICE = 8  # one push service serves many players
SHARES = {
    "webhook": statements.Shares(OF_OWNER, OF_HOST, THREADS // 2),
    "device": statements.Shares(OF_OWNER, OF_PUSH_SERVICE, THREADS // 2),
}
LEASE_MS = 30_000  # longer than any request
MAIL_LEASE_MS = 90_000  # longer than any SMTP session
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 5_000, 3_600_000
UNSENT = (OSError, SMTPException, ValueError)
"""The exceptions when sending an e-mail. ValueError: an address or a header that no e-mail can have."""
SEND_SECONDS = 10.0

log = structlog.get_logger()


def pause_ms(failures: int) -> int:
    """Returns the pause after a number of consecutive failures: 5 s, 20 s, 80 s… up to an hour."""
    return min(int(FIRST_PAUSE_MS * 4 ** (min(failures, 10) - 1)), LONGEST_PAUSE_MS)


def deliver(senders: Sequence[Callable[[], bool]] | None = None, seconds: float = SEND_SECONDS) -> bool:
    """Sends due deliveries one by one until none is due or `seconds` have passed; returns whether more may be due.

    senders: functions that send one delivery and return whether there was one; None: all senders.
    """
    until = time.monotonic() + seconds
    while sum(map(_attempt, SENDERS if senders is None else senders)):
        if time.monotonic() >= until:
            return True
    return False


def _attempt(send: Callable[[], bool]) -> bool:
    """Sends one delivery. After an unexpected error the delivery stays leased for a while, and other deliveries
    continue.
    """
    try:
        return send()
    except Error:
        raise
    except Exception as error:
        log.exception("sending_failed", sender=send.__name__)
        report_error("task_failed", error, "notices")
        return True


def _post_one() -> bool:
    """Posts one notification to its webhook; returns False if no notification can be posted now."""
    token = uuid.uuid4()
    id = statements.claim_post("webhook", SHARES["webhook"], token, now_ms(), now_ms() + LEASE_MS)
    if id is None:
        return False
    delivery = Delivery.objects.select_related("notice", "player", "webhook__player").filter(pk=id).first()
    if delivery is None:  # deleted since, with its webhook
        return True
    assert delivery.webhook is not None
    if reason := reason_to_skip(delivery):
        _leave(delivery, token, reason)
        return True
    if until_ms := held_until(delivery):
        _hold(delivery, token, until_ms)
        return True
    _return_connection()
    status, error = webhook_post(delivery.webhook, delivery.notice)
    if error:
        webhook_failed(webhook_id=delivery.webhook.pk, pause_ms=pause_ms, is_gone=status == 410)
        _postpone(delivery, token, status, error)
    else:
        webhook_succeeded(webhook_id=delivery.webhook.pk)
        _settle(token, state=SENT, status=status, error="")
    return True


def _push_one() -> bool:
    """Posts one notification to the push service of a device; returns False if no notification can be posted now."""
    token = uuid.uuid4()
    id = statements.claim_post("device", SHARES["device"], token, now_ms(), now_ms() + LEASE_MS)
    if id is None:
        return False
    delivery = Delivery.objects.select_related("notice", "player", "subscription__token").filter(pk=id).first()
    if delivery is None:  # deleted since, with its device
        return True
    assert delivery.subscription is not None
    if is_signed_out(delivery):
        delivery.subscription.delete()
        return True
    if reason := reason_to_skip(delivery):
        _leave(delivery, token, reason)
        return True
    if until_ms := held_until(delivery):
        _hold(delivery, token, until_ms)
        return True
    _return_connection()
    status, error = push_post(delivery.subscription, delivery.notice, delivery.player.language)
    if error:
        push_failed(subscription_id=delivery.subscription.pk, pause_ms=pause_ms, is_gone=status in GONE)
        _postpone(delivery, token, status, error)
    else:
        push_succeeded(subscription_id=delivery.subscription.pk)
        _settle(token, state=SENT, status=status, error="")
    return True


def _return_connection() -> None:
    """Returns the database connection to the pool, because a post may take a while."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def _mail_notices() -> bool:
    """Sends a player all notifications that wait for an e-mail, in as few e-mails as possible; returns False if none
    waits.
    """
    token = uuid.uuid4()
    mail = statements.claim_mail(token, now_ms(), now_ms() + MAIL_LEASE_MS)
    if mail is None:
        return False
    claimed = list(Delivery.objects.select_related("notice", "player").filter(pk__in=mail.ids).order_by("number"))
    needed = {each.notice: each for each in claimed if _is_needed(each, token, mail.is_repeated)}
    for notices in bundles(claimed[0].player, list(needed)):
        _mail([needed[notice] for notice in notices], token)
    return True


def _mail(deliveries: Sequence[Delivery], token: uuid.UUID) -> None:
    """Sends one e-mail with the notifications of some deliveries, and settles the deliveries."""
    try:
        mail_send(write_mail(deliveries[0].player, [delivery.notice for delivery in deliveries]))
    except UNSENT as error:
        log.warning("mail_failed", error=type(error).__name__)
        for delivery in deliveries:
            _postpone(delivery, token, None, "mail")
    else:
        for delivery in deliveries:
            _settle(token, id=delivery.pk, state=SENT, error="")


def _is_needed(delivery: Delivery, token: uuid.UUID, is_repeated: bool) -> bool:
    """Returns whether a notification must still be sent by e-mail; if not, settles or postpones its delivery.

    If `is_repeated`, the notification is kept unless the player does not want it by e-mail.
    """
    reason = "" if is_repeated else reason_to_skip(delivery)
    reason = reason if wishes_mail(delivery) else "not_wanted"
    until_ms = None if reason or is_repeated else held_until(delivery)
    if reason:
        _leave(delivery, token, reason)
    elif until_ms:
        Delivery.objects.filter(pk=delivery.pk, lease_token=token).update(due_ms=until_ms, lease_ms=None)
    return not reason and not until_ms


def _mail_about_account() -> bool:
    """Sends one e-mail about an account and deletes its row; returns False if none waits."""
    token = uuid.uuid4()
    id = statements.claim_account_mail(token, now_ms(), now_ms() + MAIL_LEASE_MS)
    if id is None:
        return False
    email = AccountEmail.objects.select_related("player").filter(pk=id).first()
    if email is None:  # replaced since by a newer e-mail
        return True
    try:
        account_mail_send(email)
    except UNSENT as error:
        log.warning("account_mail_failed", error=type(error).__name__)
        later = now_ms() + pause_ms(email.attempts + 1)
        changes = {"attempts": email.attempts + 1, "due_ms": later, "lease_ms": None}
        AccountEmail.objects.filter(pk=id, lease_token=token).update(**changes)
    else:
        AccountEmail.objects.filter(pk=id, lease_token=token).delete()
    return True


POSTS: tuple[Callable[[], bool], ...] = (_post_one, _push_one)
MAIL: tuple[Callable[[], bool], ...] = (_mail_about_account, _mail_notices)
SENDERS = (*POSTS, *MAIL)


def _leave(delivery: Delivery, token: uuid.UUID, reason: str) -> None:
    """Skips a delivery that is not needed, or withholds it until its player looks away."""
    if not waits_until_away(delivery, reason):
        return _settle(token, id=delivery.pk, state=SKIPPED, error=reason)
    _withhold(delivery, token, reason, now_ms() + LOOKED_AT_MS)


def _hold(delivery: Delivery, token: uuid.UUID, until_ms: int) -> None:
    """Withholds a delivery until the quiet hours are over. Later notifications do not wait for it and may be sent
    meanwhile.
    """
    _withhold(delivery, token, QUIET, until_ms)


def _withhold(delivery: Delivery, token: uuid.UUID, reason: str, until_ms: int) -> None:
    mine = Delivery.objects.filter(pk=delivery.pk, lease_token=token, state=PENDING)
    with transaction.atomic():
        mine.update(state=WITHHELD, error=reason, due_ms=until_ms, lease_ms=None)
        set_timer(WITHHELD_TIMER, delivery.player_id, until_ms)


def _settle(token: uuid.UUID, *, state: str, error: str, id: int | None = None, status: int | None = None) -> None:
    """Ends all deliveries under a lease, or only delivery `id`."""
    mine = Delivery.objects.filter(lease_token=token, state=PENDING)
    mine = mine if id is None else mine.filter(pk=id)
    mine.update(state=state, error=error, status=status, done_ms=now_ms(), lease_ms=None, is_forced=False)


def _postpone(delivery: Delivery, token: uuid.UUID, status: int | None, error: str) -> None:
    """Postpones a delivery after a failure. For a webhook or a device, all its deliveries are postponed
    (`Receiver.retry_ms`).
    """
    attempts = delivery.attempts + 1
    due_ms = now_ms() + (pause_ms(attempts) if delivery.is_mail else 0)
    Delivery.objects.filter(pk=delivery.pk, lease_token=token).update(
        attempts=attempts, due_ms=due_ms, status=status, error=error, lease_ms=None
    )


def due_posts() -> list[int]:
    """Returns the ids of the unleased deliveries that could be posted now; at most `THREADS`."""
    now = now_ms()
    return [id for kind, shares in SHARES.items() for id in statements.due_posts(kind, shares, now, THREADS)][:THREADS]


def is_mail_due() -> bool:
    """Returns whether an unleased e-mail could be sent now."""
    now = now_ms()
    due = Q(lease_ms=None) | Q(lease_ms__lte=now), Q(due_ms__lte=now)
    deliveries = Delivery.objects.filter(*due, state=PENDING, webhook=None, subscription=None)
    return deliveries.exists() or AccountEmail.objects.filter(*due).exists()
