"""The operations of an OpenAPI document, in the form that both generators need."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any, NamedTuple

Json = Any
BASE = "/api/v1"
METHODS = ("get", "post", "put", "patch", "delete")


class Member(NamedTuple):
    """A parameter of a query."""

    name: str
    schema: Json
    description: str


class Operation(NamedTuple):
    """One method of the packages.

    path: the path below the base, with the names of its blanks in braces. answer: the schema of a successful response,
    None if the response is empty. events: for a stream, the schema of each event. line: for a response of JSON lines,
    the schema of a line. has_key: whether the method takes an Idempotency-Key. has_tag: whether it takes If-Match.
    """

    name: str
    method: str
    path: str
    summary: str
    description: str
    blanks: tuple[str, ...]
    query: tuple[Member, ...]
    body: Json | None
    is_body_optional: bool
    answer: Json | None
    events: Mapping[str, Json]
    line: Json | None
    has_key: bool
    has_tag: bool


def operations(document: Json) -> Iterator[Operation]:
    """Yields the operations, in the order of the document."""
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield _operation(document, path.removeprefix(BASE), method, methods[method])


def resolved(document: Json, node: Json) -> Json:
    """Returns the target of a reference; returns other nodes unchanged."""
    while "$ref" in node:
        target = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def _operation(document: Json, path: str, method: str, described: Json) -> Operation:
    parameters = [resolved(document, parameter) for parameter in described.get("parameters", ())]
    headers = {parameter["name"] for parameter in parameters if parameter["in"] == "header"}
    body = _content(described.get("requestBody", {})).get("application/json")
    answer = next(_content(answer) for status, answer in described["responses"].items() if status.startswith("2"))
    return Operation(
        name=described["operationId"],
        method=method.upper(),
        path=path,
        summary=described.get("summary", ""),
        description=described.get("description", ""),
        blanks=tuple(re.findall(r"\{(\w+)\}", path)),
        query=tuple(
            Member(parameter["name"], parameter["schema"], parameter.get("description", ""))
            for parameter in parameters
            if parameter["in"] == "query"
        ),
        body=body,
        is_body_optional=body is not None and not resolved(document, body).get("required"),
        answer=answer.get("application/json"),
        events=answer.get("text/event-stream", {}).get("x-events", {}),
        line=None if "application/json" in answer else answer.get("application/x-ndjson", {}).get("x-line"),
        has_key="Idempotency-Key" in headers,
        has_tag="If-Match" in headers,
    )


def _content(described: Json) -> Mapping[str, Json]:
    return {media: content["schema"] for media, content in described.get("content", {}).items()}


def missing(document: Json, methods: Set[str]) -> list[str]:
    """Returns the operations of a document for which a client has no method.

    methods: the names of the client's methods.
    """
    return [
        f"{operation.method} {operation.path}" for operation in operations(document) if operation.name not in methods
    ]
