"""The timers of accounts and of rate limits: housekeeping."""

from __future__ import annotations

from events.accounts.services import accounts_settle
from events.base.clock import now_ms
from events.http.throttles import counters_prune
from events.timers.registry import MINUTE_MS, SECOND_MS, every

every(30 * SECOND_MS, accounts_settle)


def limits_prune() -> None:
    """Deletes the counters of rate limits whose windows have ended."""
    counters_prune(now_ms=now_ms())


every(MINUTE_MS, limits_prune)
