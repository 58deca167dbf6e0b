"""The kinds of timers, and the function that each app registers for its own in its `timers.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.utils.module_loading import autodiscover_modules

SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS = 1_000, 60_000, 3_600_000, 86_400_000

OfKey = TypeVar("OfKey", bound=Callable[[str], int | None])
OfMatch = TypeVar("OfMatch", bound=Callable[[UUID], int | None])
Periodic = TypeVar("Periodic", bound=Callable[[], int | None])


class TimerKind(NamedTuple):
    """A kind of timer. every_ms: its period, if it is always set; is_of_match: whether its key is a match."""

    run: Callable[..., Any]
    every_ms: int | None = None
    is_of_match: bool = False


_kinds: dict[str, TimerKind] = {}


def timer(kind: str) -> Callable[[OfKey], OfKey]:
    """Registers the function for the timers of a kind.

    It receives the key, does what is due by now, and returns when it wants to be called next, in ms; None: not before
    the timer is set again. It may be called early, late, and twice at once.
    """

    def register(function: OfKey) -> OfKey:
        _kinds[kind] = TimerKind(function)
        return function

    return register


def match_timer(kind: str) -> Callable[[OfMatch], OfMatch]:
    """Registers the function for the timers of a kind that matches have; it receives the match's id."""

    def register(function: OfMatch) -> OfMatch:
        _kinds[kind] = TimerKind(function, is_of_match=True)
        return function

    return register


def every(ms: int, *functions: Callable[[], object]) -> None:
    """Registers housekeeping that is repeated; the name of each function is its kind."""
    for function in functions:
        _kinds[function.__name__] = TimerKind(_without_result(function), ms)


def _without_result(function: Callable[[], object]) -> Callable[[], None]:
    """Ignores what housekeeping returns, which is how much it has done."""

    def run() -> None:
        function()

    return run


def periodic(ms: int) -> Callable[[Periodic], Periodic]:
    """Registers a function that is repeated, and earlier if it returns an earlier time, or the timer is set."""

    def register(function: Periodic) -> Periodic:
        _kinds[function.__name__] = TimerKind(function, ms)
        return function

    return register


@cache
def kinds() -> Mapping[str, TimerKind]:
    """Returns all kinds, by name."""
    autodiscover_modules("timers", "tasks", "projections")
    return _kinds
