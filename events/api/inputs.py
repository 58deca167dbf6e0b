"""The shapes of request bodies. Only the shape is checked here; services and rules check the meaning.

`Word("The name of the player.", "Ada")` describes a member in the OpenAPI document, with an example.
"""

from __future__ import annotations

from functools import cache
from re import ASCII, fullmatch
from typing import Any
from uuid import UUID

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request

from events.exceptions import Fault, Malformed
from events.policies import POLICIES, STEPS
from events.scopes import SCOPES

JsonSchema = dict[str, Any]


class Documented(serializers.Field):
    """A field with a description and an example, which `events.api.openapi` reads.

    keywords: what JSON Schema says of the value beside that.
    """

    keywords: JsonSchema = {}

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(help_text=description, **options)
        self.example = example


class Choice(Documented, serializers.ChoiceField):
    """One of several texts."""


class WholeNumber(Documented, serializers.IntegerField):
    """An integer; refuses texts and booleans."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Word(Documented, serializers.CharField):
    """A text, exactly as sent; refuses numbers."""

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(description, example, **{"trim_whitespace": False, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Truth(Documented, serializers.BooleanField):
    """`true` or `false`; refuses texts and numbers."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Hex32(Word):
    """32 bytes as 64 hexadecimal digits."""

    keywords: JsonSchema = {"pattern": "^[0-9a-fA-F]{64}$"}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        if len(text) != 64 or not text.isascii() or not text.isalnum():
            self.fail("invalid")
        try:
            return bytes.fromhex(text)
        except ValueError:
            self.fail("invalid")


class TimeOfDay(Word):
    """A time of day, `HH:MM`."""

    keywords: JsonSchema = {"pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not fullmatch(self.keywords["pattern"][1:-1], text, ASCII):
            self.fail("invalid")
        return text


class Steps(Documented, serializers.ListField):
    """A list of steps, which may repeat."""


class Several(Documented, serializers.ListField):
    """A list of texts, each once."""

    def to_internal_value(self, data: Any) -> list[str]:
        texts: list[str] = super().to_internal_value(data)
        twice = [place for place, text in enumerate(texts) if text in texts[:place]]
        if twice:
            raise Malformed(*(Fault(f"/{self.field_name}/{place}", "twice_the_same") for place in twice))
        return texts


class UniqueId(Word):
    """An id in its one spelling."""

    keywords: JsonSchema = {"format": "uuid"}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            number = UUID(text)
        except ValueError:
            self.fail("invalid")
        if str(number) != text:
            self.fail("invalid")
        return number


class Mapping(Documented, serializers.JSONField):
    """A JSON object with any members."""

    keywords: JsonSchema = {"type": "object", "additionalProperties": True}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data


class Shape(serializers.Serializer):
    """An object that refuses unknown members."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = [Fault(f"{self._pointer()}/{name}", "unknown_field") for name in data if name not in self.fields]
            if unknown:
                raise Malformed(*unknown)
        return super().to_internal_value(data)

    def _pointer(self) -> str:
        if self.parent is None:
            return ""
        if isinstance(self.parent, serializers.ListSerializer):
            return f"/{self.parent.field_name}"
        return f"/{self.field_name}"


@cache
def _reader(shape: type[Shape]) -> Shape:
    """The one reader of a shape: it holds no state, and copying the fields for each request takes long."""
    return shape()


def read(shape: type[Shape], request: Request) -> dict[str, Any]:
    """Returns the validated body of a request. Raises ValidationError or Malformed, with pointers."""
    validated: dict[str, Any] = _reader(shape).run_validation(request.data)
    return validated


NEW_NAME = "The name that others see: Latin letters, digits, spaces and `. ' - _`."
NEW_PASSWORD = "The new password."
NONCE = "Your part of the seed of the match; null: the server chooses it."
COMMIT = "Your commitment to a seed, in a match with commit and reveal; null: the server chooses a seed."
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
    spectator_delay = WholeNumber(
        "How many seconds later those without a seat see the match, from the deal to its end; 0: as it is.", 300,
        min_value=0, max_value=86_400, required=False,
    )  # fmt: skip
    seed = Hex32("A seed of your own, for a practice match; null: none.", "5c" * 32, required=False, allow_null=True)


class ForkSeatInput(Shape):
    """Who plays in a seat of a fork."""

    kind = Choice("You, or a bot.", "bot", choices=["me", "bot"])
    policy = Choice("The policy of a bot; `greedy` if left out.", "greedy", choices=POLICIES, required=False)


class ForkInput(Shape):
    """A fork of a match."""

    at = WholeNumber("The event after which the fork begins, by its `seq`.", 41, min_value=0, max_value=2**53 - 1)
    mode = Choice(
        "`exact`: the same cards; `resampled`: what you did not see is dealt again.", "resampled",
        choices=["exact", "resampled"],
    )  # fmt: skip
    seat = WholeNumber(
        "Your seat; null: the one that moves next, yours if it is one of several. Bots play in the others.", 0,
        min_value=0, max_value=15, required=False, allow_null=True,
    )  # fmt: skip
    seats = ForkSeatInput(
        many=True, min_length=1, max_length=16, required=False,
        help_text="Instead of `seat`: all seats, one of them yours.",
    )  # fmt: skip
    seed = Hex32("A seed of your own; null: the server draws one.", "5c" * 32, required=False, allow_null=True)


class ReplayLinkInput(Shape):
    """Whose view a replay shows."""

    vars()["as"] = Choice(  # a word of Python
        "`spectator`: what everybody saw; `me`: what your seat saw.", "spectator", choices=["spectator", "me"]
    )


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
