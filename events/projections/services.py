"""Rebuilds of projections from the logs while the server runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from events.log.models import ENDED, Match
from events.projections.registry import ENDS, Projection, projections

BATCH = 100
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


class RebuildProgress(NamedTuple):
    """The number of matches that a rebuild has processed, and the number of rows that differ from the former rows."""

    matches: int
    differing: int


def projection_rebuild(*, name: str) -> RebuildProgress:
    """Empties a projection and processes all matches again, in the order in which they ended.

    It uses one transaction; if the order does not matter, it uses one for each batch of matches. Until a transaction
    ends, readers see the former rows, and the scheduler postpones newly ended matches.
    """
    projection = projections()[name]
    matches = list(_matches_of(projection).order_by("over_ms", "pk").values_list("pk", flat=True))
    size = max(len(matches), 1) if projection.is_ordered else BATCH
    batches = [matches[start : start + size] for start in range(0, len(matches), size)]
    return RebuildProgress(len(matches), sum(_follow_again(projection, batch) for batch in batches))


def _matches_of(projection: Projection) -> QuerySet[Match]:
    """Returns the matches whose logs may have events of the projection's types."""
    begun = Match.objects.filter(head_seq__gte=0)
    return begun.filter(status__in=ENDED) if {*projection.types} <= {*ENDS} else begun


@transaction.atomic
def _follow_again(projection: Projection, matches: Sequence[UUID]) -> int:
    """Deletes the rows of some matches and writes them again; returns the number of rows that differ."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [projection.lock])
    rows: list[QuerySet[Any]] = [table._default_manager.all() for table in projection.tables]
    if not projection.is_ordered:
        rows = [of_table.filter(match__in=matches) for of_table in rows]
    before = contents(rows)
    for of_table in rows:
        of_table.delete()
    for match in matches:
        projection.apply(match)
    return len(before ^ contents(rows))


def contents(rows: Iterable[QuerySet[Any]]) -> set[int]:
    """Returns the hashes of rows, without their primary keys."""
    return {
        hash((of_table.model, *row))
        for of_table in rows
        for row in of_table.values_list(
            *(field.attname for field in of_table.model._meta.concrete_fields if not field.primary_key)
        ).iterator()
    }
