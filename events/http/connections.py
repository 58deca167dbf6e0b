"""The database connections of requests: each thread of the API keeps one connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")


def retry_once(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs the first statement of a request, and once more on another connection if the first was lost.

    Django would test the connection first, which costs a round trip. A statement on a lost connection normally has no
    effect, so repeating it is safe. At worst a request is counted twice. Later statements are not repeated.
    """
    connection.health_check_done = True  # type: ignore[attr-defined]  # missing in the stubs
    try:
        return read(*args, **kwargs)
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block or connection.connection is None or not connection.connection.closed:
            raise
        connection.close()
        return read(*args, **kwargs)
