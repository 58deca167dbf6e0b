"""A tool that plays whole matches only by Tab, arrow keys and Enter, or only by touch at a width of 360 px.

`python -m tests.web.browser.whole [keys] [touch] [GAME …]` prints a line with the obstacles of each match; it fails if
there are any.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import django
from playwright.sync_api import sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from tests.games.harness.time_budget import SEED  # noqa: E402
from tests.stack import Stack  # noqa: E402
from tests.web.browser.chromium import FLAGS, NAMES, Chromium, executable  # noqa: E402
from tests.web.browser.keyboard import Keyboard  # noqa: E402
from tests.web.browser.pages import PHONE, Api, Table  # noqa: E402
from tests.web.browser.robot import Robot  # noqa: E402
from tests.web.scripts import script  # noqa: E402
from tests.web.test_play import GAMES  # noqa: E402

WAYS = ("keys", "touch")
SECONDS = 600.0
LAPTOP = {"width": 1280, "height": 800}
THUMB = script("thumb")


class MatchRun(NamedTuple):
    """One match. obstacles: the distinct obstacles that a person would have met."""

    way: str
    game: str
    presses: int
    seconds: float
    obstacles: list[str]

    def __str__(self) -> str:
        lines = [f"{self.game} by {self.way}: {self.presses} presses in {self.seconds:.0f} s"]
        return "\n    ".join([*lines, *self.obstacles])


def main(words: list[str]) -> int:
    """Plays the matches of the arguments, or all matches."""
    ways = [word for word in words if word in WAYS] or WAYS
    games = [word for word in words if word in GAMES] or GAMES
    if unknown := set(words) - {*WAYS, *GAMES}:
        raise SystemExit(f"expected {', '.join((*WAYS, *GAMES))}, got {', '.join(unknown)}")
    runs = []
    with opened() as (browser, address):
        for way in ways:
            for game in games:
                runs.append(played(browser, address, way, game))
                print(runs[-1], flush=True)
    return int(any(run.obstacles for run in runs))


@contextmanager
def opened() -> Iterator[tuple[Chromium, str]]:
    """Starts a server and a browser."""
    path = executable(*NAMES)
    if path is None:
        raise SystemExit("expected chromium on the path, found none")
    stack = Stack()
    try:
        stack.start()
        with sync_playwright() as playwright:
            browser = Chromium(lambda: playwright.chromium.launch(executable_path=path, args=FLAGS))
            yield browser, stack.address
            browser.close()
    finally:
        stack.stop()


def played(browser: Chromium, address: str, way: str, game: str) -> MatchRun:
    """Plays one match to its end."""
    name = f"By {way} {game.replace('_', ' ')}"[:30]
    player = Api.guest(address, name)
    bots, options = GAMES[game]
    match = player.practice(game, bots, options)
    window = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if way == "touch" else {"viewport": LAPTOP}
    table = Table(browser, address, **window)
    table.sign_in(str(player.token), name)
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#strip, .ending")
    robot = Keyboard(page, SEED) if way == "keys" else Robot(page, SEED, touch=True)
    began, met = time.monotonic(), set[str]()
    while not robot.ended and time.monotonic() < began + SECONDS:
        if not robot.step():
            page.wait_for_timeout(60)
        elif way == "touch":
            met.update(page.evaluate(THUMB))
    seconds = time.monotonic() - began
    obstacles = [*sorted(met), *faults(robot, table, player.call("GET", f"matches/{match}")["status"])]
    if not robot.ended:
        obstacles.append(f"asked at the end: {page.locator('#strip').inner_text()[:400]!r}")
        page.screenshot(path=str(Path(".data") / f"whole-{way}-{game}.png"))
    presses = robot.pressed if isinstance(robot, Keyboard) else robot.clicks
    table.close()
    return MatchRun(way, game, presses, seconds, obstacles)


def faults(robot: Robot, table: Table, status: str) -> list[str]:
    """Returns the faults that occurred during a match."""
    found = [f"fault: {fault}" for fault in table.faults]
    if status != "finished":
        found.append(f"the match is {status}")
    if isinstance(robot, Keyboard):
        found += [f"{robot.fallen} presses left the focus on the page"] if robot.fallen else []
        found += [f"the focus cannot be seen: {label}" for label in sorted(robot.unseen)]
        found += [f"no key leads to {element[:200]}" for element in robot.unreached]
    else:
        found += [f"a tap met something else: {line[:300]}" for line in sorted(set(robot.covered))]
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
