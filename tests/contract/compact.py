"""An OpenAPI document without the parts that programs ignore: descriptions, examples, titles, and error headers."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
SCHEMAS = ("items", "additionalProperties", "not", "x-answer", "x-line")
TABLES = ("properties", "x-events")
LISTS_OF_SCHEMAS = ("oneOf", "anyOf", "allOf")
KEPT = (
    "$ref",
    "type",
    "enum",
    "const",
    "format",
    "pattern",
    "required",
    "discriminator",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
)


def compact(document: Json) -> Json:
    """Returns the operations by method and path, and the schemas of the components by name."""
    shared = document["components"]
    operations = {
        f"{method.upper()} {path}": _operation(operation, shared)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    return {"operations": operations, "schemas": {name: schema(each) for name, each in shared["schemas"].items()}}


def schema(full: Any) -> Any:
    """Returns a schema with only the keywords that determine validity."""
    if not isinstance(full, dict):
        return full
    short: Json = {key: full[key] for key in KEPT if key in full}
    short |= {key: schema(full[key]) for key in SCHEMAS if key in full}
    short |= {key: [schema(each) for each in full[key]] for key in LISTS_OF_SCHEMAS if key in full}
    for table in TABLES:
        if table in full:
            short[table] = {name: schema(each) for name, each in full[table].items()}
    return short


def _operation(operation: Json, shared: Json) -> Json:
    parameters = [_resolved(each, shared["parameters"]) for each in operation.get("parameters", [])]
    body = operation.get("requestBody")
    return {
        "id": operation["operationId"],
        "public": not operation.get("security") or {} in operation["security"],
        "parameters": {
            f"{each['in']} {each['name']}": {"required": each.get("required", False), "schema": schema(each["schema"])}
            for each in parameters
        },
        "body": body and {"required": body.get("required", False), "content": _content(body)},
        "responses": {
            status: {"headers": sorted(each.get("headers", {})), "content": _content(each)}
            for status, each in operation["responses"].items()
            if status < "4"
        },
    }


def _content(container: Json) -> Json:
    return {kind: schema(each.get("schema", {})) for kind, each in container.get("content", {}).items()}


def _resolved(parameter: Json, shared: Json) -> Json:
    found: Json = shared[parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter
    return found
