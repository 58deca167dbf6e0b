"""Metrics from the database, read on each request of a collector: ages of queues, overdue prompts, verification.

Every node reports the same values, so a dashboard takes their maximum. Values are cached for some seconds, so the
number of nodes and collectors does not matter.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

import structlog
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from events.base.clock import now_ms
from events.notifications.standing import PROVEN
from events.processes.selectors import LIFE
from events.projections.registry import projections
from events.timers.scheduler import LONGEST_RETRY_MS
from project.database.backups import backups

log = structlog.get_logger()

_DELIVERIES = """
    SELECT count(*) FILTER (WHERE kind = 'post'), count(*) FILTER (WHERE kind = 'push'),
        count(*) FILTER (WHERE kind = 'mail'), count(*) FILTER (WHERE kind = 'letter'),
        COALESCE((%(now)s - min(due_ms) FILTER (WHERE is_ours)) / 1000.0, 0)
    FROM (
        SELECT COALESCE(
            CASE WHEN webhook.id IS NOT NULL THEN {webhook} WHEN device.id IS NOT NULL THEN {device} END, true
        ) AS is_ours,
            CASE WHEN webhook.id IS NOT NULL THEN 'post' WHEN device.id IS NOT NULL THEN 'push' ELSE 'mail' END AS kind,
            greatest(due_ms, webhook.retry_ms, device.retry_ms) AS due_ms
        FROM events_delivery LEFT JOIN events_webhook AS webhook ON webhook.id = webhook_id
            LEFT JOIN events_pushsubscription AS device ON device.id = subscription_id
        WHERE state = 'pending' AND due_ms <= %(now)s AND COALESCE(lease_ms, 0) < %(now)s
            AND COALESCE(webhook.is_active, true) AND COALESCE(webhook.retry_ms, device.retry_ms, 0) <= %(now)s
        UNION ALL SELECT true, 'letter', due_ms FROM events_letter
        WHERE due_ms <= %(now)s AND COALESCE(lease_ms, 0) < %(now)s
    ) AS due
"""
DELIVERIES = _DELIVERIES.format(**{name: PROVEN.format(name) for name in ("webhook", "device")})
"""Counts the posts to webhooks and devices, and the e-mails, that could be sent now, with the age of the oldest.

The age does not include posts to unproven receivers, because these posts may wait although the workers keep up.
"""


class Gauge(NamedTuple):
    """A statement whose only row has one value for each name. seconds: how long the values are cached."""

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
        JOIN events_match AS match ON match.id = match_id
        WHERE match.damaged_seq IS NULL AND bot AND ready_ms <= %(now)s AND (lease_ms IS NULL OR lease_ms < %(now)s)
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
        JOIN events_match AS match ON match.id = match_id
        WHERE match.damaged_seq IS NULL AND deadline_ms <= %(now)s
        """,
        5,
    ),
    Gauge(
        {
            "comptoir_last_verification_age_seconds": "How long ago an audit passed any match; -1: none ever did.",
        },
        "SELECT COALESCE(extract(epoch FROM clock_timestamp() - max(audited_at)), -1) FROM events_auditmark",
        60,
    ),
    Gauge(
        {
            "comptoir_due_webhook_posts": "Notices for webhooks that could be posted now, and that nobody is posting.",
            "comptoir_due_device_posts": "Notices for devices that could be posted now, and that nobody is posting.",
            "comptoir_due_mails": "Notices that could be sent by e-mail now.",
            "comptoir_due_letters": "E-mails about accounts that could be sent now.",
            "comptoir_oldest_delivery_age_seconds": "For how long the oldest of these could have been sent; "
            "posts to receivers that are not proven do not count.",
        },
        DELIVERIES,
        5,
    ),
    Gauge(
        {
            "comptoir_processes": "Processes that have announced themselves in the last 45 seconds.",
            "comptoir_scheduler_age_seconds": "How long ago a scheduler ran what was due; -1: none ever did.",
            "comptoir_clock_difference_seconds": "How far the worst of their clocks is off the database's.",
        },
        """
        SELECT count(*) FILTER (WHERE is_live),
            COALESCE(extract(epoch FROM clock_timestamp() - max(worked_at) FILTER (WHERE kind = 'scheduler')), -1),
            COALESCE(max(abs(clock_ahead_ms)) FILTER (WHERE is_live), 0) / 1000.0
        FROM (SELECT *, seen_at > clock_timestamp() - %(life)s::interval AS is_live FROM events_process) AS process
        """,
        5,
    ),
)


