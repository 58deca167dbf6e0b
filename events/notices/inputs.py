"""The shapes of request bodies about webhooks and devices."""

from __future__ import annotations

from events.base.outbound import LONGEST
from events.http.fields import Choice, Several, Shape, Truth, Word
from events.models import Notice
from events.notices.pushes import LONGEST_ENDPOINT

WEBHOOK_URL = "An https address of a public host, to which notices are posted."
WEBHOOK_KINDS = "The kinds of notices that it receives; left out: all."
KINDS = list(Notice.Kind.values)
A_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


class WebhookInput(Shape):
    """A new webhook."""

    url = Word(WEBHOOK_URL, "https://example.org/comptoir", min_length=1, max_length=LONGEST)
    kinds = Several(
        WEBHOOK_KINDS,
        KINDS[:2],
        child=Choice("A kind.", "your_turn", choices=KINDS),
        min_length=1,
        max_length=len(KINDS),
        required=False,
    )


class WebhookChangeInput(Shape):
    """Changes of a webhook; members that are left out stay as they are."""

    url = Word(WEBHOOK_URL, "https://example.org/comptoir", min_length=1, max_length=LONGEST, required=False)
    kinds = Several(
        WEBHOOK_KINDS,
        KINDS[:2],
        child=Choice("A kind.", "your_turn", choices=KINDS),
        min_length=1,
        max_length=len(KINDS),
        required=False,
    )
    is_active = Truth("Whether notices are posted; true: what has waited is posted, too.", True, required=False)


class PushKeysInput(Shape):
    """The keys of a browser's push subscription, in base64url."""

    p256dh = Word("The public key of the device, a point of P-256.", A_POINT, min_length=1, max_length=88)
    auth = Word("16 bytes that the device shares with those who send to it.", "tBHItJI5svbpez7KI4CCXg", min_length=1,
                max_length=24)  # fmt: skip


class PushSubscriptionInput(Shape):
    """A device, as the `PushSubscription` of its browser describes it."""

    endpoint = Word(
        "The address at its push service: https, of a public host.", "https://push.example.net/send/c0ffee",
        min_length=1, max_length=LONGEST_ENDPOINT,
    )  # fmt: skip
    keys = PushKeysInput(help_text="The keys for which notices are encrypted.")
    kinds = Several(
        "The kinds of notices that it receives; left out: all but `message`.", KINDS[:2],
        child=Choice("A kind.", "your_turn", choices=KINDS), min_length=1, max_length=len(KINDS), required=False,
    )  # fmt: skip
    label = Word("What you call the device.", "Firefox, Android", max_length=40, required=False)
