"""The result of a check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection


class Finding(NamedTuple):
    """A fact about the deployment. state: `ok`, `warning` or `fault`; advice: the solution, empty for `ok`."""

    state: str
    fact: str
    advice: str = ""


def ok(fact: str) -> Finding:
    return Finding("ok", fact)


def warning(fact: str, advice: str) -> Finding:
    return Finding("warning", fact, advice)


def fault(fact: str, advice: str) -> Finding:
    return Finding("fault", fact, advice)


def rows(statement: str, values: Sequence[Any] | Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
    """Returns the rows of a statement. Executes it as the role of the servers."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def one(statement: str, values: list[Any] | None = None) -> Any:
    """Returns the only value in the only row of a statement."""
    return rows(statement, values)[0][0]
