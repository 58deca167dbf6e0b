"""Compares responses with the OpenAPI document: only declared statuses, headers, media types and members may occur.

`Caller` checks every response that a test of the API receives. Objects with declared members may have no others here,
although clients must ignore unknown members.
"""

from __future__ import annotations

import copy
import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
from drf_spectacular.generators import SchemaGenerator

from events.http.openapi import headers

Json = Any
EVERYWHERE = {header.name for header in headers.EVERYWHERE}
UNDECLARED = frozenset(
    {
        "Allow",
        "Cache-Control",
        "Content-Encoding",
        "Content-Length",
        "Content-Security-Policy",
        "Content-Type",
        "Cross-Origin-Opener-Policy",
        "Referrer-Policy",
        "Strict-Transport-Security",
        "Vary",
        "X-Accel-Buffering",
        "X-Content-Type-Options",
        "X-Frame-Options",
    }
)
"""Headers that HTTP or browsers need, and that an API's document does not list."""


class Unlike(AssertionError):
    """A response differs from the document."""


@cache
def document() -> dict[str, Any]:
    """Returns the OpenAPI document."""
    return dict(SchemaGenerator().get_schema(request=None, public=True))  # type: ignore[no-untyped-call]


class Conformance:
    """Checks responses against a document."""

    def __init__(self, document: Json) -> None:
        self._document = closed(document)
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), methods)
            for path, methods in sorted(document["paths"].items(), key=lambda item: item[0].count("{"))
        ]
        self._validators: dict[str, Any] = {}

    def check(self, method: str, path: str, response: Any) -> None:
        """Raises Unlike. Ignores paths and methods that the document does not have."""
        operation = self._operation(method, path)
        if operation is None:
            return
        where = f"{method} {path}: {response.status_code}"
        declared = operation["responses"].get(str(response.status_code))
        if declared is None:
            raise Unlike(f"{where} is not declared")
        if "$ref" in declared:
            declared = self._document["components"]["responses"][declared["$ref"].rpartition("/")[2]]
        odd = {name for name in response.headers if name not in declared.get("headers", {})} - EVERYWHERE - UNDECLARED
        if odd:
            raise Unlike(f"{where} has headers that are not declared: {sorted(odd)}")
        self._check_body(where, declared.get("content", {}), response)

    def _operation(self, method: str, path: str) -> Json:
        plain = path.partition("?")[0].rstrip("/")
        methods = next((methods for pattern, methods in self._paths if pattern.fullmatch(plain)), {})
        return methods.get(method.lower())

    def _check_body(self, where: str, content: Json, response: Any) -> None:
        media_type = response.headers.get("Content-Type", "").partition(";")[0]
        if not content:
            if response.content or "Content-Type" in response.headers:
                raise Unlike(f"{where} has a body or a media type, {media_type!r}, and none is declared")
            return
        if media_type not in content:
            raise Unlike(f"{where} is of {media_type!r}, expected one of {sorted(content)}")
        schema, lines = content[media_type]["schema"], [_plain(response)]
        if media_type == "text/event-stream":
            self._check_stream(where, schema["x-events"], lines[0].decode())
        if media_type == "application/x-ndjson":
            for event in map(json.loads, lines[0].splitlines() if "x-events" in schema else ()):
                self._check_event(where, schema["x-events"], event["event"], event["data"])
            schema, lines = schema["x-line"], lines[0].splitlines()
        for line in lines if media_type.endswith("json") else ():
            error = next(self._validator(schema).iter_errors(json.loads(line)), None)
            if error is not None:
                raise Unlike(f"{where} at {list(error.instance_path)}: {error.message[:300]}")

    def _check_stream(self, where: str, events: Json, text: str) -> None:
        """Checks the data of each event of a stream against the schema of the event's name."""
        for name, data in re.findall(r"^event: (.*)\ndata: (.*)$", text, re.MULTILINE):
            self._check_event(where, events, name, json.loads(data))

    def _check_event(self, where: str, events: Json, name: str, data: Json) -> None:
        if name not in events:
            raise Unlike(f"{where} has an event that is not declared: {name}")
        error = next(self._validator(events[name]).iter_errors(data), None)
        if error is not None:
            raise Unlike(f"{where}, event {name}, at {list(error.instance_path)}: {error.message[:300]}")

    def _validator(self, schema: Json) -> Any:
        name = schema.get("$ref") or json.dumps(schema)
        if name not in self._validators:
            whole = {**schema, "components": self._document["components"]}
            self._validators[name] = jsonschema_rs.Draft202012Validator(whole)
        return self._validators[name]


def _plain(response: Any) -> bytes:
    content: bytes = response.content
    return gzip.decompress(content) if response.headers.get("Content-Encoding") == "gzip" else content


def closed(document: Json) -> Json:
    """Returns a copy in which objects have only their declared members."""
    document = copy.deepcopy(document)
    for schema in schemas_in(document["components"]["schemas"]):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return document


def schemas_in(value: Json) -> Iterator[dict[str, Any]]:
    """Yields every object in a part of a document, except in examples."""
    if isinstance(value, dict):
        yield value
        for name, below in value.items():
            if name not in ("examples", "example", "const", "default"):
                yield from schemas_in(below)
    elif isinstance(value, list):
        for item in value:
            yield from schemas_in(item)


@cache
def conformance() -> Conformance:
    """Returns the checks against the document of this process."""
    return Conformance(document())
