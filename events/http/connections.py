"""The database connection of a request: each thread of the API keeps one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

T = TypeVar("T")


def first(read: Callable[[], T]) -> T:
    """Runs what may be the first statement of a request, and once more on another connection if this one was lost.

    Django would test the connection before, which costs a round trip. A statement that fails because the connection was
    lost has done nothing: at most a request is counted twice. Later statements are not tried again.
    """
    connection.health_check_done = True
    try:
        return read()
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block or connection.connection is None or not connection.connection.closed:
            raise
        connection.close()
        return read()
