"""A server in one process: its real code, with clock, randomness, broker and network simulated from a seed.

    with World(seed, faults) as world:
        world.run(until=lambda: world.is_over)

Two web processes answer requests, two workers take tasks, and one scheduler runs timers (`events.timers.scheduler`).
"""

from __future__ import annotations

import logging
import random
import sys
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import structlog
from celery.app.task import Task
from django.test import override_settings

from bots import tasks
from bots import timers as bot_timers
from events.base import caches, clock, messages, outbound, publishing
from events.http import auth
from events.log import match_seeds, retention, states
from events.matches.record import order_timers
from events.matches.table import ordered_answers
from events.notifications import relay
from events.oauth import origins
from events.streams.feeds import REPEAT_SECONDS
from events.timers import registry, services, statements
from events.timers import scheduler as timers
from events.timers.registry import TimerKind
from tests.chance import Drawn
from tests.simulation import database
from tests.simulation.faults import Faults
from tests.simulation.outside import Outside
from tests.simulation.scheduler import Broken, Node, Scheduler, here
from tests.simulation.workers import Broker, Published

DAY_MS = 86_400_000
DAY_SECONDS = 86_400.0
QUIET_MS = services.QUIET_MS  # the interval at which the scheduler looks without a hint
REPEAT_MS = int(1_000 * REPEAT_SECONDS)  # the interval at which a stream looks without a notification
RESTART_MS = 3_000
MOST_TRUSTED_MS = 2_500  # the tolerated error of a clock; the server's own limit is 2,000
JOBS_MS = 100  # `publishing.JOBS_SECONDS`, which other tests set to 0
JOB_STATEMENTS = 4  # the number of statements within which a fault occurs
LOOK_STEPS, LOOK_MS = 100, 3_600_000
MOST_SKEW_MS = 3_600_000
SKEWS_MS = (-3_600_000, -60_000, 1_500)
"""The clock errors of a web process. They are never far ahead, because the log would keep such times."""
FALLBACKS = ("deliveries_serve", "orders_catch_up")
"""Housekeeping that recovers work lost by a process. In a run it happens daily, and after each possible loss."""
SPEEDS = ("django.contrib.auth.hashers.MD5PasswordHasher",)


