"""The scheduler of a simulation: runs due work of a whole server in one order, by a simulated clock and one seed.

Everything that a process does is an activity: a request, a task or a timer. Each activity has its own thread and
connection, but only one thread runs at a time, so the seed determines the order of all statements. Other activities may
run between two transactions of an activity; an activity may die with its process at any point.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from hashlib import blake2b
from itertools import count
from random import Random
from typing import Any

from django.db import connections

from tests.simulation.faults import Faults

START_MS = 1_800_000_000_000
STATEMENT_MS = 1  # the duration of a statement by the simulated clock
LAST_LINES = 60

Work = Callable[[], Any]


class Broken(AssertionError):
    """Error for a broken promise of the server."""


class Died(BaseException):
    """The process of this activity has died. Code that catches this cannot go on: each statement raises it again."""


class Node:
    """A process of the server. memory: its caches by owner; skew_ms: the error of its clock."""

    def __init__(self, name: str) -> None:
        self.name, self.skew_ms, self.activities = name, 0, list[Activity]()
        self.memory = dict[int, Any]()
        self.jobs = dict[Callable[[], object], None]()
        self.is_dying = False

    def __repr__(self) -> str:
        return self.name


class Activity:
    """A unit of work of a process. done: the callback for its result, or for Died."""

    def __init__(
        self, scheduler: Scheduler, node: Node, name: str, work: Work, done: Callable[[Any], None], most: int
    ) -> None:
        self.scheduler, self.node, self.name, self.work, self.done = scheduler, node, name, work, done
        self.lane: Lane
        self.result: Any = None
        self.is_over = self.is_doomed = False
        self.statements, self.waits = 0, 0
        self.plan(most)

    def plan(self, most: int) -> None:
        """Draws the faults of the activity. most: the number of statements within which they occur."""
        self.statements = 0
        drawn = self.scheduler.faults
        self.dies_at = drawn.place("death", most)
        self.loses_at = drawn.place("connection", most)
        self.pauses_at = drawn.place("pause", most)

    def suspend(self, ms: int) -> bool:
        """Lets others run for `ms`; returns whether `wake` ended the pause early. Raises Died if the process dies."""
        self.waits += 1
        waits, woken_ms = self.waits, self.scheduler.now_ms + ms
        self.scheduler.at(woken_ms, lambda: self._resumed(waits))
        self.scheduler.leave(self)
        if self.is_doomed:
            raise Died
        return self.scheduler.now_ms < woken_ms

    def wake(self, ms: int = 0) -> None:
        """Ends the current pause after `ms`, unless it has ended by then."""
        waits = self.waits
        self.scheduler.at(self.scheduler.now_ms + ms, lambda: self._resumed(waits))

    def _resumed(self, waits: int) -> None:
        if not self.is_over and self.waits == waits:
            self.waits += 1
            self.scheduler.switch(self)


class Lane:
    """A thread with its own connection, which runs one activity after another."""

    def __init__(self, scheduler: Scheduler, number: int) -> None:
        self.go, self._scheduler = threading.Semaphore(0), scheduler
        self.activity: Activity | None = None
        self._thread = threading.Thread(target=self._run, name=f"lane {number}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread and its connection."""
        self.activity = None
        self.go.release()
        self._thread.join()

    def _run(self) -> None:
        while True:
            self.go.acquire()
            if self.activity is None:
                connections.close_all()
                return
            self._do(self.activity)
            self._scheduler.back.release()

    def _do(self, activity: Activity) -> None:
        here.activity = activity
        try:
            activity.result = activity.work()
        except Died as died:
            activity.result = died
        except BaseException as error:  # the scheduler raises the error
            activity.result, self._scheduler.failure = None, self._scheduler.failure or error
        finally:
            activity.is_over = True
            here.activity = None
            if activity.is_doomed or isinstance(activity.result, Died):
                connections.close_all()  # discards uncommitted changes


class Here(threading.local):
    """The activity of a thread; None: the thread runs nothing simulated."""

    activity: Activity | None = None


here = Here()


