"""Bodies of JSON lines in the OpenAPI document."""

from __future__ import annotations

from typing import Any

LINES, EVENT_OUT = "application/x-ndjson", {"$ref": "#/components/schemas/EventOut"}


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
