"""When the sweeper makes its rounds: when something is due, soon after something has happened, and now and then."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from events.base.alarms import OUTAGES, error_alarm
from events.base.clock import now_ms
from events.base.nudges import Listener
from events.due import next_due_ms

BUSY_SECONDS = 1.0  # from one round to the next while something happens, is left over, or nothing can be heard
QUIET_SECONDS = 30.0
"""From one round to the next while nothing happens. It makes good a notification that was lost and work that nothing
announces. Half of the time after which monitoring calls a sweeper dead (60 s)."""
COLLECT_SECONDS = 0.2  # how long notifications are collected before the database is asked what is due

log = structlog.get_logger()


class Rounds:
    """Makes rounds until it is stopped. make_round: returns whether more may be left; quiet: seconds, QUIET_SECONDS."""

    def __init__(self, make_round: Callable[[], bool], quiet: float = QUIET_SECONDS) -> None:
        self._make_round, self._quiet = make_round, quiet
        self.listener = Listener()

    def run(self) -> None:
        """Makes one round after another."""
        try:
            while not self.listener.is_stopped:
                self.listener.listen()  # before the round, which sees all that has happened until now
                began, began_ms = time.monotonic(), now_ms()
                is_busy = self._make_round()
                self._wait(began, began_ms, is_busy or not self.listener.is_listening)
        finally:
            self.listener.close()

    def _wait(self, began: float, began_ms: int, is_busy: bool) -> None:
        """Waits until the next round has to begin."""
        soonest = began + BUSY_SECONDS
        until = min(soonest if is_busy else began + self._quiet, _due_at(began_ms, soonest))
        while not self.listener.is_stopped and (left := until - time.monotonic()) > 0:
            if self.listener.wait(left):
                self.listener.pause(min(COLLECT_SECONDS, left))
                until = min(until, soonest, _due_at(began_ms, soonest))


def _due_at(began_ms: int, soonest: float) -> float:
    """When something is due next, by the monotonic clock. soonest: for what the round of `began_ms` has left over."""
    try:
        due_ms = next_due_ms()
    except OUTAGES as error:
        log.warning("sweep_failed", error=type(error).__name__)
        return soonest
    except Exception as error:
        log.exception("sweep_step_failed", step="due")
        error_alarm("sweep_failed", error, "sweeper, due")
        return soonest
    if due_ms is None:
        return float("inf")
    return soonest if due_ms <= began_ms else time.monotonic() + (due_ms - now_ms()) / 1000
