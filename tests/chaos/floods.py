"""`python -m tests.chaos.floods`: measures how much a few hostile callers slow down another player.

    passwords   16 clients sign in to the operator's pages as fast as they can
    webhooks    six guests with 54 webhooks that answer one byte a second send notifications all the time
    streams     twelve guests open 1,080 streams at once, and reopen those that end
    unread      250 streams of a long match whose clients do not read
    sockets     40 connections that request much data and never read
    replays     ten anonymous readers of past events of a match of 10,000 events, and four that export it all the time

It runs against the stack of `make run` with its usual limits; each guest has its own address. Another player reads a
view ten times a second, both unchanged and changed, requests /livez as often, and receives a notification every 1.5
seconds. It prints the median, the 99th percentile and the worst of each before, during and after the flood, and exits
with 1 if the player was held up. `--limits off` shows the effect of a flood without rate limits; `--against` also
measures another checkout in the same run.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Printed

from tests.caller import Caller
from tests.chaos.crowds import Stream, followed, unread
from tests.events.notifications.dribblers import Dribblers
from tests.events.notifications.receivers import Receiver
from tests.stack import ROOT, Stack

GUESTS, HOOKS = 6, 9
STREAMERS, STREAMS, UNREAD = 12, 90, 250
SOCKETS = 40
HANDS = 50
PHASES = ("before", "during", "after")
BETWEEN = 0.1  # two readers of one player; 300 requests in ten seconds would be refused
NOTICE_SECONDS = 1.5
LAST_SECONDS = 150.0  # the time for notifications to arrive at the end
SLOWEST_MS = {
    "view": 1_000,
    "new view": 1_000,
    "livez": 1_000,
    "notice": 4_000,
}  # a notification takes up to two seconds without a flood

console = Console()


class Inbox(Receiver):
    """The webhook of the other player. times: when each notification was written and when it arrived, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[tuple[float, float]] = []

    def accepted(self, port: int) -> bool:
        """Records when the last notification was written and when it arrived."""
        written = json.loads(self.arrived[-1][1])["timestamp"]
        self.times.append((datetime.fromisoformat(written).timestamp(), time.time()))
        return True


class Repeated(threading.Thread):
    """Repeats a call. times: when each call began and ended, in seconds."""

    def __init__(self, act: Callable[[], Any], pause: float) -> None:
        super().__init__(daemon=True)
        self._act, self._pause, self._stopping = act, pause, threading.Event()
        self.times: list[tuple[float, float]] = []

    def run(self) -> None:
        while not self._stopping.wait(self._pause):
            began = time.time()
            with suppress(OSError, http.client.HTTPException):
                self._act()
            self.times.append((began, time.time()))

    def __enter__(self) -> Repeated:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self.join()


class World(NamedTuple):
    """The environment of a flood. dribblers: hosts that the server may post to; done: the responses to the flood."""

    stack: Stack
    dribblers: Dribblers
    done: Counter[str]

    @property
    def port(self) -> int:
        return self.stack.port

    def guest(self, number: int) -> Caller:
        """Returns a new guest with its own address."""
        return Caller(self.port, f"127.0.3.{number + 1}").sign_up()

    def match(self, guests: Sequence[Caller], game: str = "great_dalmuti") -> str:
        """Returns a match of these guests that has started."""
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(guests) - 1)]
        match = str(guests[0].json("POST", "/matches", {"game": game, "seats": seats})["id"])
        for guest in guests[1:]:
            guest.json("POST", f"/matches/{match}/seats", {})
        return match


def passwords(world: World) -> AbstractContextManager[None]:
    """Signs in to the operator's pages again and again."""
    return _crowd(world, "tests.chaos.guessers")


