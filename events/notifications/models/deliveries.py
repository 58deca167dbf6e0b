"""Receivers of notifications (webhooks and devices), deliveries to them and by e-mail, and open streams."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.base.models import PENDING, STATES, WITHHELD, Sending, new_id
from events.log.models import Match
from events.notifications.models.notifications import Notification
from events.users.models import Player, Token


class Receiver(models.Model):
    """A receiver of posted notifications.

    kinds: the kinds of notifications that it receives. failing_since_ms: the time of the first failure after the last
    success. failures: the number of failures since then. failed_ms: the time of the last failure, even if a success
    followed. retry_ms: the time before which nothing is posted. tried_ms: the time of the last attempt.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    kinds = models.JSONField()
    failing_since_ms = models.BigIntegerField(null=True, default=None)
    failures = models.PositiveIntegerField(default=0)
    failed_ms = models.BigIntegerField(default=0, db_default=0)
    retry_ms = models.BigIntegerField(default=0)
    tried_ms = models.BigIntegerField(default=0)
    created_ms = models.BigIntegerField()

    class Meta:
        abstract = True


class Webhook(Receiver):
    """An address of a player to which notifications are posted.

    form: the format of the posted body: the notification itself, or a line for the people of a chat. sealed: the
    webhook's secret, encrypted. is_active: false after its owner or a day of failures has switched it off; then its
    deliveries wait.
    """

    ends_with_account = True

    class Form(models.TextChoices):
        STANDARD = "standard"
        DISCORD = "discord"
        SLACK = "slack"
        MATRIX = "matrix"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    form = models.CharField(max_length=8, choices=Form.choices, default=Form.STANDARD, db_default=Form.STANDARD)
    sealed = models.BinaryField()
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "events_webhook"

    def __str__(self) -> str:
        return f"webhook {self.id} of {self.player_id}"


class PushSubscription(Receiver):
    """A device of a player that shows notifications, reached through the push service of its browser.

    endpoint, p256dh, auth: the members of the browser's subscription. They are useless without the key that signs
    requests, which is not in the database. server_key: the public key for which the browser has subscribed. token: the
    token of the device; a signed-out device receives no more notifications. label: the owner's name for the device.
    """

    ends_with_account = True
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions", db_index=False)
    token = models.ForeignKey(Token, null=True, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    server_key = models.CharField(max_length=87)
    label = models.CharField(max_length=40, default="", blank=True)

    class Meta:
        db_table = "events_pushsubscription"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "endpoint"], name="subscribed_once")]

    def __str__(self) -> str:
        return f"device {self.id} of {self.player_id}"


class Delivery(Sending):
    """A delivery of a notification to a webhook, to a device, or (if both are null) to the player's e-mail address.

    It is written with the notification. match: the id of the notification's match or tournament; notifications with the
    same id are sent in order. number: the number of the notification. state: `withheld` while the player looks at the
    match or has quiet hours; then `due_ms` is the time of the next check. is_forced: whether the player requested to
    send it again; then it is sent even while they look. status: the HTTP status of the last response. error: the reason
    why the last attempt failed or nothing was sent.
    """

    notice = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    match = models.ForeignKey(
        Match, on_delete=models.DO_NOTHING, related_name="deliveries", db_index=False, db_constraint=False
    )
    number = models.BigIntegerField()
    webhook = models.ForeignKey(Webhook, null=True, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    subscription = models.ForeignKey(
        PushSubscription, null=True, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    state = models.CharField(max_length=8, choices=[(name, name) for name in STATES], default=PENDING)
    is_forced = models.BooleanField(default=False)
    done_ms = models.BigIntegerField(null=True, default=None)
    status = models.PositiveSmallIntegerField(null=True, default=None)
    error = models.CharField(max_length=20, default="", blank=True)

    class Meta:
        db_table = "events_delivery"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notice", "webhook", "subscription"], name="delivery_once", nulls_distinct=False
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["webhook", "-number"], name="delivery_log"),
            models.Index(fields=["due_ms"], condition=Q(state=PENDING), name="delivery_due"),
            models.Index(
                fields=["player", "webhook", "match", "number"], condition=Q(state=PENDING), name="delivery_order"
            ),
            models.Index(
                fields=["subscription", "match", "number"],
                condition=Q(subscription__isnull=False),
                name="delivery_push",
            ),
            models.Index(
                fields=["webhook", "match", "number"],
                condition=Q(state=PENDING, webhook__isnull=False),
                name="delivery_waits_webhook",
            ),
            models.Index(
                fields=["subscription", "match", "number"],
                condition=Q(state=PENDING, subscription__isnull=False),
                name="delivery_waits_device",
            ),
            models.Index(
                fields=["due_ms"],
                condition=Q(state=PENDING, webhook=None, subscription=None),
                name="delivery_waits_mail",
            ),
            models.Index(
                fields=["lease_ms"], condition=Q(state=PENDING, lease_ms__isnull=False), name="delivery_under_way"
            ),
            models.Index(fields=["player", "due_ms"], condition=Q(state=WITHHELD), name="delivery_withheld"),
        ]

    def __str__(self) -> str:
        return f"notice {self.number} of {self.player_id}: {self.state}"

    @property
    def is_mail(self) -> bool:
        """True for a delivery to the player's e-mail address."""
        return self.webhook_id is None and self.subscription_id is None


class Presence(models.Model):
    """An open stream of a match, whose player has a seat there or shows their presence.

    until_ms: renewed by the process that serves the stream. page: the client's name for the page. is_looking: false
    while the page is hidden or untouched.
    """

    ends_with_account = True
    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="looks", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="looks", db_index=False)
    until_ms = models.BigIntegerField()
    page = models.UUIDField(null=True, default=None)
    is_looking = models.BooleanField(default=True, db_default=True)

    class Meta:
        db_table = "events_looking"
        indexes: ClassVar = [models.Index(fields=["player", "match"], name="looking_at")]

    def __str__(self) -> str:
        return f"{self.player_id} looks at {self.match_id}"
