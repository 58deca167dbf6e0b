"""The shapes of request bodies. Only the shape is checked here; services and rules check the meaning."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request

from events.exceptions import Fault, Malformed
from events.policies import POLICIES


class WholeNumber(serializers.IntegerField):
    """An integer; refuses texts and booleans."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Word(serializers.CharField):
    """A text, exactly as sent; refuses numbers."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"trim_whitespace": False, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Truth(serializers.BooleanField):
    """`true` or `false`; refuses texts and numbers."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Hex32(Word):
    """32 bytes as 64 hexadecimal digits."""

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        if len(text) != 64 or not text.isascii() or not text.isalnum():
            self.fail("invalid")
        try:
            return bytes.fromhex(text)
        except ValueError:
            self.fail("invalid")


class Mapping(serializers.JSONField):
    """A JSON object with any members."""

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


def read(shape: type[Shape], request: Request) -> dict[str, Any]:
    """Returns the validated body of a request. Raises ValidationError or Malformed, with pointers."""
    body = shape(data=request.data)
    body.is_valid(raise_exception=True)
    validated: dict[str, Any] = body.validated_data
    return validated


class PlayerInput(Shape):
    name = Word(min_length=2, max_length=40)
    password = Word(min_length=8, max_length=128, required=False, allow_null=True)
    email = Word(max_length=254, required=False, allow_null=True)


class SignInInput(Shape):
    name = Word(max_length=40)
    password = Word(max_length=128)


class NotificationsInput(Shape):
    email_on_turn = Truth(required=False)
    email_on_start = Truth(required=False)
    email_on_over = Truth(required=False)


class ProfileInput(Shape):
    email = Word(max_length=254, required=False, allow_null=True)
    language = serializers.ChoiceField(choices=[code for code, _ in settings.LANGUAGES], required=False)
    notifications = NotificationsInput(required=False)
    password = Word(min_length=8, max_length=128, required=False)
    current_password = Word(max_length=128, required=False)


class SeatInput(Shape):
    kind = serializers.ChoiceField(choices=["me", "open", "bot", "player"])
    policy = serializers.ChoiceField(choices=POLICIES, required=False)
    name = Word(min_length=2, max_length=40, required=False)


class ClockInput(Shape):
    per_move = WholeNumber(min_value=1, max_value=30 * 86_400, required=False, allow_null=True)
    on_timeout = serializers.ChoiceField(choices=["default_move", "resign"], required=False)


class MatchInput(Shape):
    game = Word(max_length=40)
    options = Mapping(required=False)
    seats = SeatInput(many=True, min_length=1, max_length=16)
    visibility = serializers.ChoiceField(choices=["public", "unlisted", "private"], required=False)
    start = serializers.ChoiceField(choices=["when_full", "manual"], required=False)
    clock = ClockInput(required=False, allow_null=True)
    fairness = serializers.ChoiceField(choices=["nonces", "commit_reveal"], required=False)
    nonce = Hex32(required=False, allow_null=True)
    reveal = serializers.ChoiceField(choices=["all", "seats", "auditor"], required=False)
    rated = Truth(required=False)
    seed = Hex32(required=False, allow_null=True)


class SitInput(Shape):
    seat = WholeNumber(min_value=0, max_value=15, required=False, allow_null=True)
    nonce = Hex32(required=False, allow_null=True)
    commit = Hex32(required=False, allow_null=True)


class CommitInput(Shape):
    commit = Hex32(allow_null=True)


class RevealInput(Shape):
    seed = Hex32()


class EmptyInput(Shape):
    """No members: `{}`, or no body at all."""


class MoveInput(Shape):
    prompt = WholeNumber(min_value=0, max_value=2**53 - 1)
    verb = Word(max_length=40)
    args = Mapping(required=False)


class TryInput(Shape):
    verb = Word(max_length=40)
    args = Mapping(required=False)
    prompt = WholeNumber(min_value=0, max_value=2**53 - 1, required=False)


class TicketInput(Shape):
    match = Word(max_length=36, required=False, allow_null=True)


class MessageInput(Shape):
    text = Word(min_length=1, max_length=500)