class Scheduler:
    """The clock, the randomness and the order of all activities.

    exchange: the callback when another process runs; interrupted: the callback when a process has died or lost its
    connection.
    """

    def __init__(self, seed: int, faults: Faults) -> None:
        self.seed, self.faults, self.random = seed, faults, Random(f"{seed} order")
        self.now_ms = START_MS
        self.back = threading.Semaphore(0)
        self.failure: BaseException | None = None
        self._due: list[tuple[int, float, int, Callable[[], None]]] = []
        self._numbers, self._digest = count(), blake2b(digest_size=16)
        self._free, self._lanes = list[Lane](), list[Lane]()
        self.outside = Node("outside")
        self.node, self.lines, self.steps = self.outside, list[str](), 0
        self.exchange: Callable[[Node, Node], None] = lambda before, after: None
        self.interrupted: Callable[[], None] = lambda: None

    # Time

    def at(self, at_ms: int, act: Callable[[], None]) -> None:
        """Schedules a call for a time; calls for the same time run in random order."""
        heapq.heappush(self._due, (at_ms, self.random.random(), next(self._numbers), act))

    def after(self, ms: int, act: Callable[[], None]) -> None:
        """Schedules a call in `ms`."""
        self.at(self.now_ms + ms, act)

    def next_ms(self) -> int | None:
        """Returns the time of the next scheduled call; None: there is none."""
        return self._due[0][0] if self._due else None

    def step(self) -> bool:
        """Runs the next scheduled call and raises its errors; returns False if there is no call."""
        if not self._due:
            return False
        at_ms, _, _, act = heapq.heappop(self._due)
        self.now_ms, self.steps = max(self.now_ms, at_ms), self.steps + 1
        act()
        if self.failure is not None:
            raise self.failure
        return True

    def read(self) -> int:
        """Returns the time by the clock of the current process."""
        return self.now_ms + self.node.skew_ms

    # Activities

    def begin(
        self, node: Node, name: str, work: Work, done: Callable[[Any], None] = lambda _: None, most: int = 12
    ) -> Activity:
        """Begins an activity, and runs it until it pauses or ends. most: the number of statements with faults."""
        activity = Activity(self, node, name, work, done, most)
        if not self._free:
            self._lanes.append(Lane(self, len(self._lanes)))
            self._free.append(self._lanes[-1])
        activity.lane = self._free.pop()
        activity.lane.activity = activity
        node.activities.append(activity)
        self.trace(f"{node} begins {name}")
        self.switch(activity)
        return activity

    def switch(self, activity: Activity) -> None:
        """Runs an activity until it pauses or ends."""
        self._enter(activity.node)
        activity.lane.go.release()
        self.back.acquire()
        self._enter(self.outside)
        if activity.is_over:
            activity.node.activities.remove(activity)
            self._free.append(activity.lane)
            if isinstance(activity.result, Died):
                self.trace(f"{activity.node} dies in {activity.name}")
                self.kill(activity.node)
            activity.done(activity.result)

    def leave(self, activity: Activity) -> None:
        """Pauses the calling activity until it is resumed; called on the activity's thread."""
        self.back.release()
        activity.lane.go.acquire()

    def kill(self, node: Node) -> None:
        """Ends a process: stops its activities and clears its caches."""
        if node.is_dying:
            return
        node.is_dying = True
        for activity in list(node.activities):
            activity.is_doomed = True
            self.switch(activity)
        node.memory.clear()
        node.jobs.clear()
        node.is_dying = False
        self.interrupted()

    def _enter(self, node: Node) -> None:
        if node is not self.node:
            self.exchange(self.node, node)
            self.node = node

    def close(self) -> None:
        """Ends all activities and threads."""
        for lane in self._lanes:
            if lane.activity is not None and not lane.activity.is_over:
                self.kill(lane.activity.node)
        for lane in self._lanes:
            lane.close()

    # Trace

    def trace(self, line: str) -> None:
        """Adds a line to the trace, for the digest and for debugging."""
        line = f"{self.now_ms - START_MS:>11} {line}"
        self._digest.update(line.encode())
        self.lines.append(line)
        if len(self.lines) > 2 * LAST_LINES:
            del self.lines[:LAST_LINES]

    @property
    def digest(self) -> str:
        """Returns a hash of the trace."""
        return self._digest.hexdigest()
