"""Typed dictionaries become components of the OpenAPI document."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from events.base.response_types import Field, Moment, Schema, SeatNumber
from events.http.openapi.components import object_schema, schema_of


class Player(TypedDict):
    """A player."""

    name: str


class Pile(TypedDict):
    cards: Annotated[list[int | None], Field("Card numbers.", example=[1, None])]
    owner: Player | None
    moved_at: Moment | None
    seat: Annotated[SeatNumber, Field("The dealer.")]
    note: NotRequired[Annotated[str, Field("A note.")]]


def reference(shape: Any) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def test_a_class_becomes_an_object_with_its_docstring():
    assert object_schema(Player, reference) == {
        "type": "object",
        "description": "A player.",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
    }


def test_fields_have_their_description_and_example():
    cards = object_schema(Pile, reference)["properties"]["cards"]

    assert cards == {
        "type": "array",
        "items": {"type": ["integer", "null"]},
        "description": "Card numbers.",
        "examples": [[1, None]],
    }


def test_an_outer_description_replaces_that_of_a_named_type_and_leaves_its_example():
    seat = object_schema(Pile, reference)["properties"]["seat"]

    assert seat == {"type": "integer", "description": "The dealer.", "examples": [0]}


def test_a_field_that_may_be_missing_is_not_required():
    assert object_schema(Pile, reference)["required"] == ["cards", "moved_at", "owner", "seat"]


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (bool, {"type": "boolean"}),
        (int | str | None, {"type": ["integer", "string", "null"]}),
        (Player | None, {"oneOf": [{"$ref": "#/components/schemas/Player"}, {"type": "null"}]}),
        (list[Player], {"type": "array", "items": {"$ref": "#/components/schemas/Player"}}),
        (dict[str, Any], {"type": "object", "additionalProperties": True}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"], "examples": ["a"]}),
        (None, {"type": "null"}),
        (Annotated[str, Schema(format="date-time")] | None, {"type": ["string", "null"], "format": "date-time"}),
    ],
)
def test_a_type_becomes_its_schema(hint: Any, schema: dict[str, Any]):
    assert schema_of(hint, reference) == schema


def test_a_type_that_json_does_not_have_is_refused():
    with pytest.raises(TypeError):
        schema_of(set[int], reference)
