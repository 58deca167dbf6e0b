"""The clock of a new match, as its first event states it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.base.exceptions import Fault, Malformed

PERSONAL = ("bank", "increment", "play_window", "vacation_days", "ladder")


def clock_settings(request: Mapping[str, Any], substitutes: bool) -> dict[str, Any]:
    """A clock with `per_move` and `on_timeout`, or a ladder, and of the rest what it uses. Raises Malformed."""
    if faults := list(clock_faults(request, substitutes)):
        raise Malformed(*faults)
    timeout = {} if request.get("ladder") else {"on_timeout": request.get("on_timeout", "default_move")}
    return {
        "per_move": request.get("per_move"),
        **timeout,
        **{name: request[name] for name in PERSONAL if request.get(name)},
    }


def clock_faults(request: Mapping[str, Any], substitutes: bool) -> Iterator[Fault]:
    """Yields what does not fit together."""
    bank, ladder = request.get("bank"), request.get("ladder") or []
    if bank and request.get("per_move"):
        yield Fault("/clock/per_move", "not_an_option")
    if bank and not request.get("increment"):
        yield Fault("/clock/increment", "required")
    if request.get("increment") and not bank:
        yield Fault("/clock/bank", "required")
    if not (bank or request.get("per_move")):
        aimless = [name for name in ("play_window", "vacation_days") if request.get(name)]
        yield from (Fault(f"/clock/{name}", "not_an_option") for name in aimless)
    if ladder and "on_timeout" in request:
        yield Fault("/clock/on_timeout", "not_an_option")
    if not substitutes:
        yield from (Fault(f"/clock/ladder/{at}", "not_an_option") for at, s in enumerate(ladder) if s == "substitute")
