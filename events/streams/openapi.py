"""The tickets of streams and the components that only streams send, in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from events.http.openapi.components import object_schema, resolver
from events.streams.serializers import STREAMED


class TicketScheme(OpenApiAuthenticationExtension):
    target_class = "events.streams.views.TicketAuthentication"
    name = "ticket"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "query", "name": "ticket"}


def add_streamed(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Adds the components that only streams send."""
    schemas = result["components"]["schemas"]
    for shape in STREAMED:
        schemas[shape.__name__] = object_schema(shape, resolver(schemas))
    return result
