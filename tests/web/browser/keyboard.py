"""A player that uses only keys: Tab, arrows, Home and End move to an element, and Enter presses it."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.browser.robot import Robot
from tests.web.scripts import script

FOCUSED = script("focused")
STOPS = 150


class Keyboard(Robot):
    """Plays on one page with keys alone.

    pressed: the number of choices; stops: the elements that had the focus; fallen: presses after which no element had
    the focus; unseen: elements with invisible focus; unreached: elements that no key reached.
    """

    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(page, seed)
        self.pressed = 0
        self.stops = 0
        self.fallen = 0
        self.unseen: set[str] = set()
        self.unreached: list[str] = []

    def step(self) -> bool:
        """Chooses an element like the robot with a mouse, and moves to it by keys; returns whether it pressed it."""
        if (chosen := self.chosen()) is None:
            return False
        self.fallen += self.pressed > 0 and self.page.evaluate("() => document.activeElement === document.body")
        key = self.reach()
        if key is None:
            return False
        self.page.keyboard.press(key)
        self.pressed += 1
        self.stuck = 0 if chosen["verb"] else self.stuck + 1
        return True

    def reach(self) -> str | None:
        """Moves the focus to the chosen element; returns the key that presses it, None if it has disappeared."""
        for _ in range(STOPS):
            where = self.page.evaluate(FOCUSED)
            if where.get("gone"):
                return None
            if where["label"]:
                self.stops += 1
                if not where["visible"]:
                    self.unseen.add(where["label"])
            if where["there"]:
                return str(where["key"])
            self.page.keyboard.press(where["key"])
        self.unreached.append(str(self.page.evaluate("() => document.querySelector('[data-robot]')?.outerHTML ?? ''")))
        return None
