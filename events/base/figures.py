"""Figures of the log for Prometheus, counted where the work is done; `project.observability.metrics` serves them."""

from __future__ import annotations

from prometheus_client import Histogram

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
