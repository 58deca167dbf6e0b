"""The clock of a new match, as its first event states it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.base.exceptions import FieldError, Malformed

PERSONAL = ("bank", "increment", "play_window", "vacation_days", "ladder")


def clock_settings(request: Mapping[str, Any], substitutes: bool) -> dict[str, Any]:
    """Returns a clock with `per_move`, with `on_timeout` or a ladder, and with the other members that the request uses.

    Raises Malformed.
    """
    if errors := list(clock_errors(request, substitutes)):
        raise Malformed(*errors)
    timeout = {} if request.get("ladder") else {"on_timeout": request.get("on_timeout", "default_move")}
    return {
        "per_move": request.get("per_move"),
        **timeout,
        **{name: request[name] for name in PERSONAL if request.get(name)},
    }


def clock_errors(request: Mapping[str, Any], substitutes: bool) -> Iterator[FieldError]:
    """Yields an error for each member that is missing or contradicts another member."""
    bank, ladder = request.get("bank"), request.get("ladder") or []
    if bank and request.get("per_move"):
        yield FieldError("/clock/per_move", "not_an_option")
    if bank and not request.get("increment"):
        yield FieldError("/clock/increment", "required")
    if request.get("increment") and not bank:
        yield FieldError("/clock/bank", "required")
    if not (bank or request.get("per_move")):
        aimless = [name for name in ("play_window", "vacation_days") if request.get(name)]
        yield from (FieldError(f"/clock/{name}", "not_an_option") for name in aimless)
    if ladder and "on_timeout" in request:
        yield FieldError("/clock/on_timeout", "not_an_option")
    if not substitutes:
        yield from (
            FieldError(f"/clock/ladder/{at}", "not_an_option") for at, s in enumerate(ladder) if s == "substitute"
        )
