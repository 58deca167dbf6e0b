"""Metrics of the log for Prometheus; `project.observability.metrics` serves them."""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Gauge, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

APPEND_SECONDS = Histogram(
    "comptoir_append_seconds",
    "Time of the statement that appends events, with its lock; line: whether it waited in line for the lock.",
    ["line"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
STREAM_LAG_SECONDS = Histogram(
    "comptoir_stream_lag_seconds",
    "Time from an event to the moment when this process has it for its streams.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
BOT_TURN_SECONDS = Histogram(
    "comptoir_bot_turn_seconds",
    "Time from when a bot could move to its move; thinking: whether the bot searches.",
    ["thinking"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60),
)
MAIL_ATTEMPTED_AT = Gauge(
    "comptoir_mail_attempt_timestamp_seconds",
    "When the mail server last accepted an e-mail (outcome: sent), and when it last did not (failed).",
    ["outcome"],
    multiprocess_mode="max",
)


def registry() -> CollectorRegistry:
    """Returns the metrics of this process; with PROMETHEUS_MULTIPROC_DIR, the metrics of all processes of this host."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    joined = CollectorRegistry()
    MultiProcessCollector(joined)
    return joined
