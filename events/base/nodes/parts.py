"""Reads of many matches from a database that is distributed among nodes, even while a node is lost.

A statement about all matches needs all nodes, so a lost node would stop the clocks of all matches. While a node is
lost, each node is therefore queried separately about the parts (shards) that it stores, and lost nodes are left out for
a few seconds. Such a statement must only read, and may join rows of a match only with rows of the same match.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import psycopg
import structlog
from django.core.exceptions import EmptyResultSet
from django.db import DatabaseError, OperationalError, connection
from django.db.models import QuerySet
from psycopg.pq import TransactionStatus

from events.base.error_reports import is_outage
from events.base.hot_cursor import hot_cursor

LEFT_OUT_SECONDS = 5.0
"""The time for which a lost node is left out, before all nodes are queried together again."""

Row = tuple[Any, ...]
Values = Sequence[Any] | Mapping[str, Any]

log = structlog.get_logger()


class Node(NamedTuple):
    """The address of a node of the database."""

    host: str
    port: int


class _LeftOut:
    """The nodes that this process leaves out, and the end of this period by the monotonic clock."""

    nodes: frozenset[Node] = frozenset()
    until = 0.0


def forget() -> None:
    """Forgets the lost nodes."""
    _LeftOut.nodes, _LeftOut.until = frozenset(), 0.0


def listed(query: QuerySet[Any, Any], columns: str) -> list[Row]:
    """Returns the rows of a `values_list` query, read as in `rows`."""
    try:
        text, values = query.query.sql_with_params()
    except EmptyResultSet:  # the query cannot match any row
        return []
    return _rows(connection.cursor, text, values, columns)  # a Django value may exceed its PostgreSQL type


def rows(text: str, values: Values, columns: str) -> list[Row]:
    """Returns the rows of a statement about many matches, in order.

    columns: the names and types of the columns, such as `match uuid, seat integer`. While a node is lost, its rows are
    missing, and the order and the LIMIT apply to each part separately.
    """
    return _rows(hot_cursor, text, values, columns)


def _rows(opened: Callable[[], AbstractContextManager[Any]], text: str, values: Values, columns: str) -> list[Row]:
    if time.monotonic() >= _LeftOut.until:
        _LeftOut.nodes = frozenset()
        try:
            with opened() as cursor:
                cursor.execute(text, values)
                return list(cursor.fetchall())
        except DatabaseError as error:
            if not is_outage(error) or not _is_divided():
                raise
    return _of_parts(text, values, columns)


def _is_divided() -> bool:
    """Returns whether the connection still works and its database has parts on other nodes."""
    database = connection.connection
    if database is None or database.closed or database.info.transaction_status == TransactionStatus.INERROR:
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('pg_dist_placement') IS NOT NULL")
        return bool(cursor.fetchone()[0])


_PARTS = """
    SELECT node.nodename, node.nodeport, array_agg(shard.logicalrelid::text), array_agg(shard.shardid)
    FROM pg_dist_shard AS shard JOIN pg_dist_placement AS placement USING (shardid)
    JOIN pg_dist_node AS node USING (groupid)
    WHERE node.noderole = 'primary' AND shard.shardminvalue IS NOT NULL
    GROUP BY node.nodename, node.nodeport, shard.shardminvalue ORDER BY 1, 2, shard.shardminvalue
"""
_ASK = """
    WITH answer AS MATERIALIZED (SELECT * FROM master_run_on_worker(%s::text[], %s::integer[], %s::text[], true))
    SELECT answer.node_name, answer.node_port, answer.success, answer.result, part.*
    FROM answer LEFT JOIN LATERAL ROWS FROM (
        json_to_recordset(CASE WHEN answer.success THEN answer.result ELSE '[]' END::json) AS ({columns})
    ) WITH ORDINALITY AS part ON true
"""
_OF_NODE = "SELECT coalesce(json_agg(part), '[]') FROM ({parts}) AS part ({names})"


def _of_parts(text: str, values: Values, columns: str) -> list[Row]:
    """Queries each node separately, and leaves out nodes that do not respond, for LEFT_OUT_SECONDS."""
    asked = dict[Node, list[str]]()
    with connection.cursor() as cursor:
        literal = psycopg.ClientCursor(cursor.connection)
        cursor.execute(_PARTS)
        for host, port, tables, numbers in cursor.fetchall():
            if (node := Node(host, port)) not in _LeftOut.nodes:
                part = _within(text, dict(zip(tables, numbers, strict=True)))
                asked.setdefault(node, []).append(literal.mogrify(part, values))
        names = ", ".join(column.split()[0] for column in columns.split(","))
        commands = [_OF_NODE.format(parts=" UNION ALL ".join(parts), names=names) for parts in asked.values()]
        hosts, ports = [node.host for node in asked], [node.port for node in asked]
        cursor.execute(_ASK.format(columns=columns), [hosts, ports, commands])
        return _answered(cursor.fetchall())


def _within(text: str, numbers: Mapping[str, int]) -> str:
    """Returns the statement about one part, with each table replaced by its part.

    numbers: the part's number, by table.
    """
    tables = re.compile(rf"\b({'|'.join(numbers)})\b")
    return f"({tables.sub(lambda found: f'{found[1]}_{numbers[found[1]]}', text)})"


def _answered(answers: list[Row]) -> list[Row]:
    """Returns the rows of the nodes that responded; leaves out the other nodes.

    Raises OperationalError if none responded.
    """
    lost = {Node(host, port): reason for host, port, is_read, reason, *_ in answers if not is_read}
    if not any(is_read for _, _, is_read, *_ in answers):
        forget()
        raise OperationalError(f"no node answers: {[*lost.values()]}")
    if lost:
        _LeftOut.nodes |= lost.keys()
        for node, reason in lost.items():
            log.warning("node_left_out", node=f"{node.host}:{node.port}", reason=" ".join(str(reason).split())[:200])
    if _LeftOut.nodes and time.monotonic() >= _LeftOut.until:
        _LeftOut.until = time.monotonic() + LEFT_OUT_SECONDS
    return [tuple(row) for _, _, _, _, *row, number in answers if number is not None]
