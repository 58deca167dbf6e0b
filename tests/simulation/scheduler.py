"""One thread of time for a whole server: what is due next, by a clock that jumps, and by chance from one seed.

Everything that a process does is an activity: a request, a task, a timer. It runs on a thread and a
connection of its own, but only one thread runs at a time, so the order of all statements follows from the seed. An
activity may be left between two transactions, and others run meanwhile; anywhere it may die with its process.
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
STATEMENT_MS = 1  # what a statement takes by the simulated clock
LAST_LINES = 60

Work = Callable[[], Any]


class Broken(AssertionError):
    """A promise is broken."""


class Died(BaseException):
    """The process in which this runs has died. Who catches it achieves nothing: each statement raises it again."""


class Node:
    """A process of the server. memory: what it remembers, by what remembers it; skew_ms: of its clock."""

    def __init__(self, name: str) -> None:
        self.name, self.skew_ms, self.activities = name, 0, list[Activity]()
        self.memory = dict[int, Any]()
        self.jobs = dict[Callable[[], object], None]()
        self.is_dying = False

    def __repr__(self) -> str:
        return self.name


class Activity:
    """Something that a process does. done: receives its result, or Died."""

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
        """Draws what goes wrong. most: the statements within which it does."""
        self.statements = 0
        drawn = self.scheduler.faults
        self.dies_at = drawn.place("death", most)
        self.loses_at = drawn.place("connection", most)
        self.pauses_at = drawn.place("pause", most)

    def suspend(self, ms: int) -> bool:
        """Lets others run for so long; returns whether it was woken before. Raises Died if its process dies."""
        self.waits += 1
        waits, woken_ms = self.waits, self.scheduler.now_ms + ms
        self.scheduler.at(woken_ms, lambda: self._resumed(waits))
        self.scheduler.leave(self)
        if self.is_doomed:
            raise Died
        return self.scheduler.now_ms < woken_ms

    def wake(self, ms: int = 0) -> None:
        """Ends its pause so many ms from now, if it is the same pause then."""
        waits = self.waits
        self.scheduler.at(self.scheduler.now_ms + ms, lambda: self._resumed(waits))

    def _resumed(self, waits: int) -> None:
        if not self.is_over and self.waits == waits:
            self.waits += 1
            self.scheduler.switch(self)


class Lane:
    """A thread with a connection of its own, on which one activity after another runs."""

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
        except BaseException as error:  # the scheduler raises it
            activity.result, self._scheduler.failure = None, self._scheduler.failure or error
        finally:
            activity.is_over = True
            here.activity = None
            if activity.is_doomed or isinstance(activity.result, Died):
                connections.close_all()  # what was not committed is gone


class Here(threading.local):
    """The activity of a thread; None: nothing that is simulated runs there."""

    activity: Activity | None = None


here = Here()


class Scheduler:
    """The clock, the chance and the order of everything.

    exchange: called when another process runs; interrupted: when one has died or lost its connection.
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
        """Does something at a time; what is due at one moment comes in an order by chance."""
        heapq.heappush(self._due, (at_ms, self.random.random(), next(self._numbers), act))

    def after(self, ms: int, act: Callable[[], None]) -> None:
        """Does something so many ms from now."""
        self.at(self.now_ms + ms, act)

    def next_ms(self) -> int | None:
        """Returns when something is due next; None: never."""
        return self._due[0][0] if self._due else None

    def step(self) -> bool:
        """Does what is due next; False if nothing is. Raises what went wrong there."""
        if not self._due:
            return False
        at_ms, _, _, act = heapq.heappop(self._due)
        self.now_ms, self.steps = max(self.now_ms, at_ms), self.steps + 1
        act()
        if self.failure is not None:
            raise self.failure
        return True

    def read(self) -> int:
        """The time by the clock of the process that runs."""
        return self.now_ms + self.node.skew_ms

    # Activities

    def begin(
        self, node: Node, name: str, work: Work, done: Callable[[Any], None] = lambda _: None, most: int = 12
    ) -> Activity:
        """Begins an activity, and runs it until it pauses or ends. most: statements in which something goes wrong."""
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
        """Called on the thread of an activity: gives way until it is resumed."""
        self.back.release()
        activity.lane.go.acquire()

    def kill(self, node: Node) -> None:
        """Ends a process with all that it does and remembers."""
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

    # What happened

    def trace(self, line: str) -> None:
        """Notes what happens, for the digest and for who looks for a fault."""
        line = f"{self.now_ms - START_MS:>11} {line}"
        self._digest.update(line.encode())
        self.lines.append(line)
        if len(self.lines) > 2 * LAST_LINES:
            del self.lines[:LAST_LINES]

    @property
    def digest(self) -> str:
        """A hash of all that was noted."""
        return self._digest.hexdigest()
