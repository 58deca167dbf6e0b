"""Parts of the OpenAPI document that no view declares: authentication, and the schemas of effects, slots, events and
notices.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension

from events.http.openapi.components import JsonSchema, Resolve, object_schema
from events.matches.serializers.events import EVENTS
from events.notifications.serializers import NOTICES
from events.streams.serializers import STREAMED
from games import registry
from games.kernel.effect import KINDS, Effect
from games.kernel.shape import example_of, object_of
from games.kernel.slots import Slot


class BearerScheme(OpenApiAuthenticationExtension):
    target_class = "events.http.auth.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class TicketScheme(OpenApiAuthenticationExtension):
    target_class = "events.streams.views.TicketAuthentication"
    name = "ticket"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "query", "name": "ticket"}


class StrictFieldExtension(OpenApiSerializerFieldExtension):
    """An extension that adds the example of a request-body field to its schema."""

    target_class = "events.http.fields.StrictMixin"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> JsonSchema:
        """Returns the schema that the field would have without this class, with the example."""
        schema: JsonSchema = auto_schema._map_serializer_field(self.target, direction, bypass_extensions=True)
        if isinstance(schema.get("type"), list):
            schema["type"] = schema["type"][0]  # drf-spectacular adds null a second time
        return {**schema, **self.target.keywords, "examples": [self.target.example]}


def add_shapes(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Adds the components `Effect`, `Slot`, `EventOut` and `NoticeOut`, each a union that one member discriminates.

    Also adds the components that only streams send.
    """
    schemas = result["components"]["schemas"]
    schemas |= _choice("Effect", "kind", {kind: _effect(effect) for kind, effect in KINDS.items()}, EFFECT)
    schemas |= _choice("Slot", "slot", {slot.kind: _slot(slot) for slot in slots()}, SLOT)
    schemas |= _choice(
        "EventOut", "type", {kind: _event(kind, shape, schemas) for kind, shape in EVENTS.items()}, EVENT
    )
    schemas |= _choice(
        "NoticeOut", "kind", {kind: _notice(kind, shape, schemas) for kind, shape in NOTICES.items()}, NOTICE
    )
    for shape in STREAMED:
        schemas[shape.__name__] = object_schema(shape, _resolver(schemas))
    return result


EFFECT = "One thing that an event did to the table."
SLOT = "The values that one argument of a move may have. `x-answer` describes such a value."
EVENT = "One event of the log, with the parts that the viewer may see."
NOTICE = "One notice, as `/me/stream` sends it and webhooks receive it."


def describe_lines(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Declares a body of JSON lines as a text. x-line: the schema of the JSON in each line.

    If the body is also available as JSON, its lines are events.
    """
    for methods in result["paths"].values():
        for operation in methods.values():
            for response in operation["responses"].values():
                content = response.get("content", {})
                if LINES in content and "x-line" not in content[LINES]["schema"]:
                    line = EVENT_OUT if "application/json" in content else content[LINES]["schema"]
                    content[LINES] = {"schema": {"type": "string", "x-line": line}}
    return result


LINES, EVENT_OUT = "application/x-ndjson", {"$ref": "#/components/schemas/EventOut"}


def unwrap_references(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Writes a description beside its `$ref`, as OpenAPI 3.1 allows, instead of an `allOf` with one member."""
    for component in result["components"]["schemas"].values():
        for schema in component.get("properties", {}).values():
            if len(schema.get("allOf", ())) == 1:
                schema |= schema.pop("allOf")[0]
    return result


def slots() -> list[type[Slot]]:
    """Returns all kinds of slots, including kinds that only one game has."""
    assert registry.GAMES, "expected the games, and so their slots, to be loaded"
    return sorted(_kinds_of(Slot), key=lambda slot: slot.kind)  # type: ignore[type-abstract]  # makes none


def _kinds_of(slot: type[Slot]) -> Iterator[type[Slot]]:
    for kind in slot.__subclasses__():
        if "kind" in vars(kind):
            yield kind
        yield from _kinds_of(kind)


def _effect(effect: type[Effect]) -> JsonSchema:
    example = {"kind": effect.kind, **example_of(effect.shape)}
    shape = {"kind": _tag(effect.kind, "The kind of the effect."), **effect.shape}
    return {**object_of(shape), "description": _first_paragraph(effect), "examples": [example]}


def _slot(slot: type[Slot]) -> JsonSchema:
    """Returns the schema of a slot. x-answer: the schema of a value that fills it, with an example."""
    example = {"slot": slot.kind, **example_of(slot.shape)}
    shape = {"slot": _tag(slot.kind, "The kind of the slot."), **slot.shape}
    answer = json.dumps(slot.answer["examples"][0])
    text = f"{_first_paragraph(slot)} An answer: {slot.answer['description']} For example: `{answer}`."
    return {**object_of(shape, slot.optional), "description": text, "examples": [example], "x-answer": slot.answer}


def _event(kind: str, shape: Any, schemas: JsonSchema) -> JsonSchema:
    """Returns the schema of an event. `EventOut` with the shared members must already exist."""
    schema = object_schema(shape, _resolver(schemas))
    schema["properties"] |= schemas["EventOut"]["properties"] | {"type": _tag(kind, "The type of the event.")}
    return schema


def _notice(kind: str, shape: Any, schemas: JsonSchema) -> JsonSchema:
    schema = object_schema(shape, _resolver(schemas))
    schema["properties"] |= {"kind": _tag(kind, "What has happened.")}
    return schema


def _resolver(schemas: JsonSchema) -> Resolve:
    """Returns a function that returns references to existing components."""

    def resolve(other: Any) -> JsonSchema:
        assert other.__name__ in schemas, f"expected {other.__name__} to be a component"
        return {"$ref": f"#/components/schemas/{other.__name__}"}

    return resolve


def _tag(value: str, description: str) -> JsonSchema:
    return {"type": "string", "const": value, "description": description, "examples": [value]}


def _first_paragraph(documented: type) -> str:
    return " ".join(cleandoc(documented.__doc__ or "").partition("\n\n")[0].split())


def _choice(name: str, tag: str, members: dict[str, JsonSchema], description: str) -> JsonSchema:
    """Returns a component that is a union, and its members. members: the schemas, by the value of the tag."""
    names = {kind: name.removesuffix("Out") + "".join(map(str.capitalize, re.split("[_.]", kind))) for kind in members}
    refs = {kind: f"#/components/schemas/{each}" for kind, each in names.items()}
    choice = {
        "description": description,
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": tag, "mapping": refs},
    }
    return {name: choice, **{names[kind]: schema for kind, schema in members.items()}}
