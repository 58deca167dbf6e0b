"""What a deployment uses over time: memory of each node, connections, and lag; and whether any of it grows."""

from __future__ import annotations

import http.client
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from statistics import fmean, linear_regression
from typing import NamedTuple

import psycopg

from tests.chaos.clusters import Server
from tests.chaos.deployment import Deployment

EVERY_SECONDS = 15.0
SPAN_SECONDS = 300.0  # of the first and the last part that are compared
GROWTH = 1.05  # the last part may be this much above the first
Sample = Mapping[str, float]


class Trend(NamedTuple):
    """How a figure went: its mean in the first and the last part, and its slope by least squares, for an hour."""

    first: float
    last: float
    slope: float

    @property
    def grows(self) -> bool:
        """Whether it grew by more than chance and warming up explain."""
        return self.last > self.first * GROWTH and self.last - self.first > 5


class Sampler(threading.Thread):
    """Takes samples until it is stopped."""

    def __init__(self, take: Callable[[], Sample], every: float = EVERY_SECONDS) -> None:
        super().__init__(daemon=True)
        self.samples, self._take, self._every = list[tuple[float, Sample]](), take, every
        self._stopping, self._began = threading.Event(), time.monotonic()

    def run(self) -> None:
        while not self._stopping.wait(self._every):
            with suppress(OSError, http.client.HTTPException, psycopg.Error):
                self.samples.append((time.monotonic() - self._began, self._take()))

    def finish(self) -> list[tuple[float, Sample]]:
        """Stops; returns all samples, with the seconds since the beginning."""
        self._stopping.set()
        self.join()
        return self.samples


def taken(deployment: Deployment, server: Server) -> Sample:
    """One sample: MB by node, connections to PostgreSQL, and seconds of lag."""
    statement = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'comptoir'"
    figures = {f"MB of {name}": float(memory) for name, memory in deployment.memory_mb().items()}
    figures["connections"] = float(server.execute(statement)[0][0])
    return figures | lag(metrics(deployment))


def metrics(deployment: Deployment) -> str:
    """What a web node reports to Prometheus."""
    port = deployment.port_of("web-1")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    token = deployment.secrets()["COMPTOIR_METRICS_TOKEN"]
    connection.request("GET", "/metrics", headers={"Host": "localhost", "Authorization": f"Bearer {token}"})
    return connection.getresponse().read().decode()


def lag(text: str) -> dict[str, float]:
    """How far the servers are behind: the age of the oldest turn and deadline, and the mean lag of streams so far."""
    found = {name: sum(map(float, re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE))) for name in NAMES}
    count = found["comptoir_stream_lag_seconds_count"]
    return {
        "s of the oldest turn": found["comptoir_ready_turn_age_seconds"],
        "s of the oldest deadline": found["comptoir_overdue_prompt_age_seconds"],
        "ms of stream lag": 1000 * found["comptoir_stream_lag_seconds_sum"] / count if count else 0.0,
    }


NAMES = (
    "comptoir_ready_turn_age_seconds", "comptoir_overdue_prompt_age_seconds", "comptoir_stream_lag_seconds_sum",
    "comptoir_stream_lag_seconds_count",
)  # fmt: skip


def trends(samples: Iterable[tuple[float, Sample]], span: float = SPAN_SECONDS) -> dict[str, Trend]:
    """How each figure went. samples: at least two, in order."""
    samples = list(samples)
    begin, end = samples[0][0], samples[-1][0]
    span = min(span, (end - begin) / 2)
    found = {}
    for name in sorted({name for _, sample in samples for name in sample}):
        points = [(at, sample[name]) for at, sample in samples if name in sample]
        first = [value for at, value in points if at <= begin + span]
        last = [value for at, value in points if at >= end - span]
        if len(points) > 1 and first and last:
            slope = linear_regression(*zip(*points, strict=True)).slope
            found[name] = Trend(round(fmean(first), 2), round(fmean(last), 2), round(3600 * slope, 2))
    return found
