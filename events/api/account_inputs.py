"""The shapes of request bodies about webhooks, devices, links in e-mails, reports, and players whom a player avoids."""

from __future__ import annotations

from events.api.inputs import (
    A_PASSWORD,
    AN_EMAIL,
    AN_ID,
    NEW_PASSWORD,
    Choice,
    Several,
    Shape,
    Truth,
    UniqueId,
    WholeNumber,
    Word,
)
from events.models import Notice
from events.models.moderation import Reason
from events.outbound import LONGEST
from events.services.pushes import LONGEST_ENDPOINT

WEBHOOK_URL = "An https address of a public host, to which notices are posted."
WEBHOOK_KINDS = "The kinds of notices that it receives; left out: all."
LINK_TOKEN = "The last part of the link that was sent by e-mail."
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


class AddressInput(Shape):
    """An e-mail address."""

    email = Word("The address that the account has confirmed.", AN_EMAIL, min_length=3, max_length=254)


class LinkInput(Shape):
    """The token of a link that was sent by e-mail."""

    token = Word(LINK_TOKEN, "c0ffee" * 7, min_length=1, max_length=1000)


class RecoveryInput(Shape):
    """A new password, and the token of a link that was sent by e-mail."""

    token = Word(LINK_TOKEN, "c0ffee" * 7, min_length=1, max_length=1000)
    password = Word(NEW_PASSWORD, A_PASSWORD, min_length=8, max_length=128)


class ReportInput(Shape):
    """A report to the operator: of a player by name, or of a message."""

    reason = Choice("Why.", "abuse", choices=Reason.values)
    text = Word("What the operator should know.", "It goes on.", max_length=1000, required=False)
    name = Word("The name of the player; or else `match` and `seq`.", "Eve", max_length=40, required=False)
    match = UniqueId("The match of a message.", AN_ID, required=False)
    seq = WholeNumber("The event that is the message.", 12, min_value=0, max_value=2**53 - 1, required=False)


class AvoidInput(Shape):
    """How you avoid a player."""

    is_block = Truth("Whether you block the player, and not only mute them.", False)
