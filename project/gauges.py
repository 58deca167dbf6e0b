"""Figures that the database knows, read when a collector asks: ages of queues, overdue prompts, verification.

Every node reports the same ones, so a dashboard takes their maximum. A read is reused for some seconds, however many
nodes and collectors ask.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import Error as DatabaseError
from django.db import connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from psycopg_pool import PoolTimeout

from events.clock import now_ms

AUDIT_GRACE_MS = 26 * 3_600_000  # the auditor runs daily


class Gauge(NamedTuple):
    """A statement with one row of one value for each name. seconds: for how long a read is reused."""

    names: Mapping[str, str]
    statement: str
    seconds: float


GAUGES = (
    Gauge(
        {
            "comptoir_ready_turns": "Turns of bots that wait for a worker.",
            "comptoir_ready_turn_age_seconds": "How long the oldest of them has waited: the age of the queue.",
        },
        """
        SELECT count(*), COALESCE((%(now)s - min(ready_ms)) / 1000.0, 0) FROM events_pending
        WHERE bot AND ready_ms <= %(now)s AND (lease_ms IS NULL OR lease_ms < %(now)s)
        """,
        5,
    ),
    Gauge(
        {
            "comptoir_overdue_prompts": "Prompts whose deadline has passed.",
            "comptoir_overdue_prompt_age_seconds": "How long ago the oldest of these deadlines passed.",
        },
        """
        SELECT count(*), COALESCE((%(now)s - min(deadline_ms)) / 1000.0, 0) FROM events_pending
        WHERE deadline_ms <= %(now)s
        """,
        5,
    ),
    Gauge(
        {
            "comptoir_unverified_matches": "Matches that no audit has passed a day after their last event.",
            "comptoir_verified_matches": "Matches whose present head has passed an audit.",
            "comptoir_last_verification_age_seconds": "How long ago an audit passed any match.",
        },
        """
        SELECT count(*) FILTER (WHERE mark.seq IS DISTINCT FROM head_seq AND last_at_ms < %(now)s - %(grace)s),
            count(*) FILTER (WHERE mark.seq = head_seq AND mark.hash = head_hash),
            COALESCE(extract(epoch FROM now() - max(mark.audited_at)), -1)
        FROM events_match AS match LEFT JOIN events_auditmark AS mark ON mark.match_id = match.id WHERE head_seq >= 0
        """,
        600,
    ),
)


class DatabaseFigures(Collector):
    """The gauges, and whether the database answers."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[float, tuple[float, ...]]] = {}
        self._lock = threading.Lock()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Returns all gauges; without a database, only that it does not answer."""
        found, up = [], 1.0
        with self._lock:
            for gauge in GAUGES:
                try:
                    values = self._values(gauge)
                except (DatabaseError, PoolTimeout):
                    up = 0.0
                    break
                named = zip(gauge.names.items(), values, strict=True)
                found += [GaugeMetricFamily(name, text, value) for (name, text), value in named]
        return [GaugeMetricFamily("comptoir_database_up", "1: the database answers this node.", up), *found]

    def _values(self, gauge: Gauge) -> tuple[float, ...]:
        read_at, values = self._read.get(gauge.statement, (float("-inf"), ()))
        if time.monotonic() - read_at >= gauge.seconds:
            with connection.cursor() as cursor:
                cursor.execute(gauge.statement, {"now": now_ms(), "grace": AUDIT_GRACE_MS})
                values = tuple(float(value) for value in cursor.fetchone())
            self._read[gauge.statement] = (time.monotonic(), values)
        return values
