"""The shapes of request bodies. Only the shape is checked here; services and rules check the meaning."""

from __future__ import annotations

from django.conf import settings

from events.api.fields import (
    Choice,
    Documented,
    Hex32,
    JsonSchema,
    Kinds,
    Mapping,
    Several,
    Shape,
    Steps,
    TimeOfDay,
    Truth,
    UniqueId,
    WholeNumber,
    Word,
    read,
)
from events.models.moderation import Reason
from events.outbound import LONGEST
from events.policies import POLICIES
from events.scopes import SCOPES
from events.services.timeouts import STEPS

__all__ = ["Documented", "JsonSchema", "read"]

NEW_NAME = "The name that others see: Latin letters, digits, spaces and `. ' - _`."
NEW_PASSWORD = "The new password."
NONCE = "Your part of the seed of the match; null: the server chooses it."
COMMIT = "Your commitment to a seed, in a match with commit and reveal; null: the server chooses a seed."
WEBHOOK_URL = "An https address of a public host, to which notices are posted."
WEBHOOK_KINDS = "The kinds of notices that it receives; null: all."
LINK_TOKEN = "The last part of the link that was sent by e-mail."
A_MATCH = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"
VERB, ARGS = "What the seat does.", "The arguments of the move, by name."
AN_ID = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"
A_PASSWORD, AN_EMAIL, AN_ARGUMENT = "correct horse battery", "ada@example.org", {"cards": [12, 40]}


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
    password = Word(NEW_PASSWORD, A_PASSWORD, min_length=8, max_length=128, required=False)
    current_password = Word("The password so far; needed for a new one.", A_PASSWORD, max_length=128, required=False)


class WebhookInput(Shape):
    """A new webhook."""

    url = Word(WEBHOOK_URL, "https://example.org/comptoir", min_length=1, max_length=LONGEST)
    kinds = Kinds(WEBHOOK_KINDS, ["your_turn", "match_over"], required=False, allow_null=True)


class WebhookChangeInput(Shape):
    """Changes of a webhook; members that are left out stay as they are."""

    url = Word(WEBHOOK_URL, "https://example.org/comptoir", min_length=1, max_length=LONGEST, required=False)
    kinds = Kinds(WEBHOOK_KINDS, ["your_turn", "match_over"], required=False, allow_null=True)
    is_active = Truth("Whether notices are posted; true: what has waited is posted, too.", True, required=False)


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
    match = Word("The match of a message.", A_MATCH, max_length=36, required=False)
    seq = WholeNumber("The event that is the message.", 12, min_value=0, max_value=2**53 - 1, required=False)


class AvoidInput(Shape):
    """How you avoid a player."""

    is_block = Truth("Whether you block the player, and not only mute them.", False)


class SeatInput(Shape):
    """What a seat of a new match begins with."""

    kind = Choice(
        "You, anybody who joins, a bot, or a player whom you invite.", "bot", choices=["me", "open", "bot", "player"]
    )
    policy = Choice("The policy of a bot; `greedy` if left out.", "greedy", choices=POLICIES, required=False)
    player = Word(
        "The name of a bot's account (`GET /bots`), whose program plays in place of a policy.", "Deep Dalmuti",
        min_length=2, max_length=40, required=False,
    )  # fmt: skip
    name = Word("The name of the player whom you invite.", "Grace", min_length=2, max_length=40, required=False)


class ClockInput(Shape):
    """How long a move may take: seconds for each, or a bank with an increment; and what happens after that."""

    per_move = WholeNumber(
        "Seconds for each move; null: no limit.", 86_400, min_value=1, max_value=30 * 86_400, required=False,
        allow_null=True,
    )  # fmt: skip
    bank = WholeNumber(
        "Seconds that run while the match waits for the seat, instead of `per_move`; null: none.", 259_200,
        min_value=1, max_value=30 * 86_400, required=False, allow_null=True,
    )  # fmt: skip
    increment = WholeNumber(
        "Seconds that a bank gains with each prompt.", 43_200, min_value=1, max_value=7 * 86_400, required=False
    )
    play_window = Truth(
        "Whether time runs only in the `play_window` that a player had when they sat down.", True, required=False
    )
    vacation_days = WholeNumber(
        "Days of vacation for each seat, on which its time stands.", 7, min_value=0, max_value=30, required=False
    )
    on_timeout = Choice(
        "What happens when the time is up.", "default_move", choices=["default_move", "resign"], required=False
    )
    ladder = Steps(
        "Instead of `on_timeout`: what happens at the first deadline that a player misses, at the second in a row, and "
        "so on; the last step repeats. `bot`: a bot plays on in the seat until its player returns; `substitute`: until "
        "anybody takes it; `end`: the match ends without a result.", ["default_move", "bot"],
        child=Choice("A step.", "bot", choices=STEPS), min_length=1, max_length=5, required=False,
    )  # fmt: skip