class World:
    """The server. hint_ms: the scheduler's delay for hints of new timers; skews_ms: the clock errors so far."""

    def __init__(self, seed: int, faults: Faults, hint_ms: int = 0) -> None:
        self.scheduler, self.faults, self.hint_ms = Scheduler(seed, faults), faults, hint_ms
        self.webs = [Node("web 1"), Node("web 2")]
        self.broker, self.outside = Broker(self.scheduler), Outside(self.scheduler)
        self.timers = TimerProcess(self)
        self.memory = Memory()
        self.readers: dict[str, Callable[[], None]] = {}
        self._stack, self._looked, self.skews_ms = ExitStack(), (0, 0), {0}
        self._repeats_ms = 0
        self.scheduler.interrupted = self._nobody_told

    def __enter__(self) -> World:
        self._stack.enter_context(_circumstances(self))
        self.timers.start()
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.scheduler.close()
        finally:
            self._stack.close()

    def run(self, until: Callable[[], bool], most_ms: int) -> bool:
        """Runs until a condition holds; returns False if it does not hold within that time."""
        end_ms = self.scheduler.now_ms + most_ms
        while not until():
            due_ms = self.scheduler.next_ms()
            if due_ms is None or due_ms > end_ms:
                self.scheduler.now_ms = max(self.scheduler.now_ms, end_ms)
                return False
            self.scheduler.step()
        return True

    def is_time_to_look(self) -> bool:
        """Returns whether `LOOK_STEPS` steps or an hour have passed since the last call that returned True."""
        if self.scheduler.steps < self._looked[0] + LOOK_STEPS and self.scheduler.now_ms < self._looked[1] + LOOK_MS:
            return False
        self._looked = (self.scheduler.steps, self.scheduler.now_ms)
        return True

    def web(self) -> Node:
        """Returns a process for a request."""
        node = self.scheduler.random.choice(self.webs)
        if self.faults.happens("memory"):
            self.memory.forget(node)
        return node

    def set_clocks(self) -> None:
        """Gives a web process a wrong clock at random, or corrects all clocks."""
        self.timers.node.skew_ms = 0
        is_wrong = self.faults.happens("skew")
        self.webs[1].skew_ms = SKEWS_MS[self.faults.below("skew", len(SKEWS_MS))] if is_wrong else 0
        self.skews_ms.add(self.webs[1].skew_ms)

    @property
    def behind_ms(self) -> int:
        """Returns the maximum delay of a process's clock so far: its data seem that much older."""
        return max(0, -min(self.skews_ms))

    def outside_ms(self) -> int:
        """Returns the time for statements of the harness itself."""
        return self.scheduler.now_ms

    # Messages of the server

    def hint(self, channel: str, payload: str) -> None:
        """Passes a notification of the database to the scheduler, or to the streams of its topic."""
        if self.faults.happens("hint"):
            self.scheduler.trace(f"hint {channel} {payload} is lost")
            self.timers.hear(QUIET_MS)
            self._look(payload, REPEAT_MS)
        elif channel == publishing.TIMERS:
            self.timers.hear(self.hint_ms)
        else:
            self._look(payload, 20)

    def _nobody_told(self) -> None:
        """Drops the hints of a process that died or lost its connection; others find the work by themselves.

        They look equally often in any case, but can find work only then.
        """
        self.timers.fall_back()
        if self._repeats_ms <= self.scheduler.now_ms:
            self._repeats_ms = self.scheduler.now_ms + REPEAT_MS
            for reader in self.readers.values():
                self.scheduler.after(REPEAT_MS, reader)

    def _look(self, topic: str, ms: int) -> None:
        if reader := self.readers.get(topic):
            self.scheduler.after(ms, reader)

    def job(self, node: Node, job: Callable[[], object]) -> None:
        """Collects work that a process does soon after a commit, and merges equal jobs."""
        if job in node.jobs:
            return
        node.jobs[job] = None
        self.scheduler.after(JOBS_MS, lambda: self._run_job(node, job))

    def _run_job(self, node: Node, job: Callable[[], object]) -> None:
        if job in node.jobs:  # else the process was killed
            del node.jobs[job]
            self.scheduler.begin(node, job.__name__, lambda: publishing._done(job), most=JOB_STATEMENTS)


class TimerProcess:
    """The process of `manage.py scheduler`: the real code, which waits by the simulated clock.

    It looks after QUIET_MS without a hint only if a hint may have been lost. Other looks would find nothing, and would
    hide a scheduler that does not know the next due time.
    """

    def __init__(self, world: World) -> None:
        self.world, self.node = world, Node("scheduler")
        self.listener: Listener | None = None
        self.looks = 0
        self._falls_back_ms: int | None = None

    def start(self) -> None:
        """Starts the process, and restarts it after its death."""
        self.world.scheduler.begin(self.node, "scheduler", self._run, lambda _: self._restart())

    def _restart(self) -> None:
        self.listener = None
        self.world.scheduler.after(RESTART_MS, self.start)

    def _run(self) -> None:
        process = timers.Scheduler()
        self.listener = process.listener = Listener(self)  # type: ignore[assignment]
        step = process.step
        process.step = lambda: self._look(step)  # type: ignore[method-assign]
        process.run()

    def _look(self, step: Callable[[], float]) -> float:
        self.looks += 1
        if self._falls_back_ms is not None and self.world.scheduler.now_ms >= self._falls_back_ms:
            self._falls_back_ms = None
            for kind in FALLBACKS:
                statements.set_timer(kind, "", 0)
        return step()

    def checking_clock(self, run_due: Callable[[], int | None]) -> Callable[[], int | None]:
        """Runs due timers, and records a failure if the process does so by a wrong clock."""

        def checked() -> int | None:
            scheduler = self.world.scheduler
            if abs(ahead_ms := clock.now_ms() - scheduler.now_ms) > MOST_TRUSTED_MS:
                fault = Broken(f"the scheduler goes by a clock that is {ahead_ms} ms ahead")
                scheduler.failure = scheduler.failure or fault
            return run_due()

        return checked

    def fall_back(self) -> None:
        """Makes the process look at everything soon, because a hint may have been lost."""
        self._falls_back_ms = self.world.scheduler.now_ms + QUIET_MS
        self.hear(QUIET_MS)

    def hear(self, ms: int) -> None:
        """Delivers a hint to the process."""
        if self.listener is not None:
            self.listener.hear(ms)

    def set_clock(self) -> None:
        """Sets the clock of the process's machine wrong, or correct again."""
        is_wrong = self.node.skew_ms == 0 and self.world.faults.happens("clock")
        skew = self.world.faults.below("clock", MOST_SKEW_MS) - MOST_SKEW_MS // 2
        self.node.skew_ms = skew if is_wrong else 0
        if is_wrong:
            self.world.scheduler.trace(f"the clock of the scheduler is {skew} ms ahead")


