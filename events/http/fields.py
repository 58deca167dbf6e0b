"""Fields of request bodies, and their reader. Only the shape is checked here; services and rules check the meaning.

`Word("The name of the player.", "Ada")` describes a member in the OpenAPI document, with an example.
"""

from __future__ import annotations

from functools import cache
from re import ASCII, fullmatch
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request

from events.base.exceptions import Fault, Malformed

JsonSchema = dict[str, Any]


class Documented(serializers.Field):
    """A field with a description and an example, which `events.openapi` reads.

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
AN_ID = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"
A_PASSWORD, AN_EMAIL = "correct horse battery", "ada@example.org"


class EmptyInput(Shape):
    """No members: `{}`, or no body at all."""
