"""The connections of a process to the database: one for each thread, or a pool that threads share."""

from typing import Any


def pooled(size: int) -> dict[str, Any]:
    """Returns the members of Django's DATABASES for so many connections; 0: one for each thread, which keeps it.

    A pool replaces a connection that has failed; checking each time would cost every request a round trip.
    """
    return {"CONN_MAX_AGE": 0 if size else None, "CONN_HEALTH_CHECKS": not size}


def pool_options(size: int) -> dict[str, Any]:
    """Returns the members of OPTIONS. At least one connection per server thread, otherwise threads wait for others."""
    return {"pool": {"min_size": 2, "max_size": size, "timeout": 5}} if size else {}


def use_pool(size: int) -> None:
    """Gives this process a pool, before its first connection, which has none while nobody needs one."""
    from django.db import connections

    database = connections.settings["default"]
    database.update(pooled(size))
    database["OPTIONS"] = {**database["OPTIONS"], "pool": {**pool_options(size)["pool"], "min_size": 0}}
