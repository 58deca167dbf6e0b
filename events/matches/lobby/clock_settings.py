"""The clock of a new match, as its first event states it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.base.exceptions import Fault, Malformed

PERSONAL = ("bank", "increment", "play_window", "vacation_days", "ladder")


def clock_settings(wish: Mapping[str, Any], substitutes: bool) -> dict[str, Any]:
    """A clock with `per_move` and `on_timeout`, or a ladder, and of the rest what it uses. Raises Malformed."""
    if faults := list(_faults(wish, substitutes)):
        raise Malformed(*faults)
    timeout = {} if wish.get("ladder") else {"on_timeout": wish.get("on_timeout", "default_move")}
    return {"per_move": wish.get("per_move"), **timeout, **{name: wish[name] for name in PERSONAL if wish.get(name)}}


def _faults(wish: Mapping[str, Any], substitutes: bool) -> Iterator[Fault]:
    bank, ladder = wish.get("bank"), wish.get("ladder") or []
    if bank and wish.get("per_move"):
        yield Fault("/clock/per_move", "not_an_option")
    if bank and not wish.get("increment"):
        yield Fault("/clock/increment", "required")
    if wish.get("increment") and not bank:
        yield Fault("/clock/bank", "required")
    if not (bank or wish.get("per_move")):
        aimless = [name for name in ("play_window", "vacation_days") if wish.get(name)]
        yield from (Fault(f"/clock/{name}", "not_an_option") for name in aimless)
    if ladder and "on_timeout" in wish:
        yield Fault("/clock/on_timeout", "not_an_option")
    if not substitutes:
        yield from (Fault(f"/clock/ladder/{at}", "not_an_option") for at, s in enumerate(ladder) if s == "substitute")