class MatchInput(Shape):
    """A new match."""

    game = Word("The key of the game.", "great_dalmuti", max_length=40)
    options = Mapping(
        "The options of the game by name, as `GET /games/{game}` describes them; others have their defaults.",
        {"end": {"hands": 3}}, required=False,
    )  # fmt: skip
    seats = SeatInput(many=True, min_length=1, max_length=16, help_text="The seats in order.")
    visibility = Choice(
        "Who can find and watch the match: everybody, everybody who has its address, or its players alone.", "public",
        choices=["public", "unlisted", "private"], required=False,
    )  # fmt: skip
    start = Choice(
        "What starts the match: that every seat is taken, or its creator.", "when_full",
        choices=["when_full", "manual"], required=False,
    )  # fmt: skip
    clock = ClockInput(required=False, allow_null=True, help_text="How long a move may take.")
    fairness = Choice(
        "How the seed is made: of nonces that the seats send as they join, or by commit and reveal.", "nonces",
        choices=["nonces", "commit_reveal"], required=False,
    )  # fmt: skip
    nonce = Hex32(NONCE, "5c" * 32, required=False, allow_null=True)
    reveal = Choice(
        "Who sees everything once the match is over.", "all", choices=["all", "seats", "auditor"], required=False
    )
    rated = Truth("Whether the result counts for ratings.", False, required=False)
    substitutes = Truth(
        "Whether somebody else may take the seat of a player who is absent or leaves.", False, required=False
    )
    seed = Hex32("A seed of your own, for a practice match; null: none.", "5c" * 32, required=False, allow_null=True)


class SitInput(Shape):
    """The seat that you take."""

    seat = WholeNumber(
        "The number of the seat; null: the one reserved for you, else the first free one.", 1, min_value=0,
        max_value=15, required=False, allow_null=True,
    )  # fmt: skip
    nonce = Hex32(NONCE, "5c" * 32, required=False, allow_null=True)
    commit = Hex32(COMMIT, "9f" * 32, required=False, allow_null=True)


class RematchInput(Shape):
    """An agreement to a rematch."""

    nonce = Hex32(NONCE, "5c" * 32, required=False, allow_null=True)


class InvitationInput(Shape):
    """A new link to a match."""

    seat = WholeNumber(
        "The seat that the link is for; null: any free one.", 1, min_value=0, max_value=15, required=False,
        allow_null=True,
    )  # fmt: skip
    seconds = WholeNumber(
        "How long the link works; by default a week.", 86_400, min_value=60, max_value=30 * 86_400, required=False
    )


class CommitInput(Shape):
    """A commitment to a seed."""

    commit = Hex32(COMMIT, "9f" * 32, allow_null=True)


class RevealInput(Shape):
    """The seed of a seat."""

    seed = Hex32("The seed to which your seat has committed.", "5c" * 32)


class EmptyInput(Shape):
    """No members: `{}`, or no body at all."""


class MoveInput(Shape):
    """A move that answers a prompt."""

    prompt = WholeNumber("The id of the prompt.", 58, min_value=0, max_value=2**53 - 1)
    verb = Word(VERB, "pay", max_length=40)
    args = Mapping(ARGS, AN_ARGUMENT, required=False)
    lease = UniqueId(
        "The lease of a bot's decision: the move ends it, and is refused if the decision has been handed out again.",
        AN_ID, required=False,
    )  # fmt: skip


class TryInput(Shape):
    """A move, perhaps without some of its arguments."""

    verb = Word(VERB, "pay", max_length=40)
    args = Mapping(ARGS, AN_ARGUMENT, required=False)
    prompt = WholeNumber(
        "The id of the prompt; left out: the first that is open to you.", 58, min_value=0, max_value=2**53 - 1,
        required=False,
    )  # fmt: skip


class TicketInput(Shape):
    """The stream that the ticket opens."""

    match = Word(
        "The id of a match; null: your own stream.", "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55", max_length=36,
        required=False, allow_null=True,
    )  # fmt: skip


class VacationInput(Shape):
    """A vacation that starts now."""

    days = WholeNumber("How many days it lasts.", 3, min_value=1, max_value=30)


class MessageInput(Shape):
    """A message to the table."""

    text = Word("The text.", "Good game!", min_length=1, max_length=500)