PROJECTIONS = """
    SELECT name, count(match.id), COALESCE(max(%(now)s - COALESCE(
        match.over_ms + 1000 * match.spectator_delay::bigint, (extract(epoch FROM match.created_at) * 1000)::bigint
    )), 0) / 1000.0
    FROM unnest(%(names)s::text[]) AS name
    LEFT JOIN events_matchtimer AS timer ON timer.kind = name AND timer.due_ms <= %(now)s + %(retry)s
        AND (timer.due_ms <= %(now)s OR timer.attempts > 0)
    LEFT JOIN events_match AS match ON match.id = timer.match_id
    GROUP BY name ORDER BY name
"""
"""Counts a timer whose function has failed as waiting, although the next attempt is due later."""

ERROR_REPORTS = """
    SELECT code, sum(count), extract(epoch FROM clock_timestamp() - max(last_seen_at))
    FROM events_alarm GROUP BY code ORDER BY code
"""


class DatabaseCollector(Collector):
    """A collector of the gauges, the error reports, and whether the database answers."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[float, tuple[float, ...]]] = {}
        self._lock = threading.Lock()

    def collect(self) -> Iterable[Metric]:
        """Returns all metrics; without a database, only the metric that it does not answer."""
        metrics: list[Metric] = []
        with self._lock:
            up = _answers()
            gauges = (partial(self._gauges, gauge) for gauge in GAUGES)
            reads: list[Callable[[], list[Metric]]] = [*gauges, _projections, _backups, _error_reports]
            for read in reads if up else ():
                try:
                    metrics += read()
                except DatabaseError as error:  # a slow statement does not affect the other gauges
                    log.warning("gauge_failed", error=type(error).__name__, reason=str(error).partition("\n")[0])
        return [GaugeMetricFamily("comptoir_database_up", "1: the database answers this node.", float(up)), *metrics]

    def _gauges(self, gauge: Gauge) -> list[Metric]:
        named = zip(gauge.names.items(), self._values(gauge), strict=True)
        return [GaugeMetricFamily(name, text, value) for (name, text), value in named]

    def _values(self, gauge: Gauge) -> tuple[float, ...]:
        read_at, values = self._read.get(gauge.statement, (float("-inf"), ()))
        if time.monotonic() - read_at >= gauge.seconds:
            with connection.cursor() as cursor:
                cursor.execute(gauge.statement, {"now": now_ms(), "life": LIFE})
                values = tuple(float(value) for value in cursor.fetchone())
            self._read[gauge.statement] = (time.monotonic(), values)
        return values


def _answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _projections() -> list[Metric]:
    """Returns the lag of projections behind the logs of matches."""
    waiting = GaugeMetricFamily(
        "comptoir_projection_waiting_matches", "Matches that a projection could follow now.", labels=["projection"]
    )
    lag = GaugeMetricFamily(
        "comptoir_projection_lag_seconds", "For how long the oldest of them has waited.", labels=["projection"]
    )
    with connection.cursor() as cursor:
        cursor.execute(PROJECTIONS, {"now": now_ms(), "retry": LONGEST_RETRY_MS, "names": [*projections()]})
        for name, count, seconds in cursor.fetchall():
            waiting.add_metric([name], float(count))
            lag.add_metric([name], float(seconds))
    return [waiting, lag]


def _backups() -> list[Metric]:
    """Returns the age of the backups; nothing for the embedded database, which has none.

    Nothing is cached, because PostgreSQL keeps these values in memory.
    """
    if not settings.DATABASE_IS_NAMED:
        return []
    found = backups()
    return [
        GaugeMetricFamily(name, text, -1 if age is None else age)
        for name, text, age in (
            ("comptoir_backup_age_seconds", "How long ago a base backup ended; -1: none is known.", found.base_age),
            ("comptoir_wal_archive_age_seconds", "How long ago WAL was archived; -1: never.", found.wal_age),
        )
    ]


def _error_reports() -> list[Metric]:
    """Returns the number and the age of the error reports of each code. Nothing is cached: the table has few rows."""
    reports = CounterMetricFamily("comptoir_error_reports", "Error reports, by code.", labels=["code"])
    age = GaugeMetricFamily(
        "comptoir_error_report_age_seconds", "The time since the last error report, by code.", labels=["code"]
    )
    with connection.cursor() as cursor:
        cursor.execute(ERROR_REPORTS)
        for code, count, seconds in cursor.fetchall():
            reports.add_metric([code], float(count))
            age.add_metric([code], float(seconds))
    return [reports, age]
