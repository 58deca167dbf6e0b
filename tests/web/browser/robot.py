"""A player that clicks only visible and enabled elements, at random but repeatably, without the document or the API."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Error, Page

from tests.web.scripts import script

RARE = (
    "withdraw retract recolour hide show seek give announce lot_coins release discard decline refuse go_on counter "
    "trade_places ask_help"
).split()

IDLE_MS = 80

CHOOSE = script("choose")


class Robot:
    """Plays on one page until the match is over.

    clicks: the number of clicks; missed: clicks that came too late; covered: elements that lay over a click; verbs: the
    chosen verbs; touch: whether the robot taps instead of clicking.
    """

    def __init__(self, page: Page, seed: int, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.chance = random.Random(seed)
        self.clicks = 0
        self.missed = 0
        self.covered: list[str] = []
        self.verbs: dict[str, int] = {}
        self.stuck = 0
        self.ended = False

    def chosen(self) -> dict[str, Any] | None:
        """Makes the page mark the element to press next.

        Returns the element's verb ("" if it has none) and an uncovered point of it; None if there is no element.
        """
        chances = [self.chance.random() for _ in range(3)]
        chosen: Any = self.page.evaluate(CHOOSE, {"chances": chances, "rare": RARE, "stuck": self.stuck})
        self.ended = self.ended or chosen == "ENDED"
        return None if chosen == "ENDED" else chosen

    def step(self) -> bool:
        """Makes one click; returns whether there was an element to click."""
        if (chosen := self.chosen()) is None:
            return False
        self.press(chosen["verb"], chosen.get("at"))
        return True

    def press(self, verb: str, at: Any = None) -> None:
        """Clicks an element like a person; does nothing if the element has disappeared."""
        target = self.page.locator("[data-robot]")
        try:
            (target.tap if self.touch else target.click)(timeout=800, position=at)
        except Error as error:
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
            self.missed += 1
            self.covered += [line.strip() for line in str(error).splitlines() if "intercepts pointer" in line][:1]
            return
        self.clicks += 1
        self.stuck = 0 if verb else self.stuck + 1
        if verb:
            self.verbs[verb] = self.verbs.get(verb, 0) + 1


def play_on(
    robots: Sequence[Robot],
    seconds: float,
    looks: Callable[[Robot], None] = lambda _: None,
    most: float = float("inf"),
) -> None:
    """Lets robots click in turn until every match or the time is over.

    looks: the function to call before each click. most: the maximum number of clicks of each robot.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        playing = [robot for robot in robots if not robot.ended and robot.clicks < most]
        if not playing:
            return
        for robot in playing:
            looks(robot)
        clicked = [robot.step() for robot in playing]
        if not any(clicked):
            playing[0].page.wait_for_timeout(IDLE_MS)
