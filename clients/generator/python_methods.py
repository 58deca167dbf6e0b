"""The methods of the Python clients: one method for each operation, asynchronous or blocking."""

from __future__ import annotations

import keyword

from clients.generator.contract import Operation
from clients.generator.python_types import Types, docstring

HEAD = '''"""One method for each operation of the OpenAPI document, named as it is there. Generated."""

from __future__ import annotations

from collections.abc import {imported}
from typing import Any, Literal

from comptoir_client import types
from comptoir_client.streams import Streamed


class {name}:
    """The operations of the API. A subclass sends the requests."""

    {define} _call(
        self, method: str, path: str, blanks: list[Any], query: dict[str, Any], body: Any, key: str | None,
        tag: str | None, repeats: bool,
    ) -> Any:
        raise NotImplementedError

    def _stream(
        self, path: str, blanks: list[Any], query: dict[str, Any], with_heartbeats: bool = False
    ) -> {generator}:
        raise NotImplementedError

    def _lines(self, path: str, blanks: list[Any], query: dict[str, Any]) -> {generator}:
        raise NotImplementedError
'''


def methods(operations: list[Operation], types: Types, is_async: bool) -> str:
    """Returns the text of the module."""
    words = {
        "name": "AsyncMethods" if is_async else "Methods",
        "imported": "AsyncGenerator" if is_async else "Generator",
        "define": "async def" if is_async else "def",
        "generator": _generator("Any", is_async),
    }
    bodies = [_method(one, types, is_async) for one in operations]
    return "\n".join([HEAD.format(**words), *bodies])


def _method(operation: Operation, types: Types, is_async: bool) -> str:
    if operation.events:
        return _stream(operation, types, is_async)
    return _lines(operation, types, is_async) if operation.line else _call(operation, types, is_async)


def _call(operation: Operation, types: Types, is_async: bool) -> str:
    answer = types.expression(operation.answer, prefix="types.") if operation.answer else "None"
    define, wait = ("async def", "await ") if is_async else ("def", "")
    repeats = operation.has_key or operation.method in ("GET", "PUT", "DELETE")
    sent = (
        f'self._call("{operation.method}", "{operation.path}", {_blanks(operation)}, {_query(operation)}, '
        f"{_body(operation)}, {'idempotency_key' if operation.has_key else 'None'}, "
        f"{'if_match' if operation.has_tag else 'None'}, {repeats})"
    )
    return "\n".join(
        [
            f"    {define} {operation.name}({', '.join(_parameters(operation, types))}) -> {answer}:",
            docstring(_about(operation), " " * 8),
            f"        answer: {answer} = {wait}{sent}",
            "        return answer\n",
        ]
    )


def _generator(kind: str, is_async: bool) -> str:
    return f"AsyncGenerator[{kind}, None]" if is_async else f"Generator[{kind}, None, None]"


def _stream(operation: Operation, types: Types, is_async: bool) -> str:
    kinds = " | ".join(
        f'Streamed[Literal["{name}"], {types.expression(schema, prefix="types.")}]'
        for name, schema in operation.events.items()
        if name != "bye"
    )
    about = f"{_about(operation)}\n\nResumes automatically where it broke; ends when you stop."
    return "\n".join(
        [
            f"    def {operation.name}({', '.join(_parameters(operation, types))}) -> {_generator(kinds, is_async)}:",
            docstring(about, " " * 8),
            f'        return self._stream("{operation.path}", {_blanks(operation)}, {_query(operation)})\n',
        ]
    )


def _lines(operation: Operation, types: Types, is_async: bool) -> str:
    line = types.expression(operation.line, prefix="types.")
    about = f"{_about(operation)}\n\nYields each line when it has come."
    return "\n".join(
        [
            f"    def {operation.name}({', '.join(_parameters(operation, types))}) -> {_generator(line, is_async)}:",
            docstring(about, " " * 8),
            f'        return self._lines("{operation.path}", {_blanks(operation)}, {_query(operation)})\n',
        ]
    )


def _parameters(operation: Operation, types: Types) -> list[str]:
    named = [
        f"{_name(member.name)}: {types.expression(member.schema, prefix='types.')} | None = None"
        for member in operation.query
    ]
    named += ["idempotency_key: str | None = None"] if operation.has_key else []
    named += ["if_match: str | None = None"] if operation.has_tag else []
    return [
        "self",
        *(f"{blank}: {_blank(blank)}" for blank in operation.blanks),
        *_body_parameter(operation, types),
        *(["*", *named] if named else []),
    ]


def _body_parameter(operation: Operation, types: Types) -> list[str]:
    if operation.body is None:
        return []
    kind = types.expression(operation.body, prefix="types.")
    return [f"body: {kind} | None = None" if operation.is_body_optional else f"body: {kind}"]


def _about(operation: Operation) -> str:
    members = [f"{_name(member.name)}: {member.description}" for member in operation.query if member.description]
    return "\n\n".join(filter(None, [f"{operation.summary}.", operation.description, *members]))


def _blank(name: str) -> str:
    return "int" if name == "number" else "str"


def _body(operation: Operation) -> str:
    if operation.body is None:
        return "None"
    return "body or {}" if operation.is_body_optional else "body"


def _blanks(operation: Operation) -> str:
    return f"[{', '.join(operation.blanks)}]"


def _query(operation: Operation) -> str:
    return "{" + ", ".join(f'"{member.name}": {_name(member.name)}' for member in operation.query) + "}"


def _name(name: str) -> str:
    """Returns a name that is valid in Python."""
    return f"{name}_" if keyword.iskeyword(name) else name
