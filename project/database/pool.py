"""The connections of a process to the database: one for each thread, or a pool that all threads share."""

from typing import Any


def pooled(size: int) -> dict[str, Any]:
    """Returns the members of Django's DATABASES for a pool.

    size: the number of connections; 0: no pool, so each thread keeps its own connection.

    A pool replaces failed connections. A health check before each use would cost every request a round trip.
    """
    return {"CONN_MAX_AGE": 0 if size else None, "CONN_HEALTH_CHECKS": not size}


def pool_options(size: int) -> dict[str, Any]:
    """Returns the members of OPTIONS. With fewer connections than server threads, threads wait for each other."""
    return {"pool": {"min_size": 2, "max_size": size, "timeout": 5}} if size else {}


def use_pool(size: int) -> None:
    """Gives this process a pool. Call it before the first connection. An idle pool keeps no connections."""
    from django.db import connections

    database = connections.settings["default"]
    database.update(pooled(size))
    database["OPTIONS"] = {**database["OPTIONS"], "pool": {**pool_options(size)["pool"], "min_size": 0}}