class Listener:
    """Replaces a listening connection (`events.timers.listener.Listener`)."""

    is_stopped, is_listening = False, True

    def __init__(self, process: TimerProcess) -> None:
        assert here.activity is not None
        self._process, self._activity = process, here.activity
        self._heard_ms: int | None = None
        self._waits = False

    def listen(self) -> None:
        """Draws the faults of the next look."""
        self._heard_ms = None
        self._process.set_clock()
        self._activity.plan(60)

    def hear(self, ms: int) -> None:
        """Delivers a hint in `ms`."""
        at_ms = self._process.world.scheduler.now_ms + ms
        if self._heard_ms is None or at_ms < self._heard_ms:
            self._heard_ms = at_ms
            if self._waits:
                self._activity.wake(ms)

    def wait(self, seconds: float) -> bool:
        """Waits for a hint, at most `seconds`."""
        scheduler = self._process.world.scheduler
        if self._heard_ms is None or self._heard_ms > scheduler.now_ms:
            ms = int(1000 * min(seconds, DAY_SECONDS)) + 1
            self._waits = True
            if self._heard_ms is not None:
                ms = min(ms, self._heard_ms - scheduler.now_ms)
            self._activity.suspend(ms)
            self._waits = False
        is_heard = self._heard_ms is not None and self._heard_ms <= scheduler.now_ms
        self._heard_ms = None if is_heard else self._heard_ms
        return is_heard

    def pause(self, seconds: float) -> None:
        """Waits for `seconds`."""
        self._activity.suspend(int(1000 * seconds) + 1)

    def close(self) -> None:
        """Does nothing."""


