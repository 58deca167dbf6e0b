"""Unions in the OpenAPI document: components whose members are told apart by the value of one property."""

from __future__ import annotations

import re

from events.http.openapi.components import JsonSchema


def union(name: str, tag: str, members: dict[str, JsonSchema], description: str) -> JsonSchema:
    """Returns a component that is a union, and its members. members: the schemas, by the value of the tag."""
    names = {kind: name.removesuffix("Out") + "".join(map(str.capitalize, re.split("[_.]", kind))) for kind in members}
    refs = {kind: f"#/components/schemas/{each}" for kind, each in names.items()}
    choice = {
        "description": description,
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": tag, "mapping": refs},
    }
    return {name: choice, **{names[kind]: schema for kind, schema in members.items()}}


def constant(value: str, description: str) -> JsonSchema:
    """Returns the schema of the property that identifies a member of a union."""
    return {"type": "string", "const": value, "description": description, "examples": [value]}
