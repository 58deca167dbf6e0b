"""The task queue inside PostgreSQL, used where no other broker is named."""

from typing import Any

import pgmq as pgmq_client
import psycopg
from kombu.transport import pgmq

LONGEST_WAIT = 0.5  # seconds; Celery asks for two, and would be that late to notice that it should stop


class Transport(pgmq.Transport):
    """kombu's pgmq transport, never blocking for long."""

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:
        """Deliver what is due, or raise socket.timeout after half a second at most."""
        super().drain_events(connection, timeout=LONGEST_WAIT if timeout is None else min(timeout, LONGEST_WAIT))


def install(url: str) -> bool:
    """Install PGMQ's SQL in the database if its schema is missing; says whether it had to.

    Its authors do not support running that SQL twice, hence the look first.
    """
    with psycopg.connect(url) as connection:
        (schema,) = connection.execute("SELECT to_regnamespace('pgmq')").fetchone() or (None,)
        if schema is None:
            pgmq_client.install_pgmq_from_sql(conn=connection)
    return schema is None