@contextmanager
def webhooks(world: World) -> Iterator[None]:
    """Sends notifications to webhooks that do not finish their responses."""
    guests = [world.guest(number) for number in range(GUESTS)]
    for number, guest in enumerate(guests):
        for host in world.dribblers.hosts[number::GUESTS]:
            guest.json("POST", "/me/webhooks", {"url": f"http://{host}/"})
    match = world.match(guests)
    with ExitStack() as stack:
        for guest in guests:
            stack.enter_context(Repeated(_say(guest, match), NOTICE_SECONDS))
        yield


def _say(guest: Caller, match: str) -> Callable[[], Any]:
    return lambda: guest.send("POST", f"/api/v1/matches/{match}/messages", {"text": "hello"})


@contextmanager
def streams(world: World) -> Iterator[None]:
    """Opens streams in bursts."""
    guests = [world.guest(number) for number in range(STREAMERS)]
    match = world.match(guests[:8])
    with followed([Stream(world.port, match, guest) for guest in guests * STREAMS]):
        yield


def unread_streams(world: World) -> AbstractContextManager[None]:
    """Opens streams that are never read."""
    guests = [world.guest(number) for number in range(STREAMERS)]
    match = _long_match(guests[0])
    asking = [guests[number % STREAMERS] for number in range(UNREAD)]
    return followed([Stream(world.port, match, one, "?core=1", reads=False) for one in asking])


def _long_match(guest: Caller) -> str:
    """Returns a finished match of bots with a few hundred events; a running match would use CPU time for its bots."""
    seats, options = [{"kind": "bot", "policy": "uniform"}] * 5, {"end": {"hands": 5}}
    wish = {"game": "great_dalmuti", "options": options, "seats": seats}
    match = str(guest.json("POST", "/matches", wish)["id"])
    while guest.json("GET", f"/matches/{match}")["status"] == "running":
        time.sleep(0.5)
    return match


@contextmanager
def sockets(world: World) -> Iterator[None]:
    """Opens connections that never read."""
    with ExitStack() as stack:
        for number in range(SOCKETS):
            stack.enter_context(unread(world.port, f"127.0.3.{number + 1}"))
        yield


def replays(world: World) -> AbstractContextManager[None]:
    """Reads past views of a long match and exports it, without signing in."""
    return _crowd(world, "tests.chaos.scrubbers", *_stored_match(world.stack))


