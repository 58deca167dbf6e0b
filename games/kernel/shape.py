"""The part of JSON Schema that effects and slots need to describe themselves on the wire.

Each effect and each slot has a `shape`: its members except the one that names its kind. `object_of` makes a whole
schema of it. The API includes these in its document, so the types of clients come from the code that makes the JSON.
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


def or_null(schema: Schema) -> Schema:
    """What the schema allows, or null."""
    return {**schema, "type": [schema["type"], "null"]}


def array(of: Schema, **more: Any) -> Schema:
    """A list; more: `minItems` and the like."""
    return {"type": "array", "items": of, **more}


def mapping(to: Schema) -> Schema:
    """An object with any keys and values of one kind."""
    return {"type": "object", "additionalProperties": to}


def object_of(shape: Shape, optional: Shape | None = None) -> Schema:
    """An object with these members and no others; only the optional ones may be missing."""
    members = {**shape, **(optional or {})}
    return {"type": "object", "properties": members, "required": list(shape), "additionalProperties": False}


BOUNDS = array(INTEGER, minItems=2, maxItems=2)
ZONE = object_of({"name": STRING, "seat": or_null(INTEGER), "number": or_null(INTEGER)})
DRAW = object_of({"k": INTEGER, "label": STRING})
MOVE = object_of({"verb": STRING, "args": ANYTHING})
CARDS = array(or_null(INTEGER))
FACES = array(or_null(STRING))