class Time:
    """Replaces the module `time` where the server measures durations."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler

    def monotonic(self) -> float:
        """Returns the seconds of the simulated clock."""
        return self._scheduler.now_ms / 1000

    time = perf_counter = process_time = thread_time = monotonic

    def time_ns(self) -> int:
        """Returns the nanoseconds of the simulated clock."""
        return self._scheduler.now_ms * 1_000_000

    def sleep(self, seconds: float) -> None:
        """Lets others run for `seconds`."""
        assert here.activity is not None
        here.activity.suspend(int(1000 * seconds))


class Memory:
    """The caches of a process between requests; processes do not share them."""

    def __init__(self) -> None:
        self.places: list[tuple[Any, str, Callable[[], Any]]] = [
            *((cache, "_values", OrderedDict) for cache in caches._all),
            (auth, "_cache", dict),
            (relay, "_notified", set),
            (ordered_answers, "_planned", dict),
            (origins, "_known", dict),
            (retention, "_looked_at", int),
            (services, "_shared", dict),
            (order_timers, "_moved", set),
            (bot_timers, "_rests_until", float),
            (clock, "_ahead_ms", int),
        ]

    def begin(self) -> None:
        """Empties the caches of all processes."""
        for owner, name, empty in self.places:
            setattr(owner, name, empty())
        states.forget()
        match_seeds.forget()

    def exchange(self, before: Node, after: Node) -> None:
        """Exchanges the caches when another process runs."""
        for number, (owner, name, empty) in enumerate(self.places):
            before.memory[number] = getattr(owner, name)
            setattr(owner, name, after.memory[number] if number in after.memory else empty())

    def forget(self, node: Node) -> None:
        """Empties the caches of a process."""
        node.memory = {number: value for number, value in node.memory.items() if self.places[number][1] != "_values"}


@contextmanager
def _circumstances(world: World) -> Iterator[None]:
    """Replaces clock, randomness, broker and network with the simulation."""
    scheduler = world.scheduler
    drawn = Drawn(f"simulation {scheduler.seed}")
    scheduler.exchange = world.memory.exchange
    database.set_world(world)
    with ExitStack() as stack:
        stack.enter_context(clock.clock(scheduler.read, follows=True))
        stack.enter_context(override_settings(**_settings(drawn)))
        for owner, name, value in _replaced(world, drawn):
            stack.enter_context(patch.object(owner, name, value))
        world.memory.begin()
        random.seed(scheduler.seed)
        database.empty()
        yield
    world.memory.begin()


def _settings(drawn: Drawn) -> dict[str, Any]:
    return {
        "COMPTOIR_BOT_KEY": drawn.bot_key,
        "COMPTOIR_LIMITS": {},
        "PASSWORD_HASHERS": list(SPEEDS),
        "COMPTOIR_SECRET_KEY": "5e" * 32,
        "COMPTOIR_SIGNING_SEED": "a7" * 32,
        "SECRET_KEY": "simulated",
        "EMAIL_BACKEND": "tests.simulation.outside.Mailbox",
    }


def _replaced(world: World, drawn: Drawn) -> Iterator[tuple[Any, str, Any]]:
    """Yields the replacements, each with its name and its module or class."""
    scheduler, simulated_time = world.scheduler, Time(world.scheduler)

    def node() -> Node:
        return here.activity.node if here.activity is not None else scheduler.outside

    yield sys.modules["os"], "urandom", drawn.urandom
    yield random, "_urandom", drawn.urandom
    yield sys.modules["events.base.models"], "uuid7", lambda: _uuid7(scheduler.now_ms, drawn)
    yield sys.modules["django.utils.timezone"], "now", lambda: _moment(scheduler.read())
    yield sys.modules["events.log.retention"], "now", lambda: _moment(scheduler.read())
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("events", "bots") and getattr(module, "time", None) is time:
            yield module, "time", simulated_time
    yield publishing.publisher, "send", world.hint
    yield publishing.publisher, "run", lambda job: world.job(node(), job)
    yield messages.messages, "send", lambda message, copies: world.job(node(), Published(message, copies))
    yield tasks, "renewed", world.broker.renewed
    yield tasks, "turn_lease", world.broker.leasing(tasks.turn_lease)
    yield Task, "apply_async", lambda task, args, **options: world.broker.send(task, args, **options)
    yield outbound, "post", world.outside.post
    yield timers, "run_due", world.timers.checking_clock(timers.run_due)
    daily = {name: _daily(kind) for name, kind in registry.kinds().items()}
    for module in (timers, services):
        yield module, "kinds", lambda: daily
        yield module, "QUIET_MS", DAY_MS


def _daily(kind: TimerKind) -> TimerKind:
    return kind if kind.every_ms is None else kind._replace(every_ms=DAY_MS)


def _uuid7(now_ms: int, drawn: Drawn) -> uuid.UUID:
    low = int.from_bytes(drawn.urandom(10)) & ((1 << 74) - 1)
    return uuid.UUID(int=(now_ms << 80) | (7 << 76) | ((low >> 62) << 64) | (2 << 62) | (low & ((1 << 62) - 1)))


def _moment(at_ms: int) -> Any:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at_ms / 1000, UTC)


@contextmanager
def quiet() -> Iterator[None]:
    """Suppresses log lines during faults, because they are expected."""
    before, root = structlog.get_config(), logging.getLogger()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    level = root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(level)
        structlog.configure(**before)
