"""Finds the changes of a contract that break clients of the earlier contract.

A client breaks if its requests are refused, or if a response differs from its description. Request schemas may
therefore only become wider, and response schemas only narrower. New operations, optional parameters and new members of
responses break no client. New alternatives of a discriminator break no client either, because the guide tells clients
to ignore unknown ones. Removing a value from responses breaks clients that wait for the value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
LOWER, UPPER = ("minimum", "minLength", "minItems"), ("maximum", "maxLength", "maxItems")
SPELLINGS = ("format", "pattern")


def breaking(old: Json, new: Json) -> list[str]:
    """Returns a line for each change that breaks clients, in the order of the old contract. Both are compact."""
    return list(dict.fromkeys(Comparison(old, new).operations()))


class Comparison:
    """Two contracts. `sends` is true for requests of a client, false for responses."""

    def __init__(self, old: Json, new: Json) -> None:
        self.old, self.new = old, new
        self._under_way: set[tuple[str, str, bool]] = set()

    def operations(self) -> Iterator[str]:
        """Yields the changes of operations that break clients."""
        for name, old in self.old["operations"].items():
            new = self.new["operations"].get(name)
            if new is None:
                yield f"{name}: removed"
            else:
                yield from (f"{name}: {change}" for change in self._operation(old, new))

    def _operation(self, old: Json, new: Json) -> Iterator[str]:
        if old["id"] != new["id"]:
            yield f"operationId {old['id']} is now {new['id']}"
        if old["public"] and not new["public"]:
            yield "needs authentication"
        yield from self._parameters(old["parameters"], new["parameters"])
        yield from self._body(old["body"], new["body"])
        for status, response in old["responses"].items():
            if status not in new["responses"]:
                yield f"response {status}: removed"
            else:
                yield from (f"response {status}{at}" for at in self._response(response, new["responses"][status]))

    def _parameters(self, old: Json, new: Json) -> Iterator[str]:
        for name, parameter in old.items():
            if name not in new:
                yield f"{name}: removed"
            else:
                yield from (f"{name}{at}" for at in self.schemas(parameter["schema"], new[name]["schema"], sends=True))
        for name, parameter in new.items():
            if parameter["required"] and not (name in old and old[name]["required"]):
                yield f"{name}: newly required"

    def _body(self, old: Json | None, new: Json | None) -> Iterator[str]:
        if new is not None and new["required"] and not (old and old["required"]):
            yield "request: newly required"
        for kind, schema in (old or {"content": {}})["content"].items():
            if new is None or kind not in new["content"]:
                yield f"request {kind}: removed"
            else:
                yield from (f"request{at}" for at in self.schemas(schema, new["content"][kind], sends=True))

    def _response(self, old: Json, new: Json) -> Iterator[str]:
        yield from (f" header {name}: removed" for name in old["headers"] if name not in new["headers"])
        for kind, schema in old["content"].items():
            if kind not in new["content"]:
                yield f" {kind}: removed"
            else:
                yield from self.schemas(schema, new["content"][kind], sends=False)

    def schemas(self, old: Any, new: Any, *, sends: bool) -> Iterator[str]:
        """Yields the breaking changes between two schemas, each with its path: `/seats/*/kind: value "bot" removed`."""
        names = (old.get("$ref", ""), new.get("$ref", ""), sends)
        if names in self._under_way:  # a recursive component
            return
        is_component = bool(names[0] or names[1])
        if is_component:
            self._under_way.add(names)
        yield from self._resolved_schemas(old, new, sends)
        if is_component:
            self._under_way.remove(names)

    def _resolved_schemas(self, old: Json, new: Json, sends: bool) -> Iterator[str]:
        before, after = self._resolved(old, self.old), self._resolved(new, self.new)
        if _has_alternatives(before) or _has_alternatives(after):
            yield from self._choices(_alternatives(old, before), _alternatives(new, after), sends, after)
            return
        yield from self._values(before, after, sends)
        yield from self._limits(before, after, sends)
        yield from self._members(before, after, sends)
        for part, at in (("items", "/*"), ("additionalProperties", "/*"), ("x-line", " line"), ("x-answer", " answer")):
            is_sent = sends or part == "x-answer"
            inner, inner_now = before.get(part), after.get(part)
            if isinstance(inner, dict) and isinstance(inner_now, dict):
                yield from (at + change for change in self.schemas(inner, inner_now, sends=is_sent))
            elif isinstance(inner, dict) and not is_sent:
                yield f"{at}: no longer described"

    @staticmethod
    def _resolved(schema: Json, contract: Json) -> Json:
        """Returns a schema with its references resolved, and with the members that its `allOf` adds."""
        parts = [schema]
        while "$ref" in parts[-1] or len(parts[-1].get("allOf", ())) == 1:
            last = parts[-1]
            parts.append(contract["schemas"][last["$ref"].rpartition("/")[2]] if "$ref" in last else last["allOf"][0])
        merged: Json = {}
        for part in reversed(parts):
            merged |= {key: value for key, value in part.items() if key not in ("$ref", "allOf")}
        return merged

    @staticmethod
    def _values(old: Json, new: Json, sends: bool) -> Iterator[str]:
        """Yields removed types and values, and new ones in a response."""
        before, after = _types(old), _types(new)
        if sends:
            gone = before - after if before and after else after  # without a type, any value is valid
        else:
            gone = after - before if before and after else before
        if gone:
            yield f": type {_named(before)} is now {_named(after)}"
        listed, now = _listed(old), _listed(new)
        if listed is not None and now is not None:
            yield from (f": value {value!r} removed" for value in listed if value not in now)
        elif listed is None and now is not None and sends:
            yield f": takes only {now}"
        elif listed is not None and now is None and not sends:
            yield ": values no longer listed"

    @staticmethod
    def _limits(old: Json, new: Json, sends: bool) -> Iterator[str]:
        for name in LOWER if sends else ():
            if name in new and new[name] > old.get(name, float("-inf")):
                yield f": {name} is now {new[name]}"
        for name in UPPER if sends else ():
            if name in new and new[name] < old.get(name, float("inf")):
                yield f": {name} is now {new[name]}"
        for name in SPELLINGS:
            lost = name in old if not sends else name in new
            if lost and old.get(name) != new.get(name):
                yield f": {name} is now {new.get(name)}"

    def _members(self, old: Json, new: Json, sends: bool) -> Iterator[str]:
        before, after = ({**each.get("properties", {}), **each.get("x-events", {})} for each in (old, new))
        required, now_required = set(old.get("required", ())), set(new.get("required", ()))
        for name, schema in before.items():
            if name in after:
                yield from (f"/{name}{change}" for change in self.schemas(schema, after[name], sends=sends))
            else:
                yield f"/{name}: removed"
        changed = now_required - required if sends else (required - now_required) & after.keys()
        for name in sorted(changed):
            yield f"/{name}: newly required" if sends else f"/{name}: may now be missing"
        if sends and new.get("additionalProperties") is False and old.get("additionalProperties") not in (False, None):
            yield ": takes no other members now"

    def _choices(self, old: dict[str, Json], new: dict[str, Json], sends: bool, schema: Json) -> Iterator[str]:
        """Yields breaking changes of alternatives, which are matched by their tag, their component or their type."""
        for tag, each in old.items():
            if tag in new:
                yield from (f" {tag}{change}" for change in self.schemas(each, new[tag], sends=sends))
            elif sends or tag != "null":
                yield f" {tag}: removed"
        if not sends and "discriminator" not in schema:
            yield from (f" {tag}: may be received now" for tag in new if tag not in old)


def _has_alternatives(schema: Json) -> bool:
    return any(key in schema for key in ("oneOf", "anyOf"))


def _types(schema: Json) -> set[str]:
    kinds = schema.get("type", [])
    return {kinds} if isinstance(kinds, str) else set(kinds)


def _named(types: set[str]) -> str:
    return " or ".join(sorted(types)) or "any"


def _listed(schema: Json) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    values: list[Any] | None = schema.get("enum")
    return values


def _alternatives(schema: Json, resolved: Json) -> dict[str, Json]:
    """Returns the alternatives of a schema by tag; without tags, by component or type."""
    if "discriminator" in resolved:
        return {tag: {"$ref": ref} for tag, ref in resolved["discriminator"]["mapping"].items()}
    choices = [*resolved.get("oneOf", ()), *resolved.get("anyOf", ())] or [schema]
    return {each.get("$ref", "").rpartition("/")[2] or _named(_types(each)): each for each in choices}
