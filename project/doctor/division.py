"""The check that tables are divided among nodes as by `manage.py distribute`, and that all nodes are fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import connection

from project.database.distribution import has_citus, undivided, unfit_nodes
from project.doctor.finding import Finding, fault, ok, one


def nodes_are_fit() -> Iterator[Finding]:
    """Runs the checks of `manage.py distribute` for every node and for the divided tables."""
    connection.ensure_connection()
    database: Any = connection.connection
    if not has_citus(database):
        yield ok("one PostgreSQL, without Citus: nothing is divided")
        return
    role = one("SELECT current_user")
    found = [*unfit_nodes(database, role, settings.TIMEOUTS), *undivided(database)]
    for unfit in found:
        yield fault(unfit.fact, unfit.advice)
    if not found:
        nodes = one("SELECT count(*) FROM pg_dist_node WHERE isactive AND noderole = 'primary'")
        yield ok(f"the tables of matches are divided among {nodes} nodes, the coordinator among them")
