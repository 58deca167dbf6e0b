"""A player who only clicks what is visible and enabled, at random but repeatably: no document, no API."""

from __future__ import annotations

import random
import time
from pathlib import Path

from playwright.sync_api import Error, Page

RARE = (
    "withdraw retract recolour hide show seek give announce lot_coins release discard decline refuse go_on counter "
    "trade_places ask_help"
).split()

CHOOSE = (Path(__file__).parent / "choose.js").read_text(encoding="utf-8")


class Robot:
    """Plays on one page until the match is over; `clicks` counts its clicks, `verbs` the verbs it chose."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.clicks = 0
        self.verbs: dict[str, int] = {}
        self.stuck = 0
        self.ended = False

    def play(self, seconds: float) -> bool:
        """Clicks until the standings appear; returns whether they did in time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.ended:
            self.step()
        return self.ended

    def step(self) -> None:
        """Makes one click, if anything can be clicked."""
        chances = [self.chance.random() for _ in range(3)]
        verb = self.page.evaluate(CHOOSE, {"chances": chances, "rare": RARE, "stuck": self.stuck})
        if verb == "ENDED":
            self.ended = True
        elif verb is None:
            self.page.wait_for_timeout(40)
        else:
            self.press(verb)

    def press(self, verb: str) -> None:
        """Clicks as a person would; ignores elements that have disappeared meanwhile."""
        try:
            self.page.locator("[data-robot]").click(timeout=800)
        except Error as error:
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
            return
        self.clicks += 1
        self.stuck = 0 if verb else self.stuck + 1
        if verb:
            self.verbs[verb] = self.verbs.get(verb, 0) + 1
