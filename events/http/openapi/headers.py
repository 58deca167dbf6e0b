"""The headers of requests and responses in the OpenAPI document. They follow from the declaration of an operation.

An operation with a response `304` accepts `If-None-Match`. An operation that needs a caller and can be repeated accepts
an `Idempotency-Key`. A problem response has the headers that `events.http.problems` sends with its status.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from drf_spectacular.utils import OpenApiParameter

from games.kernel.words.texts import LANGUAGES

Json = dict[str, Any]


class Header(NamedTuple):
    """A header. The type of its example is the type of the value (text or number).

    pattern: the regular expression of a text.
    """

    name: str
    description: str
    example: str | int
    pattern: str | None = None

    def schema(self) -> Json:
        """Returns the schema of the value."""
        kind = {"type": "integer" if isinstance(self.example, int) else "string", "examples": [self.example]}
        return kind if self.pattern is None else {**kind, "pattern": self.pattern}

    def line(self) -> str:
        """Returns the header as an item of a list in Markdown."""
        return f"- `{self.name}: {self.example}`: {self.description}"


API = "/api/v1"
TAG = '"9f86d081884c7d659a2feaa0c55ad015"'
ID = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"
LANGUAGE = Header(
    "Accept-Language",
    f"The languages that you read: {' or '.join(f'`{code}`' for code in LANGUAGES)}. "
    "Without it you receive the language of your profile.",
    "fr, en;q=0.8",
)
EVERYWHERE = (
    Header(
        "RateLimit-Policy",
        "The limits that apply: `q` requests in `w` seconds, by name. Beside `general`, costly requests have limits of "
        "their own: `exports`, `proofs`, `past` (`view?at=`), `replays`, `forks`, `analyses`, `own_matches`, `lists`. "
        "Callers who are not signed in share `anonymous` for the first four.",
        '"general";q=300;w=10',
    ),
    Header(
        "RateLimit",
        "The state of each limit: `r` requests left, `t` seconds until it ends, by name.",
        '"general";r=598;t=41',
    ),
    Header("X-Request-Id", "Names the request in the logs of the server.", ID),
    Header("Content-Language", "The language of the texts.", "en"),
)
PARAMETERS = {
    "IdempotencyKey": Header(
        "Idempotency-Key",
        "A text that you choose. Requests with the same key are executed once and receive the same body.",
        "7c9e6679-7425-40de-944b-e07fc1f90ae7",
        pattern="^(?!prompt:)[!-~]{1,200}$",
    ),
    "IfMatch": Header(
        "If-Match", "The `ETag` of your view: if the view has changed since, the move is refused with 412.", TAG
    ),
    "IfNoneMatch": Header(
        "If-None-Match", "The `ETag` of the response that you have: while nothing has changed, you receive 304.", TAG
    ),
    "LastEventId": Header("Last-Event-ID", "The last id that you have received; it goes before `after`.", 41),
}
HEADERS = {
    "ETag": Header("ETag", "A hash of the body, for `If-None-Match` and `If-Match`.", TAG),
    "RetryAfter": Header("Retry-After", "The number of seconds after which to try again.", 5),
    "Link": Header(
        "Link", "The next page; missing on the last one.", f'</api/v1/matches/{ID}/events?after=12>; rel="next"'
    ),
    "Location": Header("Location", "The address of the created object.", f"/api/v1/matches/{ID}"),
    "IdempotentReplayed": Header(
        "Idempotent-Replayed", "`true`: this is the response to an earlier request with the same key.", "true"
    ),
    "Authenticate": Header("WWW-Authenticate", "How to authenticate.", 'Bearer realm="comptoir"'),
}
PLAYED = "matches_moves_create"
LOCATION = OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[200, 201])
"""A parameter of an operation that declares a response header with the address of the created object."""


def describe_headers(result: Json, **_: Any) -> Json:
    """Declares the headers of each operation of the API, and that public operations need no authentication.

    The description of the document lists the headers common to all requests and to all responses.
    """
    lines = [f"Every request may have this header:\n\n{LANGUAGE.line()}\n\nEvery response has these headers:\n"]
    result["info"]["description"] += "\n\n" + "\n".join(lines + [header.line() for header in EVERYWHERE])
    components = result["components"]
    components["headers"] = {
        key: {"description": header.description, "schema": header.schema()} for key, header in HEADERS.items()
    }
    components["parameters"] = {
        key: {"in": "header", "name": header.name, "description": header.description, "schema": header.schema()}
        for key, header in PARAMETERS.items()
    }
    for path, methods in result["paths"].items():
        for operation in methods.values():
            operation.setdefault("security", [])
            if path.startswith(API):
                _describe(operation)
    return result


def _describe(operation: Json) -> None:
    parameters = [{"$ref": f"#/components/parameters/{key}"} for key in _parameters(operation)]
    operation["parameters"] = [*operation.get("parameters", []), *parameters]
    for status, response in operation["responses"].items():
        refs = {HEADERS[key].name: {"$ref": f"#/components/headers/{key}"} for key in _headers(int(status), operation)}
        if refs:
            response["headers"] = {**response.get("headers", {}), **refs}


def _parameters(operation: Json) -> Iterator[str]:
    if is_repeatable(operation):
        yield "IdempotencyKey"
    if operation["operationId"] == PLAYED:
        yield "IfMatch"
    if "304" in operation["responses"]:
        yield "IfNoneMatch"
    if operation["operationId"].endswith("_stream"):
        yield "LastEventId"


def _headers(status: int, operation: Json) -> Iterator[str]:
    if status == 401:
        yield "Authenticate"
    if status in (304, 429, 503) or (status == 409 and operation["operationId"] == PLAYED):
        yield "RetryAfter"
    if status in (200, 304) and "304" in operation["responses"]:
        yield "ETag"
    if status == 200 and is_paged(operation):
        yield "Link"
    if "Location" in operation["responses"][str(status)].get("headers", ()):
        yield "Location"
    if status == 200 and is_repeatable(operation):
        yield "IdempotentReplayed"


def is_paged(operation: Json) -> bool:
    """Returns whether the operation returns a list page by page."""
    names = {parameter.get("name") for parameter in operation["parameters"]}
    return "limit" in names and not names.isdisjoint({"cursor", "after"})


def is_repeatable(operation: Json) -> bool:
    """Returns whether the operation takes an Idempotency-Key."""
    return "422" in operation["responses"]
