"""The lower bound of a move: one durable statement."""

from __future__ import annotations

import time
from statistics import median, quantiles

import psycopg

from tests.bench.bots_turn import Latency


def durable_statements(url: str, seconds: float) -> Latency:
    """Measures one connection that updates a head and inserts a row in one statement, each committed to disk."""
    times = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TEMP TABLE head (id int primary key, seq bigint)")
        connection.execute("CREATE TABLE IF NOT EXISTS bench_row (seq bigint, core bytea)")
        connection.execute("INSERT INTO head VALUES (1, 0)")
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            started = time.perf_counter()
            connection.execute(
                "WITH moved AS (UPDATE head SET seq = seq + 1 WHERE id = 1 RETURNING seq) "
                "INSERT INTO bench_row SELECT seq, %s FROM moved",
                [b"x" * 400],
            )
            times.append((time.perf_counter() - started) * 1000)
        connection.execute("DROP TABLE bench_row")
    return Latency("one durable statement", 1, len(times) / seconds, median(times), quantiles(times, n=100)[98])
