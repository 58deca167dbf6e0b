"""The extensions of drf-spectacular for bearer tokens, fields of request bodies, and typed dictionaries."""

from __future__ import annotations

from typing import Any, is_typeddict

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)

from events.http.openapi.components import JsonSchema, object_schema


class BearerScheme(OpenApiAuthenticationExtension):
    target_class = "events.http.auth.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


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


class TypedDictExtension(OpenApiSerializerExtension):
    """An extension of drf-spectacular that registers each typed dictionary as a component named after its class."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return is_typeddict(target)

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        """Returns the name of the component."""
        name: str = self.target.__name__
        return name

    def map_serializer(self, auto_schema: Any, direction: Any) -> JsonSchema:
        """Returns the schema of the component; registers the components that it refers to."""
        return object_schema(self.target, lambda shape: auto_schema.resolve_serializer(shape, direction).ref)
