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
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from psycopg_pool import PoolTimeout

from events.base.clock import now_ms
from events.notices.standing import PROVEN
from events.processes.selectors import LIFE

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
"""How many posts to webhooks and devices, and e-mails about matches and accounts, could be sent now; the oldest's age.

Posts to receivers that are not proven have no age here: those may wait for their share, which is no fault of workers.
"""

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
    Gauge(
        {
            "comptoir_due_webhook_posts": "Notices for webhooks that could be posted now, and that nobody is posting.",
            "comptoir_due_device_posts": "The same for devices.",
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
            "comptoir_sweeper_age_seconds": "How long ago a sweeper finished a round; -1: none ever did.",
            "comptoir_clock_difference_seconds": "How far the worst of their clocks is off the database's.",
        },
        """
        SELECT count(*) FILTER (WHERE is_live),
            COALESCE(extract(epoch FROM clock_timestamp() - max(worked_at) FILTER (WHERE kind = 'sweeper')), -1),
            COALESCE(max(abs(clock_ahead_ms)) FILTER (WHERE is_live), 0) / 1000.0
        FROM (SELECT *, seen_at > clock_timestamp() - %(life)s::interval AS is_live FROM events_process) AS process
        """,
        5,
    ),
)


ALARMS = "SELECT code, sum(count) FROM events_alarm GROUP BY code ORDER BY code"


class DatabaseFigures(Collector):
    """The gauges, the alarms, and whether the database answers."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[float, tuple[float, ...]]] = {}
        self._lock = threading.Lock()

    def collect(self) -> Iterable[Metric]:
        """Returns all gauges; without a database, only that it does not answer."""
        metrics: list[Metric] = []
        up = 1.0
        with self._lock:
            try:
                for gauge in GAUGES:
                    named = zip(gauge.names.items(), self._values(gauge), strict=True)
                    metrics += [GaugeMetricFamily(name, text, value) for (name, text), value in named]
                metrics.append(_alarms())
            except (DatabaseError, PoolTimeout):
                up = 0.0
        return [GaugeMetricFamily("comptoir_database_up", "1: the database answers this node.", up), *metrics]

    def _values(self, gauge: Gauge) -> tuple[float, ...]:
        read_at, values = self._read.get(gauge.statement, (float("-inf"), ()))
        if time.monotonic() - read_at >= gauge.seconds:
            with connection.cursor() as cursor:
                cursor.execute(gauge.statement, {"now": now_ms(), "grace": AUDIT_GRACE_MS, "life": LIFE})
                values = tuple(float(value) for value in cursor.fetchone())
            self._read[gauge.statement] = (time.monotonic(), values)
        return values


def _alarms() -> CounterMetricFamily:
    """How often each kind of alarm was raised; the table has few rows, so no read is reused."""
    alarms = CounterMetricFamily("comptoir_alarms", "Alarms raised, by kind.", labels=["code"])
    with connection.cursor() as cursor:
        cursor.execute(ALARMS)
        for code, count in cursor.fetchall():
            alarms.add_metric([code], float(count))
    return alarms
