"""Fields of request bodies, and their reader. They check types and lengths; services and rules check the meaning.

`CharField("The name of the player.", "Ada")` describes a member in the OpenAPI document, with an example. The reader
collects all errors of a body. Objects and lists raise Malformed with the errors of all their members. The pointers of
these errors are relative to the object or list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from re import ASCII, fullmatch
from typing import Any, cast
from uuid import UUID

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.fields import SkipField, empty
from rest_framework.request import Request

from events.base.exceptions import FieldError, Malformed
from events.base.suggestions import suggestions, unknown
from events.base.text_lines import clean_line, clean_text
from events.http.strict_json import MOST_ERRORS, pointer_to
from events.http.translations import TEXTS

JsonSchema = dict[str, Any]
LIMITS = frozenset({"min_value", "max_value", "min_length", "max_length"})


class StrictMixin(serializers.Field[Any, Any, Any, Any]):
    """A field that refuses values of other JSON types instead of converting them, and describes itself.

    keywords: the JSON Schema keywords of the value besides its type. expects: the key of the error text for a wrong
    value.
    """

    json_type: type | None = None
    keywords: JsonSchema = {}
    expects: str = ""
    default_error_messages = {"invalid": ""}  # the text depends on `expects`

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(help_text=description, **options)
        self.example = example

    def to_internal_value(self, data: Any) -> Any:
        if self.json_type is not None and type(data) is not self.json_type:
            self.fail("invalid")
        return super().to_internal_value(data)


class ChoiceField(StrictMixin, serializers.ChoiceField):
    """A text from a fixed list of choices."""


class IntegerField(StrictMixin, serializers.IntegerField):
    json_type, expects = int, "integer"


class BooleanField(StrictMixin, serializers.BooleanField):
    json_type, expects = bool, "boolean"


class DictField(StrictMixin, serializers.DictField):
    """An object with any members."""

    json_type, expects = dict, "object"
    keywords: JsonSchema = {"type": "object", "additionalProperties": True}


class CharField(StrictMixin, serializers.CharField):
    """A text, exactly as sent."""

    json_type, expects = str, "text"

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(description, example, **{"trim_whitespace": False, **options})


class LineField(CharField):
    """A text of one line for other players to read. Refuses invisible characters."""

    def to_internal_value(self, data: Any) -> str:
        return clean_line(super().to_internal_value(data), "")


class ParagraphsField(CharField):
    """A text of any number of lines for other players to read. Refuses invisible characters."""

    def to_internal_value(self, data: Any) -> str:
        return clean_text(super().to_internal_value(data), "")


class Hex32Field(CharField):
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


class TimeOfDayField(CharField):
    """A time of day, `HH:MM`."""

    expects = "time_of_day"
    keywords: JsonSchema = {"pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if not fullmatch(self.keywords["pattern"][1:-1], text, ASCII):
            self.fail("invalid")
        return text


class SlugChoiceField(CharField):
    """The name of an object that the server has, such as a game. The OpenAPI document does not list the names.

    among: the objects, by name.
    """

    def __init__(self, description: str, example: Any, among: Collection[str], **options: Any) -> None:
        super().__init__(description, example, **options)
        self.among = among

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        if name not in self.among:
            raise Malformed(unknown("", name, self.among))
        return name


class ListField(StrictMixin, serializers.ListField):
    """A list of values of one kind."""

    expects = "list"

    def run_child_validation(self, data: Any) -> list[Any]:
        """Returns the items. Raises Malformed with the errors of all items."""
        return _items(self.child, data)


class StepListField(ListField):
    """A list of steps, which may repeat."""


class UniqueListField(ListField):
    """A list of texts without repetition."""

    def to_internal_value(self, data: Any) -> list[str]:
        texts: list[str] = super().to_internal_value(data)
        twice = [place for place, text in enumerate(texts) if text in texts[:place]]
        if twice:
            raise Malformed(*(FieldError(f"/{place}", "twice_the_same") for place in twice))
        return texts


class UUIDField(CharField):
    """A UUID in its canonical spelling."""

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


class ListSerializer(serializers.ListSerializer[Any]):
    """A list of objects."""

    expects = "list"
    min_length: int | None
    max_length: int | None

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        if self.min_length is not None and len(data) < self.min_length:
            self.fail("min_length", min_length=self.min_length)
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return _items(self.child, data)


class Serializer(serializers.Serializer[Any]):
    """An object that refuses unknown members, with an error that lists the known members."""

    expects = "object"

    class Meta:
        list_serializer_class = ListSerializer

    def run_validation(self, data: Any = empty) -> Any:
        """Returns the members. Raises Malformed with the errors of all members, unknown members first."""
        is_without, data = self.validate_empty_values(data)
        if is_without:
            return data
        if not isinstance(data, dict):
            self.fail("invalid", datatype=type(data).__name__)
        names = [field.field_name for field in self._writable_fields]
        errors = [unknown(pointer_to("", name), name, names, "unknown_field") for name in data if name not in names]
        members = {}
        for field in self._writable_fields:
            try:
                members[field.field_name] = _validated(field, field.get_value(data), f"/{field.field_name}")
            except SkipField:
                continue
            except Malformed as error:
                errors += error.errors
        if errors:
            raise Malformed(*errors[:MOST_ERRORS])
        return members


def _items(child: Any, values: list[Any]) -> list[Any]:
    """Returns the items of a list. Raises Malformed with the errors of all items."""
    items: list[Any] = []
    errors: list[FieldError] = []
    for place, value in enumerate(values):
        try:
            items.append(_validated(child, value, f"/{place}"))
        except Malformed as error:
            errors += error.errors
    if errors:
        raise Malformed(*errors)
    return items


def _validated(field: Any, value: Any, pointer: str) -> Any:
    """Returns the value of a member or an item. Raises Malformed with pointers relative to the parent, or SkipField."""
    try:
        return field.run_validation(value)
    except Malformed as error:
        raise Malformed(*(one._replace(pointer=pointer + one.pointer) for one in error.errors)) from None
    except serializers.ValidationError as error:
        raise Malformed(*_errors(field, value, pointer, error)) from None


def _errors(field: Any, value: Any, pointer: str, error: serializers.ValidationError) -> Iterator[FieldError]:
    """Yields the errors that REST framework finds in a value: their codes, with our text if there is one for the
    code.
    """
    for detail in cast("list[ErrorDetail]", error.detail):  # the errors of a single field
        code = detail.code or "invalid"
        if code == "invalid_choice":
            yield FieldError(pointer, code, params=suggestions(value, field.choices))
        elif code in ("invalid", "not_a_list"):
            yield FieldError(
                pointer, code, {language: texts.expected[field.expects] for language, texts in TEXTS.items()}
            )
        elif code in LIMITS:
            yield FieldError(pointer, code, str(detail), {"limit": getattr(field, code)})
        else:
            yield FieldError(pointer, code, None if code in TEXTS["en"].errors else str(detail))


@cache
def _reader(serializer: type[Serializer]) -> Serializer:
    """Returns the shared instance of a serializer. It has no state, and copying the fields for each request is slow."""
    return serializer()


def read(serializer: type[Serializer], request: Request) -> dict[str, Any]:
    """Returns the validated body of a request. Raises Malformed with all its errors, at most MOST_ERRORS."""
    validated: dict[str, Any] = _reader(serializer).run_validation(request.data)
    return validated


NEW_NAME = "The name that others see: Latin letters, digits, spaces and `. ' - _`."
NEW_PASSWORD = "The new password."
AN_ID = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"
A_PASSWORD, AN_EMAIL = "correct horse battery", "ada@example.org"


class EmptyInput(Serializer):
    """A body without members: `{}`, or no body at all."""
