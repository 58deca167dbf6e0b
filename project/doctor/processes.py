"""The checks of the running processes, by their announcements, and of the deliveries that wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from events.base.clock import now_ms
from events.processes.selectors import live_processes
from events.processes.services import key_ids
from project.doctor.finding import Finding, fault, ok, one, rows, warning
from project.observability.gauges import DELIVERIES

IDLE_SECONDS = 60
MOST_SKEW_MS = 2_000
UNSENT_SECONDS = 60
_WORKED = """
    SELECT extract(epoch FROM clock_timestamp() - max(worked_at))::int FROM events_process WHERE kind = 'scheduler'
"""


def announce_themselves() -> Iterator[Finding]:
    """Reports when a scheduler last worked, processes with wrong clocks, and processes with other keys."""
    live = list(live_processes())
    counts = Counter(process.kind for process in live)
    named = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    yield ok(f"{len(live)} processes run: {named or 'none'}")
    worked = one(_WORKED)
    if worked is None:
        yield fault("no scheduler has worked", "start `manage.py scheduler`: without it no deadline takes effect")
    elif worked > IDLE_SECONDS:
        yield fault(f"no scheduler has worked for {worked} seconds", "start it, or look at its log")
    else:
        yield ok(f"a scheduler worked {worked} seconds ago")
    for process in live:
        if abs(process.clock_ahead_ms) > MOST_SKEW_MS:
            side = "ahead of" if process.clock_ahead_ms > 0 else "behind"
            yield fault(
                f"the clock of {process.name} is {abs(process.clock_ahead_ms) / 1000:.1f} s {side} the database's",
                "run an NTP client there and on the database's host",
            )
    ours = key_ids()
    for process in live:
        for setting in sorted(ours):
            if process.keys.get(setting) != ours[setting]:
                yield warning(
                    f"{process.name} has other keys in {setting}, or in another order, than this process",
                    "restart it with the same environment (docs/operating.md, Keys)",
                )


def deliveries_leave() -> Iterator[Finding]:
    """Checks that posts to webhooks and devices, and e-mails, are sent in time."""
    posts, pushes, mails, account_mails, age = rows(DELIVERIES, {"now": now_ms()})[0]
    named = {
        "posts to webhooks": posts,
        "posts to devices": pushes,
        "e-mails about matches": mails,
        "e-mails about accounts": account_mails,
    }
    waiting = ", ".join(f"{count} {name}" for name, count in named.items() if count) or "nothing"
    if age > UNSENT_SECONDS:
        yield fault(f"{waiting} due, the oldest for {age:.0f} seconds", "start more workers for notifications")
    else:
        yield ok(f"{waiting} due")
