"""The broker, which loses, delays and duplicates messages, and the workers that take tasks from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db import close_old_connections
from kombu.exceptions import OperationalError

from bots.leases import INTERVAL, RENEWALS, _renew
from events.base import clock
from events.base.error_reports import report_error
from events.base.messages import TaskMessage
from events.matches.record.pending import LEASE_MS, TurnLease, lease_holds
from tests.simulation.scheduler import Broken, Died, Node, Scheduler, here

LATE_MS = 70_000  # longer than the lifetime of messages
AGAIN_MS = 5_000  # the time after which the message of a dead worker is delivered again
MOST_STATEMENTS = 40  # the number of statements of a task within which a fault occurs
Turn = tuple[UUID, int, int]


def _run(message: TaskMessage) -> None:
    """Runs a task as a worker does; reports an error, unless the database was unavailable."""
    try:
        message.task.run(*message.args)
    except Exception as error:
        report_error("task_failed", error, f"task {message.task.name}")
    finally:
        close_old_connections()


@dataclass(frozen=True)
class Published:
    """The broker for the publishing thread; loses messages while it is down."""

    message: TaskMessage
    copies: int
    __name__ = "message"

    def __call__(self) -> None:
        task, args, expires, _ = self.message
        with suppress(OperationalError):
            for _ in range(self.copies):
                task.apply_async(args, expires=expires)


class Broker:
    """Messages on their way to workers. held: the lease of each turn that a worker plays, and its end."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self.workers = [Node("worker 1"), Node("worker 2")]
        self.held = dict[Turn, tuple[TurnLease, int]]()

    def send(self, task: Any, args: Sequence[Any], *, expires: float) -> None:
        """Accepts a message, as `apply_async` does. Raises OperationalError while the broker is down."""
        scheduler, faults = self._scheduler, self._scheduler.faults
        delays = [5 + faults.below("broker", 20)]
        if faults.happens("broker"):
            match faults.choice("broker", "down", "lost", "late", "twice"):
                case "down":
                    raise OperationalError("the broker does not answer")
                case "lost":
                    delays = []
                case "late":
                    delays = [faults.below("broker", LATE_MS)]
                case "twice":
                    delays = [*delays, faults.below("broker", LATE_MS)]
        message, until_ms = TaskMessage(task, tuple(args), expires), scheduler.now_ms + int(1000 * expires)
        for ms in delays:
            scheduler.after(ms, lambda: self._deliver(message, until_ms))

    def _deliver(self, message: TaskMessage, until_ms: int) -> None:
        if self._scheduler.now_ms > until_ms:
            return
        worker, done = self._scheduler.random.choice(self.workers), partial(self._done, message, until_ms)
        self._scheduler.begin(worker, message.task.name, lambda: _run(message), done, MOST_STATEMENTS)

    def _done(self, message: TaskMessage, until_ms: int, result: Any) -> None:
        """Acknowledges a message after the task, so that another worker takes the message of a dead worker."""
        if isinstance(result, Died):
            self._scheduler.after(AGAIN_MS, lambda: self._deliver(message, until_ms))

    def leasing(self, lease: Callable[..., TurnLease | None]) -> Callable[..., TurnLease | None]:
        """Leases turns, and records when a worker gets a turn that another worker holds by the corrected clock."""
        scheduler = self._scheduler

        def leased(*, match_id: UUID, prompt: int, seat: int) -> TurnLease | None:
            turn, now_ms = (match_id, prompt, seat), clock.now_ms()
            is_held = turn in self.held and lease_holds(self.held[turn][0])  # a move also ends the lease
            found = lease(match_id=match_id, prompt=prompt, seat=seat)
            if found is not None:
                if is_held and self.held[turn][1] > clock.now_ms():
                    fault = Broken(f"two workers hold the turn of seat {seat} at prompt {prompt} of {match_id}")
                    scheduler.failure = scheduler.failure or fault
                self.held[turn] = found, now_ms + LEASE_MS
            return found

        return leased

    def _prolong(self, lease: TurnLease, now_ms: int) -> None:
        self.held |= {turn: (lease, now_ms + LEASE_MS) for turn, (held, _) in self.held.items() if held == lease}

    @contextmanager
    def renewed(self, lease: TurnLease) -> Iterator[None]:
        """Renews a lease until the block ends, as `bots.leases` does; a worker may stall meanwhile."""
        activity, faults, state = here.activity, self._scheduler.faults, {"is_held": True}
        if activity is not None and faults.happens("stall"):
            if renews := faults.below("stall", 2):
                self._renew_later(activity.node, lease, state, RENEWALS)
            self._scheduler.trace(f"{activity.node} thinks long, and renews its lease: {bool(renews)}")
            activity.suspend(faults.below("stall", 8_000))
        try:
            yield
        finally:
            state["is_held"] = False
            self.held = {turn: held for turn, held in self.held.items() if held[0] != lease}

    def _renew_later(self, node: Node, lease: TurnLease, state: dict[str, bool], left: int) -> None:
        def renew() -> None:
            if state["is_held"] and left > 0:
                now_ms = self._scheduler.now_ms + node.skew_ms

                def renewed(is_renewed: Any) -> None:
                    if is_renewed is True:
                        self._prolong(lease, now_ms)

                self._scheduler.begin(node, "renew", lambda: _renew(lease), renewed)
                self._renew_later(node, lease, state, left - 1)

        self._scheduler.after(int(1000 * INTERVAL), renew)