@contextmanager
def _crowd(world: World, module: str, *arguments: object) -> Iterator[None]:
    """Runs clients in a process of their own, so that they do not delay the caller that is measured."""
    command = [sys.executable, "-m", module, str(world.port), *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
        yield
        world.done.update(json.loads(crowd.communicate()[0]))


def _stored_match(stack: Stack) -> tuple[str, int]:
    """Returns a finished match of bots with about 10,000 events, and the number of its last event."""
    command = [sys.executable, "-m", "tests.chaos.long_log", str(HANDS)]
    environment = {**stack.environment_inside(), "PYTHONPATH": f"{stack.root}:{ROOT}"}
    match = subprocess.check_output(command, cwd=ROOT, env=environment, text=True).split()[-1]
    return match, int(Caller(stack.port).json("GET", f"/matches/{match}")["seq"])


FLOODS = {
    "passwords": passwords,
    "webhooks": webhooks,
    "streams": streams,
    "unread": unread_streams,
    "sockets": sockets,
    "replays": replays,
}


def main() -> int:
    """Measures the floods; returns 0 if they did not delay the other player."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.floods", description=__doc__.splitlines()[0])
    parser.add_argument("floods", nargs="*", choices=[*FLOODS, []], default=[], metavar="flood", help=", ".join(FLOODS))
    parser.add_argument("--seconds", type=float, default=30, help="of each of the three phases")
    parser.add_argument("--limits", choices=("on", "off"), default="on", help="the rate limits of the server")
    parser.add_argument("--against", type=Path, help="another checkout, which is measured first")
    arguments = parser.parse_args()
    roots = [*filter(None, [arguments.against]), ROOT]
    floods = arguments.floods or FLOODS
    held_up = [measured(name, arguments.seconds, arguments.limits, root) for name in floods for root in roots]
    return int(any(held_up))


def measured(name: str, seconds: float, limits: str, root: Path) -> bool:
    """Prints the figures of one flood; returns whether it delayed the other player."""
    dribblers, inbox = Dribblers(GUESTS * HOOKS), Inbox()
    hosts = ",".join([*dribblers.hosts, inbox.host])
    stack = Stack(environment={"COMPTOIR_LIMITS": limits, "COMPTOIR_WEBHOOK_HOSTS": hosts}, root=root)
    try:
        stack.start()
        world = World(stack, dribblers, Counter())
        figures = _phases(world, name, inbox, seconds)
        console.print(f"limits {limits}, load {os.getloadavg()[0]:.1f}, got {dict(sorted(world.done.items()))}")
        return _printed(f"{name}, {root}", *figures)
    finally:
        stack.stop()
        dribblers.close()
        inbox.close()


def _phases(world: World, name: str, inbox: Inbox, seconds: float) -> tuple[dict[str, list[Any]], list[float]]:
    """Returns the times of all requests of the other player, and the ends of the three phases."""
    ada, bob = (Caller(world.port, f"127.0.4.{place}").sign_up() for place in (1, 2))
    ada.json("POST", "/me/webhooks", {"url": inbox.url, "kinds": ["message"]})
    match, health = world.match([ada, bob], "monopoly_deal"), Caller(world.port, "127.0.4.3")
    flood = FLOODS[name](world)
    with (
        Repeated(lambda: ada.send("GET", f"/api/v1/matches/{match}/view"), BETWEEN) as views,
        Repeated(_read_anew(world, ada, match), BETWEEN) as new_views,
        Repeated(lambda: health.send("GET", "/livez"), BETWEEN) as livez,
        Repeated(_say(bob, match), NOTICE_SECONDS) as talk,
    ):
        time.sleep(seconds)
        ends = [time.time()]
        with flood:
            time.sleep(seconds)
            ends.append(time.time())
        time.sleep(seconds)
    until = time.monotonic() + LAST_SECONDS
    while len(inbox.times) < len(talk.times) and time.monotonic() < until:
        time.sleep(0.5)
    console.print(f"{len(inbox.times)} of {len(talk.times)} notices arrived", style="dim")
    late = [(began, time.time()) for began, _ in talk.times[len(inbox.times) :]]  # messages arrive in order
    times = {"view": views.times, "new view": new_views.times, "livez": livez.times, "notice": [*inbox.times, *late]}
    return times, [*ends, float("inf")]


def _read_anew(world: World, player: Caller, match: str) -> Callable[[], Any]:
    """Returns a function that reads a view; each call is a new request, which a thread has to render."""
    caller, numbers = Caller(world.port, player.source), count()
    caller.token = player.token
    return lambda: caller.send("GET", f"/api/v1/matches/{match}/view", headers={"X-Request": str(next(numbers))})


def _printed(title: str, times: dict[str, list[Any]], ends: list[float]) -> bool:
    """Prints the median, 99th percentile and maximum of each phase; returns whether a phase was too slow."""
    printed, held_up = Printed("ms: p50, p99, worst", *PHASES, title=title), False
    for name, spans in times.items():
        of_phases = [
            sorted((done - start) * 1000 for start, done in spans if began <= start < end) or [float("nan")]
            for began, end in zip([0.0, *ends], ends, strict=False)
        ]
        is_slow = of_phases[1][-1] > SLOWEST_MS[name]
        held_up |= is_slow
        cells = (f"{each[len(each) // 2]:.1f}, {each[len(each) * 99 // 100]:.1f}, {each[-1]:.0f}" for each in of_phases)
        printed.add_row(name, *cells, style="red" if is_slow else "green")
    console.print(printed)
    return held_up


if __name__ == "__main__":
    sys.exit(main())
