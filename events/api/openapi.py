"""Parts of the OpenAPI document that no view declares: authentication, rate limits, and shapes of effects and slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from events.api import components  # noqa: F401  # registers its extension
from games import registry
from games.kernel.effect import KINDS
from games.kernel.shape import Shape, object_of
from games.kernel.slots import Slot


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "events.api.auth.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class TicketScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "events.api.views.streams.TicketAuthentication"
    name = "ticket"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "query", "name": "ticket"}


def add_shapes(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Adds the components `Effect` and `Slot`, each a choice that the first member discriminates."""
    schemas = result["components"]["schemas"]
    schemas |= _one_of("Effect", "kind", {kind: (effect.shape, {}) for kind, effect in KINDS.items()})
    schemas |= _one_of("Slot", "slot", {slot.kind: (slot.shape, slot.optional) for slot in slots()})
    return result


def unwrap_references(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Writes a description beside its `$ref`, as OpenAPI 3.1 allows, rather than around an `allOf` of one."""
    for component in result["components"]["schemas"].values():
        for schema in component.get("properties", {}).values():
            if len(schema.get("allOf", ())) == 1:
                schema |= schema.pop("allOf")[0]
    return result


HEADERS = {
    "RateLimitPolicy": ("RateLimit-Policy", "The limits that apply: `q` requests in `w` seconds, by name."),
    "RateLimit": ("RateLimit", "The state of each limit: `r` requests left, `t` seconds until it ends, by name."),
}


def add_rate_limits(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Declares the headers of the rate limits in each response of the API."""
    result["components"]["headers"] = {
        key: {"description": text, "schema": {"type": "string"}} for key, (_, text) in HEADERS.items()
    }
    refs = {name: {"$ref": f"#/components/headers/{key}"} for key, (name, _) in HEADERS.items()}
    for path, methods in result["paths"].items():
        for operation in methods.values():
            if path.startswith("/api/v1/"):
                for response in operation["responses"].values():
                    response["headers"] = {**response.get("headers", {}), **refs}
    return result


def slots() -> list[type[Slot]]:
    """Returns all kinds of slots, including those of single games."""
    assert registry.GAMES, "expected the games, and so their slots, to be loaded"
    return sorted(_kinds_of(Slot), key=lambda slot: slot.kind)


def _kinds_of(slot: type[Slot]) -> Iterator[type[Slot]]:
    for kind in slot.__subclasses__():
        if "kind" in vars(kind):
            yield kind
        yield from _kinds_of(kind)


def _one_of(name: str, tag: str, shapes: dict[str, tuple[Shape, Shape]]) -> dict[str, Any]:
    """Returns a component that is a choice of several, and these. shapes: required and optional members of each."""
    names = {kind: f"{name}{''.join(part.capitalize() for part in kind.split('_'))}" for kind in shapes}
    ref = {kind: f"#/components/schemas/{each}" for kind, each in names.items()}
    return {
        name: {
            "oneOf": [{"$ref": ref[kind]} for kind in shapes],
            "discriminator": {"propertyName": tag, "mapping": ref},
        },
        **{
            names[kind]: object_of({tag: {"type": "string", "const": kind}, **shape}, optional)
            for kind, (shape, optional) in shapes.items()
        },
    }
