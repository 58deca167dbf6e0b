"""The methods of the TypeScript client: one for each operation, as JavaScript and as declarations."""

from __future__ import annotations

import re

from clients.generator.contract import Json, Operation

HEAD = "/** One method for each operation of the OpenAPI document, named as it is there, in camel case. Generated. */\n"
DECLARED = f"""{HEAD}
import type {{ components }} from "./schema.js";

type Schemas = components["schemas"];
/** One event of a stream. id: the place after which to resume; null for an event without one. */
export interface Streamed<Name extends string, Data> {{ name: Name; data: Data; id: number | null }}
/** Of any request. */
export interface Options {{ signal?: AbortSignal }}

export declare class Methods {{
"""
SCALARS = {"string": "string", "integer": "number"}


def camel(name: str) -> str:
    """Returns a name in camel case."""
    return re.sub(r"_(\w)", lambda letter: letter[1].upper(), name)


def module(operations: list[Operation]) -> str:
    """Returns the text of methods.js."""
    return HEAD + "\nexport class Methods {\n" + "\n".join(map(_method, operations)) + "}\n"


def declarations(operations: list[Operation]) -> str:
    """Returns the text of methods.d.ts."""
    return DECLARED + "\n".join(map(_declaration, operations)) + "}\n"


def _method(operation: Operation) -> str:
    path = re.sub(r"\{(\w+)\}", lambda blank: f"${{encodeURIComponent({camel(blank[1])})}}", operation.path[1:])
    path = f"`{path}`" if operation.blanks else f'"{path}"'
    query = [member.name if member.name != "as" else "as: as_" for member in operation.query]
    if operation.events:
        names = [f'"{name}"' for name in operation.events if name != "bye"]
        sent = f"this._stream({path}, {_object(query)}, [{', '.join(names)}])"
        return _function(operation, [f"{_object(query)} = {{}}"], sent)
    if operation.line:
        return _function(
            operation, [f"{_object([*query, 'signal'])} = {{}}"], f"this._lines({path}, {_object(query)}, signal)"
        )
    body = [] if operation.body is None else ["body = {}" if operation.is_body_optional else "body"]
    headers = ["ifMatch"] * operation.has_tag + ["signal"]
    key = ["key"] * operation.has_key
    options = _object([*query, *(["idempotencyKey: key"] * operation.has_key), *headers])
    repeats = operation.has_key or operation.method in ("GET", "PUT", "DELETE")
    parts = [f"query: {_object(query)}", *(["body"] * len(body)), *key, f"repeats: {str(repeats).lower()}", *headers]
    sent = f'this._call("{operation.method}", {path}, {_object(parts)})'
    return _function(operation, [*body, f"{options} = {{}}"], sent)


def _function(operation: Operation, parameters: list[str], returned: str) -> str:
    named = ", ".join([*_blanks(operation), *parameters])
    return f"  {camel(operation.name)}({named}) {{\n    return {returned};\n  }}\n"


def _object(members: list[str]) -> str:
    return f"{{ {', '.join(members)} }}" if members else "{}"


def _declaration(operation: Operation) -> str:
    members = "".join(f" {member.name}?: {_scalar(member.schema)};" for member in operation.query)
    members += " idempotencyKey?: string;" if operation.has_key else ""
    members += " ifMatch?: string;" if operation.has_tag else ""
    options = f"options?: {{{members} }}" if operation.events else f"options?: Options & {{{members} }}"
    body = []
    if operation.body is not None:
        body = [f"body{'?' if operation.is_body_optional else ''}: {_schema(operation.body)}"]
    blanks = [f"{name}: {'number' if name == 'number' else 'string'}" for name in _blanks(operation)]
    parameters = ", ".join([*blanks, *body, options])
    return f"{_comment(operation)}  {camel(operation.name)}({parameters}): {_answer(operation)};\n"


def _answer(operation: Operation) -> str:
    if operation.events:
        kinds = [f'Streamed<"{name}", {_schema(schema)}>' for name, schema in operation.events.items() if name != "bye"]
        return f"AsyncGenerator<{' | '.join(kinds)}, void, void>"
    if operation.line:
        return f"AsyncGenerator<{_schema(operation.line)}, void, void>"
    return f"Promise<{_schema(operation.answer) if operation.answer else 'null'}>"


def _schema(schema: Json) -> str:
    return f'Schemas["{schema["$ref"].rpartition("/")[2]}"]'


def _scalar(schema: Json) -> str:
    if "enum" in schema:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in schema["enum"])
    return SCALARS[schema["type"]]


def _blanks(operation: Operation) -> list[str]:
    return [camel(blank) for blank in operation.blanks]


def _comment(operation: Operation) -> str:
    text = f"{operation.summary}.\n\n{operation.description}".replace("*/", "*\\/").strip()
    return "  /**\n" + "".join(f"   * {line}".rstrip() + "\n" for line in text.splitlines()) + "   */\n"
