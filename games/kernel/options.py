"""A match's options: one frozen dataclass per game, whose fields carry their own JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Self, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from games.kernel.errors import BadOptions, Refusal
from games.kernel.extensible import Extensible
from games.kernel.nearest import meant

Schema = dict[str, Any]


def setting(default: Any, schema: Schema) -> Any:
    """Returns a field with any schema; default mappings are copied for each match."""
    metadata = {"schema": {**schema, "default": default}}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


def flag(default: bool) -> Any:
    """Returns a field for a boolean."""
    return setting(default, {"type": "boolean"})


def choice(default: str, *others: str) -> Any:
    """Returns a field for one of several words, the default first."""
    return setting(default, {"type": "string", "enum": [default, *others]})


def number(default: int, low: int, high: int) -> Any:
    """Returns a field for a whole number within bounds."""
    return setting(default, whole(low, high))


def optional_number(default: int | None, low: int, high: int) -> Any:
    """Returns a field for a whole number within bounds, or null."""
    return setting(default, {"oneOf": [{"type": "null"}, whole(low, high)]})


def either(default: Any, *schemas: Schema) -> Any:
    """Returns a field for a value of one of several schemas, such as a word or a mapping with one key."""
    return setting(default, {"oneOf": list(schemas)})


def whole(low: int, high: int) -> Schema:
    """Returns the schema of a whole number within bounds."""
    return {"type": "integer", "minimum": low, "maximum": high}


def word(*words: str) -> Schema:
    """Returns the schema of one of several words."""
    return {"type": "string", "enum": list(words)}


def keyed(key: str, schema: Schema) -> Schema:
    """Returns the schema of a mapping with exactly one key: `{"hands": 20}`."""
    return {"type": "object", "properties": {key: schema}, "required": [key], "additionalProperties": False}


@dataclass(frozen=True)
class Options(metaclass=Extensible):
    """The options of a match; each game adds its own fields, made with the functions above."""

    @classmethod
    def schema(cls) -> Schema:
        """Returns the JSON Schema of these options, with the defaults."""
        properties = {f.name: dict(f.metadata["schema"]) for f in _settings(cls)}
        return {"type": "object", "properties": properties, "additionalProperties": False}

    @classmethod
    def defaults(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns defaults for missing options, for games whose defaults depend on the edition."""
        return {}

    @classmethod
    def from_json(cls, values: Mapping[str, Any], seats: int) -> Self:
        """Reads options from the JSON of a new match; raises BadOptions, with the pointer of each wrong option."""
        values = json.loads(json.dumps(values))  # as after transport in JSON: tuples are lists
        wrong = sorted(Draft202012Validator(cls.schema()).iter_errors(values), key=lambda e: list(map(str, e.path)))
        if wrong:
            refusals = tuple(refusal for error in wrong for refusal in _refusals(error))
            raise BadOptions("the options do not fit this game", refusals, cls.package())
        options = cls(**{**cls.defaults(values), **values})
        if refusals := tuple(options.refusals(seats)):
            raise BadOptions("these options do not fit together, or not this number of seats", refusals, cls.package())
        return options

    @classmethod
    def package(cls) -> str:
        """Returns the game's package, which has the sentences about its options."""
        return ".".join(cls.__module__.split(".")[:2])

    def to_json(self) -> dict[str, Any]:
        """Returns every option, including those with their default value."""
        return {f.name: getattr(self, f.name) for f in _settings(type(self))}

    def refusals(self, seats: int) -> list[Refusal]:
        """Returns the reasons why well-formed options do not fit together; games override this with `wrong`."""
        return []


def wrong(option: str, reason: str, **params: Any) -> Refusal:
    """Returns a refusal of an option that does not fit the others or the number of seats.

    reason: the key of its sentence; params: the values that the sentence names.
    """
    return Refusal(f"/options/{option}", "does_not_fit", f"{reason}: {params!r}", params, reason)


def _settings(cls: type[Options]) -> list[Field[Any]]:
    return [f for f in fields(cls) if "schema" in f.metadata]


def _refusals(error: ValidationError) -> Iterator[Refusal]:
    path = "".join(f"/{part}" for part in error.path)
    if error.validator == "additionalProperties":
        known = cast(Schema, error.schema).get("properties", {})
        for name in sorted(cast(dict[str, Any], error.instance).keys() - known.keys()):
            yield Refusal(
                f"/options{path}/{name}",
                "unknown_field",
                f"there is no option {name!r}",
                {"choices": sorted(known), **meant(name, known)},
                "option_unknown",
            )
    else:
        key, params = _broken(error)
        yield Refusal(f"/options{path}", "not_an_option", error.message, params, key)


def _broken(error: ValidationError) -> tuple[str, dict[str, Any]]:
    """Returns the key and the parameters of the sentence about a schema error."""
    limit: Any = error.validator_value
    match error.validator:
        case "enum":
            return "option_one_of", {"options": list(limit), **meant(error.instance, limit)}
        case "minimum":
            return "option_at_least", {"limit": limit}
        case "maximum":
            return "option_at_most", {"limit": limit}
        case "type":
            return "option_type", {}
        case _:
            return "option_shape", {}
