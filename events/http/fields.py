"""Fields of request bodies, and their reader. Only the shape is checked here; services and rules check the meaning.

`Word("The name of the player.", "Ada")` describes a member in the OpenAPI document, with an example. The reader
collects everything that is wrong in a body: objects and lists raise Malformed with the faults of all their members,
whose pointers begin at the object or list itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from re import ASCII, fullmatch
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.fields import SkipField, empty
from rest_framework.request import Request

from events.base.exceptions import Fault, Malformed
from events.base.suggestions import suggestions, unknown
from events.http.strict_json import MOST_FAULTS, pointer_to
from events.http.translations import TEXTS

JsonSchema = dict[str, Any]
LIMITS = frozenset({"min_value", "max_value", "min_length", "max_length"})


class Documented(serializers.Field):
    """A field with a description and an example, which `events.openapi` reads.

    keywords: what JSON Schema says of the value beside that. expects: what its text for a wrong value is called.
    """

    keywords: JsonSchema = {}
    expects: str = ""

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(help_text=description, **options)
        self.example = example


class Choice(Documented, serializers.ChoiceField):
    """One of several texts."""


class WholeNumber(Documented, serializers.IntegerField):
    """An integer; refuses texts and booleans."""

    expects = "integer"

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Word(Documented, serializers.CharField):
    """A text, exactly as sent; refuses numbers."""

    expects = "text"

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(description, example, **{"trim_whitespace": False, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Truth(Documented, serializers.BooleanField):
    """`true` or `false`; refuses texts and numbers."""

    expects = "boolean"

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Hex32(Word):
    """32 bytes as 64 hexadecimal digits."""

    expects = "hex32"
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

    expects = "time_of_day"
    keywords: JsonSchema = {"pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not fullmatch(self.keywords["pattern"][1:-1], text, ASCII):
            self.fail("invalid")
        return text


class Known(Word):
    """The name of one of the things that the server has, such as a game; the OpenAPI document does not list them.

    among: these things, by name.
    """

    def __init__(self, description: str, example: Any, among: Collection[str], **options: Any) -> None:
        super().__init__(description, example, **options)
        self.among = among

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if name not in self.among:
            raise Malformed(unknown("", name, self.among))
        return name


class ListOf(Documented, serializers.ListField):
    """A list of values of one kind."""

    expects = "list"

    def run_child_validation(self, data: Any) -> list[Any]:
        """The items. Raises Malformed with the faults of all of them."""
        return _items(self.child, data)


class Steps(ListOf):
    """A list of steps, which may repeat."""


class Several(ListOf):
    """A list of texts, each once."""

    def to_internal_value(self, data: Any) -> list[str]:
        texts: list[str] = super().to_internal_value(data)
        twice = [place for place, text in enumerate(texts) if text in texts[:place]]
        if twice:
            raise Malformed(*(Fault(f"/{place}", "twice_the_same") for place in twice))
        return texts


class UniqueId(Word):
    """An id in its one spelling."""

    expects = "id"
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

    expects = "object"
    keywords: JsonSchema = {"type": "object", "additionalProperties": True}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data


class Items(serializers.ListSerializer):
    """A list of objects."""

    expects = "list"

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        if self.min_length is not None and len(data) < self.min_length:
            self.fail("min_length", min_length=self.min_length)
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return _items(self.child, data)


class Shape(serializers.Serializer):
    """An object that refuses unknown members, and says which others it has."""

    expects = "object"

    class Meta:
        list_serializer_class = Items

    def run_validation(self, data: Any = empty) -> Any:
        """The members. Raises Malformed with the faults of all of them, the unknown ones first."""
        is_without, data = self.validate_empty_values(data)
        if is_without:
            return data
        if not isinstance(data, dict):
            self.fail("invalid", datatype=type(data).__name__)
        names = [field.field_name for field in self._writable_fields]
        faults = [unknown(pointer_to("", name), name, names, "unknown_field") for name in data if name not in names]
        members = {}
        for field in self._writable_fields:
            try:
                members[field.field_name] = _validated(field, field.get_value(data), f"/{field.field_name}")
            except SkipField:
                continue
            except Malformed as error:
                faults += error.faults
        if faults:
            raise Malformed(*faults[:MOST_FAULTS])
        return members


def _items(child: Any, values: list[Any]) -> list[Any]:
    """The items of a list. Raises Malformed with the faults of all of them."""
    items, faults = [], []
    for place, value in enumerate(values):
        try:
            items.append(_validated(child, value, f"/{place}"))
        except Malformed as error:
            faults += error.faults
    if faults:
        raise Malformed(*faults)
    return items


def _validated(field: Any, value: Any, pointer: str) -> Any:
    """The value of a member or an item. Raises Malformed with pointers from its parent on, or SkipField."""
    try:
        return field.run_validation(value)
    except Malformed as error:
        raise Malformed(*(fault._replace(pointer=pointer + fault.pointer) for fault in error.faults)) from None
    except serializers.ValidationError as error:
        raise Malformed(*_faults(field, value, pointer, error)) from None


def _faults(field: Any, value: Any, pointer: str, error: serializers.ValidationError) -> Iterator[Fault]:
    """What REST framework finds wrong with a value: its code, with our text if there is one for it."""
    for detail in error.detail:
        code = detail.code
        if code == "invalid_choice":
            yield Fault(pointer, code, facts=suggestions(value, field.choices))
        elif code in ("invalid", "not_a_list"):
            yield Fault(pointer, code, {language: texts.expected[field.expects] for language, texts in TEXTS.items()})
        elif code in LIMITS:
            yield Fault(pointer, code, str(detail), {"limit": getattr(field, code)})
        else:
            yield Fault(pointer, code, None if code in TEXTS["en"].faults else str(detail))


@cache
def _reader(shape: type[Shape]) -> Shape:
    """The one reader of a shape: it holds no state, and copying the fields for each request takes long."""
    return shape()


def read(shape: type[Shape], request: Request) -> dict[str, Any]:
    """Returns the validated body of a request. Raises Malformed with all its faults, at most MOST_FAULTS."""
    validated: dict[str, Any] = _reader(shape).run_validation(request.data)
    return validated


NEW_NAME = "The name that others see: Latin letters, digits, spaces and `. ' - _`."
NEW_PASSWORD = "The new password."
AN_ID = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"
A_PASSWORD, AN_EMAIL = "correct horse battery", "ada@example.org"


class EmptyInput(Shape):
    """No members: `{}`, or no body at all."""
