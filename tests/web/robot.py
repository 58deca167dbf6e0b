"""A player who only clicks what is visible and enabled, at random but repeatably: no document, no API."""

from __future__ import annotations

import random
import time

from playwright.sync_api import Locator, Page

# What a click may choose, from the most to the least useful.
PLAY = "#question [data-main].act, #question .verbs .act:enabled"
VERBS = "#question .verbs button[data-verb]:enabled, .offer button[data-verb]:enabled"
BLANKS = (
    "[data-editor] [aria-checked=false]:enabled, [data-editor] .stepper button:last-child:enabled, "
    ".felt button.card.lit:not(.chosen), button.seathead[aria-pressed=false], button.group.lit:not(.chosen), "
    "button[data-lit]:not(.pressed), button.ticket.lit:not(.chosen)"
)
RARE = {"withdraw", "retract", "recolour", "hide", "show", "seek", "give", "announce", "lot_coins", "propose_stop", "release", "discard"}
EVERYWHERE = "() => document.querySelector('.ending') !== null"


class Robot:
    """Plays at one page until the match is over; `clicks` counts what it pressed, `verbs` what it played."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.clicks = 0
        self.verbs: dict[str, int] = {}
        self.stuck = 0

    def play(self, seconds: float) -> bool:
        """Clicks until the standings show; returns whether they did in time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.page.evaluate(EVERYWHERE):
                return True
            self.step()
        return False

    def step(self) -> None:
        """One click, if there is anything to click."""
        playable = self.page.locator(PLAY)
        if playable.count() and (self.chance.random() < 0.9 or self.stuck):
            self.press(playable.first)
            self.stuck = 0
            return
        blanks = self.page.locator(BLANKS) if self.page.locator("#question .sentence .verb").count() else None
        if blanks is not None and (number := blanks.count()) and self.stuck < 25:
            self.stuck += 1
            self.press(blanks.nth(self.chance.randrange(number)))
        elif self.stuck >= 25 and (just := self.page.locator("[data-just-enough]")).count():
            self.press(just.first)
        elif self.stuck >= 25 and (cancel := self.page.locator("#question .verbs .quiet")).count():
            self.stuck = 0
            self.press(cancel.first)
        else:
            self.begin()

    def begin(self) -> None:
        """Presses a verb; those that only undo or only talk are pressed seldom."""
        found = self.page.locator(VERBS)
        names = [found.nth(at).get_attribute("data-verb", timeout=500) or "" for at in range(self._count(found))]
        likely = [at for at, name in enumerate(names) if name not in RARE or self.chance.random() < 0.05]
        choices = likely or [at for at, name in enumerate(names) if self.chance.random() < 0.3]
        if not choices:
            self.page.wait_for_timeout(60)
            return
        self.stuck = 0
        at = self.chance.choice(choices)
        self.verbs[names[at]] = self.verbs.get(names[at], 0) + 1
        self.press(found.nth(at))

    def _count(self, found: Locator) -> int:
        try:
            return found.count()
        except Exception as error:  # the table was drawn anew in between
            if "detached" in str(error):
                return 0
            raise

    def press(self, target: Locator) -> None:
        """Clicks as a person would; what has gone in the meantime is left alone."""
        try:
            target.click(timeout=1500)
            self.clicks += 1
        except Exception as error:
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
        self.page.wait_for_timeout(25)
