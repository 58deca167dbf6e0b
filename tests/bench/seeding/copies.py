"""Copies of stored matches under new ids, in SQL: a full database within a minute.

A copy has the rows of its match, under the same constraints, but its hashes are those of the match that was copied. So
copies do not verify; matches of `tests.bench.seeding.matches` do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

import psycopg
from psycopg import sql

# UUIDv7s of moments in the last year.
IDS = """
    CREATE TEMP TABLE copies AS
    SELECT (%(matches)s::uuid[])[1 + n %% %(number)s] AS source, encode(
        substring(int8send((extract(epoch FROM now()) * 1000 - random() * 31536e6)::bigint) FROM 3)
        || '\\x7000'::bytea || substring(uuid_send(gen_random_uuid()) FROM 9), 'hex')::uuid AS id
    FROM generate_series(1, %(count)s) AS n
"""
TABLES = """
    SELECT conrelid::regclass::text, attname
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE confrelid = 'events_match'::regclass AND contype = 'f'
"""
COLUMNS = """
    SELECT attname FROM pg_attribute
    WHERE attrelid = %s::regclass AND attnum > 0 AND attidentity = '' AND attgenerated = '' AND NOT attisdropped
"""
COPY = """
    INSERT INTO {table} ({columns})
    SELECT {values} FROM copies JOIN {table} AS original ON original.{key} = copies.source
    ON CONFLICT DO NOTHING
"""


def copies_add(url: str, matches: Sequence[UUID], count: int) -> None:
    """Adds copies of matches. url: the address of the database, with a superuser, who may skip triggers.

    A row whose other unique columns exist already, such as a notification's number, is not copied.
    """
    with psycopg.connect(url) as connection:
        connection.execute("SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = 0")
        connection.execute(IDS, {"matches": list(matches), "number": len(matches), "count": count})
        for table, key in [("events_match", "id"), *connection.execute(TABLES).fetchall()]:
            connection.execute(_copy(connection, table, key))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET statement_timeout = 0")
        connection.execute("VACUUM (ANALYZE)")  # otherwise autovacuum does it during the measurement
        connection.execute("CHECKPOINT")


def _copy(connection: psycopg.Connection, table: str, key: str) -> sql.Composed:
    columns = [name for (name,) in connection.execute(COLUMNS, [table])]
    return sql.SQL(COPY).format(
        table=sql.Identifier(table),
        key=sql.Identifier(key),
        columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
        values=sql.SQL(", ").join(_values(columns, key)),
    )


def _values(columns: Sequence[str], key: str) -> Iterator[sql.Composable]:
    """Yields the values of a row of a copy.

    Copies ended at any time within a year, because the server stores snapshots of matches that ended in the last hour.
    """
    for name in columns:
        if name == "over_ms":
            yield sql.SQL("original.over_ms - (random() * 31536e6)::bigint")
        else:
            yield sql.Identifier("copies", "id") if name == key else sql.Identifier("original", name)
