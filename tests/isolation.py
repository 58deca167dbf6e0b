"""No state outlives a test: committed rows are deleted, and files that leave rows or threads fail.

A test without `transaction=True` runs in a transaction that is rolled back. Rows that it commits on other connections,
such as an error report, stay. After the last test of a file no rows or threads may remain.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

LASTING = (
    *("publisher", "messages", "waker", "leases", "log lines", "asyncio", "ThreadPoolExecutor"),
    *("pytest_timeout", "browser watchdog"),
)
"""Threads that may remain: those that wait for future work, those of process-wide pools, and those of test timeouts."""

ENDING_SECONDS = 20.0
LOOK_SECONDS, QUIET_LOOKS = 0.01, 3
_OTHERS = """
    SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
_TABLES = """
    SELECT relname, EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgtype & 32 <> 0)
    FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition
"""


class Tables:
    """The tables of the test database, and their contents before the first test."""

    append_only: dict[str, bool]
    filled: str
    blocker: Any = None

    def learn(self, blocker: Any) -> None:
        """Records the tables, the tables that may only be truncated, and the tables that migrations fill.

        blocker: pytest-django's blocker, which keeps tests without a database from using it.
        """
        self.blocker = blocker
        with _cursor() as cursor:
            cursor.execute(_TABLES)
            self.append_only = dict(cursor.fetchall())
            self.filled = _filled_of(self.append_only)
            cursor.execute(self.filled)
            for (name,) in cursor.fetchall():
                del self.append_only[name]
            self.filled = _filled_of(self.append_only)

    def empty(self) -> list[str]:
        """Deletes all rows that tests have committed; returns the names of the tables that had rows."""
        from django.db import transaction

        with transaction.atomic(), _cursor() as cursor:
            cursor.execute(self.filled)
            names = sorted(name for (name,) in cursor.fetchall())
            if logs := [name for name in names if self.append_only[name]]:
                cursor.execute("SET LOCAL comptoir.maintenance = 'on'")
                cursor.execute(f"TRUNCATE {', '.join(logs)}")
            for name in names:
                if name not in logs:
                    cursor.execute(f"DELETE FROM {name}")
        return names


def _cursor() -> Any:
    from django.db import connection

    return connection.cursor()


def _filled_of(names: Sequence[str] | dict[str, bool]) -> str:
    """Returns the statement that finds the tables with rows."""
    return " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in names)


tables = Tables()


def empty_tables(*_: object) -> None:
    """Empties the tables after the servers of a test have finished; otherwise both would deadlock."""
    _let_others_finish()
    tables.empty()


def _let_others_finish(seconds: float = 10.0) -> None:
    """Waits until the servers of a test have finished the work after their last response.

    A process may be about to begin work after a commit, so it must be idle for several checks in a row.
    """
    until, quiet = time.monotonic() + seconds, 0
    while quiet < QUIET_LOOKS and time.monotonic() < until:
        with _cursor() as cursor:
            cursor.execute(_OTHERS)
            there, busy = cursor.fetchone()
        if not there:
            return
        quiet = 0 if busy else quiet + 1
        time.sleep(LOOK_SECONDS)


@contextmanager
def emptying_tables(blocker: Any) -> Iterator[None]:
    """Lets tests that commit delete only existing rows, instead of truncating all tables and refilling Django's own."""
    from django.test import TransactionTestCase

    with blocker.unblock():
        tables.learn(blocker)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", empty_tables)
        yield
    tables.blocker = None


_before: set[threading.Thread] = set()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Remembers the threads that run before the first test of a file."""
    if not _before:
        _before.update(threading.enumerate())
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Finishes the jobs of a test within it, and checks for remaining state after the last test of a file."""
    if publishing := sys.modules.get("events.base.publishing"):
        publishing.publisher.flush(ENDING_SECONDS)
    result = yield
    if nextitem is None or nextitem.path != item.path:
        left = [*_rows_left(), *_threads_left()]
        _before.clear()
        if left:
            pytest.fail(f"{item.path.name} leaves {', '.join(left)}", pytrace=False)
    return result


def _rows_left() -> list[str]:
    """Returns the tables with rows, and empties them."""
    if tables.blocker is None:
        return []
    from events.processes.models import ErrorReport

    with tables.blocker.unblock():
        reports = [*ErrorReport.objects.values_list("code", "place", "message")]
        return [f"rows in {name}" for name in tables.empty()] + [f"the error report {report}" for report in reports]


def _threads_left() -> list[str]:
    """Returns the names of the threads that do not end."""
    until = time.monotonic() + ENDING_SECONDS
    left: list[threading.Thread] = []
    for thread in set(threading.enumerate()) - _before:
        if not thread.name.startswith(LASTING):
            thread.join(max(until - time.monotonic(), 0))
            left += [thread] if thread.is_alive() else []
    return [f"the thread {thread.name}" for thread in left]
