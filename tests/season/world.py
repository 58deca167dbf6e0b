"""The server of a season: that of `tests.simulation` without interleaving and without faults.

Each request, task, errand and round of the sweeper runs to its end, then comes what is due next. So it needs no
threads, and 12 weeks take minutes; what two processes do to each other between statements is not looked for here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

from django.db import close_old_connections

from events import tasks as sending
from events.base import outbound
from events.due import next_due_ms
from events.sweeper import Witness, sweep
from tests.simulation.clients import Call, Clients, Reply, responded
from tests.simulation.faults import Faults
from tests.simulation.outside import Outside, Posted
from tests.simulation.scheduler import Activity, Broken, Node, Scheduler, Work, here
from tests.simulation.workers import Broker
from tests.simulation.world import Memory, World

SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS = 1_000, 60_000, 3_600_000, 86_400_000
HINT_MS = 40 * MINUTE_MS
"""How long the sweeper lets hints wait while nothing is live: a round for each move would cost more than the moves."""
LIVE_HINT_MS = 30 * SECOND_MS
MOST_ROUNDS_IN_A_ROW = 2_000


class WholeActivity(Activity):
    """An activity during which nobody else runs: where it would wait, only time passes."""

    def suspend(self, ms: int) -> bool:
        """Lets time pass."""
        self.scheduler.now_ms += ms
        return False


class Timetable(Scheduler):
    """What is due next; each activity runs to its end on the thread that asks for it."""

    def begin(
        self, node: Node, name: str, work: Work, done: Callable[[Any], None] = lambda _: None, most: int = 12
    ) -> Activity:
        """Runs an activity to its end; nothing goes wrong in it."""
        assert here.activity is None, f"{name} begins within {here.activity}"
        activity = WholeActivity(self, node, name, work, done, most)
        self._enter(node)
        here.activity = activity
        try:
            result = work()
        finally:
            here.activity = None
            self._enter(self.outside)
        done(result)
        return activity


class SeasonWorld(World):
    """The server. live_until_ms: until when people play at a fixed hour, so that the sweeper is quick."""

    def __init__(self, seed: int) -> None:
        faults = Faults(seed, ())
        self.scheduler, self.faults, self.hint_ms = Timetable(seed, faults), faults, HINT_MS  # type: ignore[misc]
        self.webs = [Node("web")]
        self.broker, self.outside = SeasonBroker(self.scheduler), Receivers(self.scheduler)
        self.sweeper, self.witness = SeasonSweeper(self), Witness()  # type: ignore[assignment]
        self.memory = Memory()
        self.readers = {}
        self._stack, self._looked, self.skews_ms = ExitStack(), (0, 0), {0}
        self.live_until_ms, self.unused = 0, frozenset()

    def hint(self, channel: str, payload: str) -> None:
        """A notification of the database, which the sweeper hears after a while."""
        is_live = self.scheduler.now_ms < self.live_until_ms
        self.sweeper.hear(LIVE_HINT_MS if is_live else HINT_MS)

    def _run_errand(self, node: Node, errand: Callable[[], object]) -> None:
        super()._run_errand(node, errand)
        if errand.__name__ == "relay_rung":
            self.broker.send(sending.send, None)  # as the sweeper's next round would, a second later


class SeasonBroker(Broker):
    """Messages, of which of several equal ones that are under way one arrives: the others would find nothing to do."""

    def __init__(self, scheduler: Scheduler) -> None:
        super().__init__(scheduler)
        self._under_way = set[str]()

    def send(self, task: Any, expires: float | None) -> None:
        """Takes a message."""
        if task.name not in self._under_way:
            self._under_way.add(task.name)
            super().send(task, expires)

    def _deliver(self, task: Any, until_ms: int | None) -> None:
        self._under_way.discard(task.name)
        super()._deliver(task, until_ms)


class Receivers(Outside):
    """The receivers of webhooks. hears: who reads what has arrived, by host."""

    def __init__(self, scheduler: Scheduler) -> None:
        super().__init__(scheduler)
        self.hears = dict[str, Callable[[Posted], None]]()

    def post(
        self, target: outbound.Target, body: bytes, headers: Mapping[str, str], seconds: float = outbound.SECONDS
    ) -> int:
        """Posts to a receiver."""
        status = super().post(target, body, headers, seconds)
        self._scheduler.after(10, partial(self.hears[target.host], self.posted[target.host][-1]))
        return status


class SeasonSweeper:
    """The process that runs `manage.py sweep`: its rounds, when something is due or a hint has waited long enough."""

    def __init__(self, world: SeasonWorld) -> None:
        self.world, self.node = world, Node("sweeper")
        self.rounds = self._in_a_row = 0
        self._next_ms: int | None = None

    def start(self) -> None:
        """Plans the first round."""
        self.hear(SECOND_MS)

    def hear(self, ms: int) -> None:
        """Plans a round at the latest so many ms from now."""
        at_ms = self.world.scheduler.now_ms + ms
        if self._next_ms is None or at_ms < self._next_ms:
            self._next_ms = at_ms
            self.world.scheduler.at(at_ms, lambda: self._due(at_ms))

    def _due(self, at_ms: int) -> None:
        if self._next_ms == at_ms:
            self._next_ms = None
            self.world.scheduler.begin(self.node, "sweep", self._round)

    def _round(self) -> None:
        """Makes a round, and plans the next one."""
        self.rounds += 1
        close_old_connections()
        handled = sweep()
        self.world.witness.look()
        due_ms = next_due_ms()
        now_ms = self.world.scheduler.now_ms
        is_busy = handled != 0 or (due_ms is not None and due_ms <= now_ms)
        self._in_a_row = self._in_a_row + 1 if is_busy else 0
        if self._in_a_row > MOST_ROUNDS_IN_A_ROW:
            raise Broken(f"the sweeper has made {self._in_a_row} rounds in a row, and something is still due")
        self.hear(SECOND_MS if is_busy else min(DAY_MS, DAY_MS if due_ms is None else due_ms - now_ms))


class SeasonClients(Clients):
    """Programs whose requests and responses all arrive."""

    def send(self, call: Call, answered: Callable[[Reply | None], None]) -> None:
        """Sends a request; answered: receives the response."""
        self.calls += 1
        self.world.scheduler.after(5, lambda: self._arrives(call, answered))

    def _arrives(self, call: Call, answered: Callable[[Reply | None], None]) -> None:
        def done(reply: Reply) -> None:
            if reply.status >= 500:
                raise Broken(f"{call.method} {call.path} is answered {reply.status}: {reply.content[:300]!r}")
            self.world.scheduler.trace(f"{call.method} {call.path} {reply.status}")
            answered(reply)

        self.world.scheduler.begin(self.world.webs[0], call.path, lambda: responded(call), done)
