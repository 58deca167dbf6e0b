"""The registry of timer kinds. Each app registers the functions of its kinds in its module `timers.py`."""

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
    """A kind of timer. every_ms: the period of a repeated timer; is_of_match: whether the key is a match."""

    run: Callable[..., Any]
    every_ms: int | None = None
    is_of_match: bool = False


_kinds: dict[str, TimerKind] = {}


def timer(kind: str) -> Callable[[OfKey], OfKey]:
    """Registers the function for the timers of a kind.

    The function receives the key, performs the work that is due, and returns the time of its next call, in ms. None: no
    call until the timer is set again. The function may be called early, late, and twice at the same time.
    """

    def register(function: OfKey) -> OfKey:
        _kinds[kind] = TimerKind(function)
        return function

    return register


def match_timer(kind: str) -> Callable[[OfMatch], OfMatch]:
    """Registers the function for a kind of timers of matches; it receives the match's id."""

    def register(function: OfMatch) -> OfMatch:
        _kinds[kind] = TimerKind(function, is_of_match=True)
        return function

    return register


def every(ms: int, *functions: Callable[[], object]) -> None:
    """Registers repeated housekeeping functions; the kind of each timer is the function's name."""
    for function in functions:
        _kinds[function.__name__] = TimerKind(_without_result(function), ms)


def _without_result(function: Callable[[], object]) -> Callable[[], None]:
    """Returns a function that discards the result of housekeeping, the amount of work done."""

    def run() -> None:
        function()

    return run


def periodic(ms: int) -> Callable[[Periodic], Periodic]:
    """Registers a repeated function. It is called earlier if it returns an earlier time or if the timer is set."""

    def register(function: Periodic) -> Periodic:
        _kinds[function.__name__] = TimerKind(function, ms)
        return function

    return register


@cache
def kinds() -> Mapping[str, TimerKind]:
    """Returns all kinds, by name."""
    autodiscover_modules("timers", "tasks", "projections")
    return _kinds
