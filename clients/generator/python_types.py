"""Python types of an OpenAPI document: a TypedDict for each object, an alias for each choice."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Iterator, Mapping

from clients.generator.contract import Json

SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
HEAD = '''"""The bodies of requests and responses, as the OpenAPI document describes them. Generated."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
'''


class Types:
    """The types of a document's schemas, including unnamed objects within them."""

    def __init__(self, document: Json) -> None:
        self._written: dict[str, str] = {}
        for name, schema in document["components"]["schemas"].items():
            self._define(name, schema)

    def module(self) -> str:
        """Returns the text of the module that defines all types."""
        return "\n\n".join([HEAD, *(self._written[name] for name in sorted(self._written))])

    def expression(self, schema: Json, place: str = "", prefix: str = "") -> str:
        """Returns the type of a schema.

        place: the name for a type of an unnamed object; prefix: the prefix of all names.
        """
        if "$ref" in schema:
            return prefix + str(schema["$ref"].rpartition("/")[2])
        if "enum" in schema or "const" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema.get('enum', [schema.get('const')]))}]"
        for joined in ("oneOf", "anyOf", "allOf"):
            if joined in schema:
                return " | ".join(dict.fromkeys(self.expression(one, place, prefix) for one in schema[joined]))
        kinds = schema.get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        return " | ".join(self._kind(kind, schema, place, prefix) for kind in kinds) or "Any"

    def _kind(self, kind: str, schema: Json, place: str, prefix: str) -> str:
        if kind == "array":
            return f"list[{self.expression(schema.get('items', {}), place + 'Item', prefix)}]"
        if kind != "object":
            return SCALARS[kind]
        further = schema.get("additionalProperties")
        if schema.get("properties") and further is not True:
            assert place, f"expected a schema with a name, got {schema}"
            self._define(place, schema)
            return prefix + place
        if isinstance(further, Mapping):
            return f"dict[str, {self.expression(further, place + 'Value', prefix)}]"
        return "dict[str, Any]"

    def _define(self, name: str, schema: Json) -> None:
        """Writes a named type."""
        if not schema.get("properties"):
            self._written[name] = f'{name}: TypeAlias = "{self.expression(schema, name)}"'
            return
        required = schema.get("required", ())
        members = {
            member: (self._member(name, member, one, member in required), one.get("description", ""))
            for member, one in schema["properties"].items()
        }
        if any(not member.isidentifier() or keyword.iskeyword(member) for member in members):
            listed = "".join(f'    "{member}": {kind!r},\n' for member, (kind, _) in members.items())
            self._written[name] = f'{name} = TypedDict("{name}", {{\n{listed}}})'
        else:
            self._written[name] = "\n".join(_class(name, schema.get("description", ""), members))

    def _member(self, name: str, member: str, schema: Json, is_required: bool) -> str:
        kind = self.expression(schema, name + "".join(part.title() for part in member.split("_")))
        return kind if is_required else f"NotRequired[{kind}]"


def _class(name: str, description: str, members: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    yield f"class {name}(TypedDict):"
    yield docstring(description or name)
    for member, (kind, about) in members.items():
        yield f"    {member}: {kind}"
        if about:
            yield docstring(about)


def docstring(text: str, indent: str = "    ") -> str:
    """Returns a docstring of a text, broken into lines."""
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    text = text + " " if text.endswith('"') else text
    paragraphs = [textwrap.fill(" ".join(part.split()), 110 - len(indent)) for part in text.split("\n\n")]
    whole = "\n\n".join(paragraphs)
    end = "\n" if "\n" in whole else ""
    return textwrap.indent(f'"""{whole}{end}"""', indent, lambda line: bool(line.strip()))
