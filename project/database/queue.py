"""The task queue inside PostgreSQL, used unless another broker is configured."""

from typing import Any

import pgmq as pgmq_client
import psycopg
from kombu.transport import pgmq

LONGEST_WAIT = 0.5  # seconds; with Celery's default of two, a stop would take that long


class Transport(pgmq.Transport):
    """kombu's pgmq transport with short blocking calls."""

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:
        """Delivers waiting messages. Raises socket.timeout after at most LONGEST_WAIT seconds."""
        super().drain_events(connection, timeout=LONGEST_WAIT if timeout is None else min(timeout, LONGEST_WAIT))


def install(url: str) -> bool:
    """Installs PGMQ's SQL if its schema is missing; returns whether it did.

    PGMQ does not support running that SQL twice.
    """
    with psycopg.connect(url) as connection:
        (schema,) = connection.execute("SELECT to_regnamespace('pgmq')").fetchone() or (None,)
        if schema is None:
            pgmq_client.install_pgmq_from_sql(conn=connection)
    return schema is None
