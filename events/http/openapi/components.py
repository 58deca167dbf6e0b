"""Conversion of typed dictionaries to components of the OpenAPI document, so that a response has one definition.

drf-spectacular accepts such a class in place of a serializer: `@extend_schema(responses=MatchHead)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import cleandoc
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from events.base.response_types import NO_EXAMPLE, Field, Schema

JsonSchema = dict[str, Any]
Resolve = Callable[[Any], JsonSchema]
"""Returns the reference to the component of a typed dictionary."""

BASIC = {str: "string", int: "integer", bool: "boolean", float: "number"}
NULL: JsonSchema = {"type": "null"}


def object_schema(shape: Any, resolve: Resolve) -> JsonSchema:
    """Returns the schema of a typed dictionary."""
    hints = get_type_hints(shape, include_extras=True)
    schema: JsonSchema = {
        "type": "object",
        "properties": {name: schema_of(hint, resolve) for name, hint in hints.items()},
        "required": sorted(_required(shape, hints)),
    }
    return schema | ({"description": cleandoc(shape.__doc__)} if shape.__doc__ else {})


def _required(shape: Any, hints: Mapping[str, Any]) -> Iterator[str]:
    """Yields the required members. With postponed annotations, Python does not recognise `NotRequired`."""
    for name, hint in hints.items():
        origins = set(_origins(hint))
        if Required in origins or (name in shape.__required_keys__ and NotRequired not in origins):
            yield name


def _origins(hint: Any) -> Iterator[Any]:
    while (origin := get_origin(hint)) in (Annotated, NotRequired, Required):
        yield origin
        hint = get_args(hint)[0]


def schema_of(hint: Any, resolve: Resolve) -> JsonSchema:
    """Returns the schema of a type. Raises TypeError for a type that JSON responses do not use."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (NotRequired, Required):
        return schema_of(arguments[0], resolve)
    if origin is Annotated:
        return _annotated(schema_of(arguments[0], resolve), arguments[1:])
    if origin in (Union, UnionType):
        return _union(arguments, resolve)
    if origin is Literal:
        return {"type": BASIC[type(arguments[0])], "enum": list(arguments), "examples": [arguments[0]]}
    if origin in (list, Sequence):
        return {"type": "array", "items": schema_of(arguments[0], resolve)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(arguments[1], resolve) or True}
    if is_typeddict(hint):
        return resolve(hint)
    if hint is Any:
        return {}
    if hint in (None, NoneType):
        return NULL
    if hint in BASIC:
        return {"type": BASIC[hint]}
    raise TypeError(f"expected a type of JSON, got {hint!r}")


def _annotated(schema: JsonSchema, annotations: Sequence[Any]) -> JsonSchema:
    """Adds the keywords of the annotations. An outer annotation comes later and replaces an inner one."""
    for annotation in annotations:
        if isinstance(annotation, Schema):
            schema = schema | annotation
        elif isinstance(annotation, Field):
            schema = schema | {"description": annotation.description}
            if annotation.example is not NO_EXAMPLE:
                schema["examples"] = [annotation.example]
    return schema


def _union(arguments: Sequence[Any], resolve: Resolve) -> JsonSchema:
    """Returns the schema of a union: one schema with several basic types, or a choice if one type is a component."""
    options = [NULL if argument is NoneType else schema_of(argument, resolve) for argument in arguments]
    if any("type" not in option or "enum" in option for option in options):
        return {"oneOf": options}
    merged = {key: value for option in options for key, value in option.items()}
    return merged | {"type": [option["type"] for option in options]}


def resolver(schemas: JsonSchema) -> Resolve:
    """Returns a function that returns references to existing components."""

    def resolve(other: Any) -> JsonSchema:
        assert other.__name__ in schemas, f"expected {other.__name__} to be a component"
        return {"$ref": f"#/components/schemas/{other.__name__}"}

    return resolve


def unwrap_references(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Writes a description beside its `$ref`, as OpenAPI 3.1 allows, instead of an `allOf` with one member."""
    for component in result["components"]["schemas"].values():
        for schema in component.get("properties", {}).values():
            if len(schema.get("allOf", ())) == 1:
                schema |= schema.pop("allOf")[0]
    return result
