"""What was already done for a request before it reached Django: the short route (`project.short_route`) passes it on.

So a request is counted once, and a move that was refused is not tried again.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, NamedTuple

_EARLIER = "comptoir.earlier"


class Earlier(NamedTuple):
    """request_id: the id of the request. usages: of its limits, once it is counted; error: what its view has raised."""

    request_id: str
    usages: tuple[Any, ...] | None = None
    error: Exception | None = None


def with_earlier(scope: MutableMapping[str, Any], earlier: Earlier) -> dict[str, Any]:
    """Returns the ASGI scope with what was done."""
    return {**scope, _EARLIER: earlier}


def earlier_of(environ: MutableMapping[str, Any]) -> Earlier | None:
    """Returns what was done for a request; None for most."""
    earlier: Earlier | None = environ.get("asgi.scope", {}).get(_EARLIER)
    return earlier
