"""The components `Effect`, `Slot` and `EventOut` of the OpenAPI document, each a union."""

from __future__ import annotations

import json
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

from events.http.openapi.components import JsonSchema, object_schema, resolver
from events.http.openapi.unions import constant, union
from events.matches.serializers.events import EVENTS
from games import registry
from games.kernel.effect import KINDS, Effect
from games.kernel.shape import example_of, object_of
from games.kernel.slots import Slot

EFFECT = "One change of the table by an event."
SLOT = "The values that one argument of a move may have. `x-answer` describes such a value."
EVENT = "One event of the log, with the parts that the viewer may see."


def add_events(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Adds the effects, the slots and the events."""
    schemas = result["components"]["schemas"]
    schemas |= union("Effect", "kind", {kind: _effect(effect) for kind, effect in KINDS.items()}, EFFECT)
    schemas |= union("Slot", "slot", {slot.kind: _slot(slot) for slot in slots()}, SLOT)
    schemas |= union("EventOut", "type", {kind: _event(kind, shape, schemas) for kind, shape in EVENTS.items()}, EVENT)
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
    shape = {"kind": constant(effect.kind, "The kind of the effect."), **effect.shape}
    return {**object_of(shape), "description": _first_paragraph(effect), "examples": [example]}


def _slot(slot: type[Slot]) -> JsonSchema:
    """Returns the schema of a slot. x-answer: the schema of a value that fills it, with an example."""
    example = {"slot": slot.kind, **example_of(slot.shape)}
    shape = {"slot": constant(slot.kind, "The kind of the slot."), **slot.shape}
    answer = json.dumps(slot.answer["examples"][0])
    text = f"{_first_paragraph(slot)} An answer: {slot.answer['description']} For example: `{answer}`."
    return {**object_of(shape, slot.optional), "description": text, "examples": [example], "x-answer": slot.answer}


def _event(kind: str, shape: Any, schemas: JsonSchema) -> JsonSchema:
    """Returns the schema of an event. `EventOut` with the shared members must already exist."""
    schema = object_schema(shape, resolver(schemas))
    schema["properties"] |= schemas["EventOut"]["properties"] | {"type": constant(kind, "The type of the event.")}
    return schema


def _first_paragraph(documented: type) -> str:
    return " ".join(cleandoc(documented.__doc__ or "").partition("\n\n")[0].split())
