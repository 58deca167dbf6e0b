"""The door in the browser: the text layout, read from the tree of roles and names alone."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Error, Locator, Page

from tests.doors.decisions import Shown
from tests.web.browser.pages import Table
from tests.web.browser.tree import said

SECONDS = 60.0
NUMBERED = re.compile(r"^(\d+) (.+)$")


def spoken(part: Locator) -> list[tuple[str, str]]:
    """What the tree of a part of a page says: roles and names or texts."""
    return [(node.role, node.text) for node in said(part) if node.text]


class Layout:
    """A player at a page whose tables are told in words. by_typing: every second answer."""

    name = "browser"

    def __init__(self, table: Table) -> None:
        self._table, self._answers = table, 0
        self._log: list[str] = []

    @property
    def _page(self) -> Page:
        return self._table.page

    @property
    def _main(self) -> Locator:
        return self._page.get_by_role("main")

    def enter(self, match: str) -> None:
        self._table.open(f"/m/{match}")
        self._page.get_by_role("heading", name="What is asked").wait_for()
        self._log = self._heard()

    def look(self) -> Shown | None:
        return self._shown(spoken(self._main), [])

    def give(self, answer: str) -> Shown | None:
        self._answers += 1
        before = spoken(self._main)
        try:
            if answer.isdecimal() and self._answers % 2:
                name = re.compile(f"^{answer} ")
                self._page.get_by_role("listitem").get_by_role("button", name=name).click(timeout=3000)
            else:
                line = self._page.get_by_role("textbox", name=re.compile("Your answer"))
                line.fill(answer, timeout=3000)
                line.press("Enter", timeout=3000)
        except Error as error:
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
            return None
        until = time.monotonic() + SECONDS
        while spoken(self._main) == before and time.monotonic() < until:
            self._page.wait_for_timeout(20)
        tree = spoken(self._main)
        shown = self._shown(tree, self._news())
        return None if any(role == "alert" for role, _ in tree) else shown

    def _heard(self) -> list[str]:
        return [text for role, text in spoken(self._page.get_by_role("log")) if role == "paragraph"]

    def _news(self) -> list[str]:
        """The lines of the log since the last look at it."""
        before, now = self._log, self._heard()
        self._log = now
        overlap = next((n for n in range(min(len(before), len(now)), 0, -1) if before[-n:] == now[:n]), 0)
        return now[overlap:]

    def _shown(self, tree: list[tuple[str, str]], news: list[str]) -> Shown:
        lines = [text for role, text in tree if role == "listitem"]
        buttons = [found for role, text in tree if role == "button" and (found := NUMBERED.match(text))]
        choices = tuple((found[1], found[2]) for found in buttons)
        return Shown((*news, *lines, *(" ".join(choice) for choice in choices)), choices)
