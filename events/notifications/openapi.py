"""The component `NoticeOut` of the OpenAPI document, a union."""

from __future__ import annotations

from typing import Any

from events.http.openapi.components import JsonSchema, object_schema, resolver
from events.http.openapi.unions import constant, union
from events.notifications.serializers import NOTICES

NOTICE = "One notification, as `/me/stream` sends it and webhooks receive it."


def add_notices(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Adds the notices."""
    schemas = result["components"]["schemas"]
    notices = {kind: _notice(kind, shape, schemas) for kind, shape in NOTICES.items()}
    schemas |= union("NoticeOut", "kind", notices, NOTICE)
    return result


def _notice(kind: str, shape: Any, schemas: JsonSchema) -> JsonSchema:
    schema = object_schema(shape, resolver(schemas))
    schema["properties"] |= {"kind": constant(kind, "What has happened.")}
    return schema
