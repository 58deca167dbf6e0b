"""The part of JSON Schema with which effects and slots describe themselves on the wire.

Each effect and each slot has a `shape`: its members except the member that names its kind. `object_of` makes a complete
schema of the shape, which the OpenAPI document includes. `field` describes a member next to the code that writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]
Shape = Mapping[str, Schema]

INTEGER: Schema = {"type": "integer"}
STRING: Schema = {"type": "string"}
BOOLEAN: Schema = {"type": "boolean"}
SCALAR: Schema = {"type": ["integer", "string", "boolean"]}
ANYTHING: Schema = {"type": "object", "additionalProperties": True}


def field(schema: Schema, description: str, example: Any) -> Schema:
    """Returns the schema of a member, with a description and an example of its value.

    >>> field(INTEGER, "The price in coins.", 3)
    {'type': 'integer', 'description': 'The price in coins.', 'examples': [3]}
    """
    return {**schema, "description": description, "examples": [example]}


def or_null(schema: Schema) -> Schema:
    """Returns the schema with null allowed."""
    return {**schema, "type": [schema["type"], "null"]}


def array(of: Schema, **more: Any) -> Schema:
    """Returns the schema of a list. more: further keywords such as `minItems`."""
    return {"type": "array", "items": of, **more}


def mapping(to: Schema) -> Schema:
    """Returns the schema of an object with any keys and values of one kind."""
    return {"type": "object", "additionalProperties": to}


def example_of(shape: Shape) -> dict[str, Any]:
    """Returns an object with the examples of its members."""
    return {name: schema["examples"][0] for name, schema in shape.items()}


def object_of(shape: Shape, optional: Shape | None = None) -> Schema:
    """Returns the schema of an object with these members and no others; only optional members may be missing."""
    members = {**shape, **(optional or {})}
    return {"type": "object", "properties": members, "required": list(shape), "additionalProperties": False}


BOUNDS = array(INTEGER, minItems=2, maxItems=2)
ZONE = object_of(
    {
        "name": field(STRING, "The name of the zone.", "hand"),
        "seat": field(or_null(INTEGER), "The seat that the zone belongs to; null for a shared zone.", 0),
        "number": field(
            or_null(INTEGER),
            "The number of the zone among those with the same name and seat; null if there is only one.",
            None,
        ),
    }
)
DRAW = object_of(
    {
        "k": field(INTEGER, "The number of the random act in its match, counted from 0.", 4),
        "label": field(STRING, "What was drawn; part of the key of the random numbers.", "shuffle:draw"),
    }
)
MOVE = object_of(
    {
        "verb": field(STRING, "What the seat does.", "pay"),
        "args": field(ANYTHING, "The arguments of the move, by name.", {"cards": [17]}),
    }
)
CARDS = array(or_null(INTEGER))
FACES = array(or_null(STRING))
