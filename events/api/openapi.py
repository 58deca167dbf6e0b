"""What the OpenAPI document says beside what the views do: signing in, the limits' headers, and the shapes of effects
and slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

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
    """Puts `Effect` and `Slot` among the components, each one of several that their first member tells apart."""
    schemas = result["components"]["schemas"]
    schemas |= _one_of("Effect", "kind", {kind: (effect.shape, {}) for kind, effect in KINDS.items()})
    schemas |= _one_of("Slot", "slot", {slot.kind: (slot.shape, slot.optional) for slot in slots()})
    return result


HEADERS = {
    "RateLimitPolicy": ("RateLimit-Policy", "The limits that were counted: `q` requests in `w` seconds, by name."),
    "RateLimit": ("RateLimit", "How they stand: `r` requests left, `t` seconds until the window ends, by name."),
}


def add_rate_limits(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Names the headers of the rate limits in each response of an operation under the API's prefix."""
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
    """All kinds of slots, those of single games among them."""
    assert registry.GAMES, "the games are loaded, and their slots with them"
    return sorted(_kinds_of(Slot), key=lambda slot: slot.kind)


def _kinds_of(slot: type[Slot]) -> Iterator[type[Slot]]:
    for kind in slot.__subclasses__():
        if "kind" in vars(kind):
            yield kind
        yield from _kinds_of(kind)


def _one_of(name: str, tag: str, shapes: dict[str, tuple[Shape, Shape]]) -> dict[str, Any]:
    """A component that is one of several, and these; shapes: the members of each, and its optional ones."""
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
