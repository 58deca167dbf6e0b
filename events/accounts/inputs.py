"""The shapes of request bodies about accounts, links in e-mails, reports, and players whom a player avoids."""

from __future__ import annotations

from django.conf import settings

from events.base.scopes import SCOPES
from events.http.fields import (
    A_PASSWORD,
    AN_EMAIL,
    AN_ID,
    NEW_NAME,
    NEW_PASSWORD,
    Choice,
    Several,
    Shape,
    TimeOfDay,
    Truth,
    UniqueId,
    WholeNumber,
    Word,
)
from events.models.moderation import Reason

LINK_TOKEN = "The last part of the link that was sent by e-mail."


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


class PlayerInput(Shape):
    """A new player; a guest if there is no password."""

    name = Word(NEW_NAME, "Ada", min_length=2, max_length=40)
    password = Word(
        "The password; null: none.", A_PASSWORD, min_length=8, max_length=128, required=False, allow_null=True
    )
    email = Word("The e-mail address; null: none.", AN_EMAIL, max_length=254, required=False, allow_null=True)


class SignInInput(Shape):
    """A name and its password."""

    name = Word("The name of the player.", "Ada", max_length=40)
    password = Word("The password of the player.", A_PASSWORD, max_length=128)
    label = Word("What you call the token, in the list of your tokens.", "Laptop", max_length=40, required=False)
    scopes = Several(
        "What the token permits: `read`; `play`: to change anything; `bot`: to play as the account of a bot. Left out: "
        "all that the account can have.",
        ["read"], child=Choice("A scope.", "read", choices=SCOPES), min_length=1, max_length=3, required=False,
    )  # fmt: skip


class NotificationsInput(Shape):
    """Which e-mails the player receives, at an address that they have confirmed."""

    email_on_turn = Truth("When a match waits for the player.", True, required=False)
    email_on_start = Truth("When a match of the player starts.", True, required=False)
    email_on_over = Truth("When a match of the player ends.", False, required=False)
    email_on_invited = Truth("When somebody reserves a seat for the player.", True, required=False)
    email_when = Choice(
        "Soon, or all of a day in one e-mail at 7:00 UTC; `now` if left out.", "daily", choices=["now", "daily"],
        required=False,
    )  # fmt: skip


class PlayWindowInput(Shape):
    """The hours in which the player answers, every day; at least eight."""

    zone = Word("The time zone of the player, by its IANA name.", "Europe/Paris", max_length=40)
    start = TimeOfDay("When the hours begin, local time.", "08:00")
    end = TimeOfDay("When they end; on the next day if it is not later than `start`.", "23:00")


class ProfileInput(Shape):
    """Changes of a profile; members that are left out stay as they are."""

    name = Word(NEW_NAME, "Ada", min_length=2, max_length=40, required=False)
    email = Word("The e-mail address; null: none.", AN_EMAIL, max_length=254, required=False, allow_null=True)
    language = Choice(
        "The language of texts where a request names none.", "fr",
        choices=[code for code, _ in settings.LANGUAGES], required=False,
    )  # fmt: skip
    notifications = NotificationsInput(required=False, help_text="Which e-mails the player receives.")
    play_window = PlayWindowInput(required=False, allow_null=True, help_text="When the player answers; null: all day.")
    shows_presence = Truth("Whether others see which matches the player looks at.", True, required=False)
    password = Word(NEW_PASSWORD, A_PASSWORD, min_length=8, max_length=128, required=False)
    current_password = Word("The password so far; needed for a new one.", A_PASSWORD, max_length=128, required=False)
