"""Enlarging cards by hovering, a long touch, or a key; enlarging plays nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

NUMBERS = count(1)
LAPTOP = {"width": 1280, "height": 800}
HELD_MS = 700  # longer than the 400 ms after which the page shows a card's text
# A fast typist presses the next key between the rendering of a page and its effects.
KEY_WHILE_IT_GOES = """() => new MutationObserver((_, observer) => {
  if (document.querySelector('.inspector')) return;
  observer.disconnect();
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'i', bubbles: true}));
}).observe(document.body, {subtree: true, childList: true})"""
Opened = Callable[..., Table]


@pytest.fixture
def at_table(stack: Stack, browser: Browser) -> Iterator[Opened]:
    """Returns a function that opens a match of Monopoly Deal at this player's prompt."""
    tables: list[Table] = []

    def open_one(language: str = "en", **context: Any) -> Table:
        player = Api.guest(stack.address, f"Reader {next(NUMBERS)}")
        table = Table(browser, stack.address, **context)
        tables.append(table)
        table.prefer(language=language)
        table.sign_in(str(player.token), "Reader")
        table.open(f"/m/{player.practice('monopoly_deal', 2)}").wait_for_selector("[data-verb=end_turn]")
        return table

    yield open_one
    for table in tables:
        table.close()


class Finger:
    """A finger on the page."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(card: Locator) -> tuple[float, float]:
    box = card.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_mouse_resting_on_a_card_shows_the_card_in_the_place_of_the_log(at_table: Opened) -> None:
    page = at_table(viewport=LAPTOP).page
    shown = page.locator(".inspector")

    page.locator(".hand button.card").first.hover()
    shown.locator("[data-can-do]").wait_for()

    place, rail = shown.bounding_box(), page.locator(".rail").bounding_box()
    assert place and rail and place["x"] >= rail["x"]
    expect(shown.locator("[data-does]")).to_contain_text("What it does")
    expect(page.locator("#strip.begun")).to_have_count(0)
    page.mouse.move(600, 300)
    expect(shown).to_have_count(0)


def test_a_mouse_passing_over_a_card_shows_nothing(at_table: Opened) -> None:
    page = at_table(viewport=LAPTOP).page
    page.evaluate(
        "() => { window.shown = 0; new MutationObserver(() => { if (document.querySelector('.inspector'))"
        " window.shown++; }).observe(document.body, {subtree: true, childList: true}) }"
    )

    page.locator(".hand button.card").first.hover()
    page.mouse.move(600, 300)
    page.wait_for_timeout(HELD_MS)

    assert page.evaluate("() => window.shown") == 0


@pytest.mark.parametrize(("language", "does"), [("en", "What it does"), ("fr", "Ce qu’elle fait")])
def test_a_key_keeps_the_details_of_a_card_open_and_a_button_begins_a_move(
    at_table: Opened, language: str, does: str
) -> None:
    table = at_table(language, viewport=LAPTOP)
    page = table.page
    shown = page.locator(".inspector")
    page.locator(".hand button.card.lit").first.focus()

    page.keyboard.press("i")
    expect(shown).to_contain_text(does)
    page.mouse.move(600, 300)
    assert table.unreadable(LAPTOP, PHONE, WIDE) == []
    page.evaluate(KEY_WHILE_IT_GOES)
    page.keyboard.press("Escape")
    shown.locator("[data-begin]").first.click()

    expect(shown).to_have_count(0)
    page.locator("#strip[data-begun]").wait_for()
    assert table.faults == []


def test_a_long_touch_shows_a_card_and_slides_to_the_next_card(at_table: Opened) -> None:
    page = at_table(viewport=PHONE, has_touch=True).page
    finger = Finger(page)
    shown = page.locator(".inspector")
    first, second = (middle(page.locator(".hand .fanrow .card").nth(at)) for at in range(2))

    finger.touch("touchStart", first)
    shown.wait_for()
    read = shown.get_attribute("data-inspected")
    finger.touch("touchMove", second)
    page.wait_for_function("(card) => document.querySelector('.inspector').dataset.inspected !== card", arg=read)
    finger.touch("touchEnd")

    page.wait_for_timeout(HELD_MS)
    expect(shown).to_be_visible()
    expect(page.locator("#strip.begun")).to_have_count(0)
    below, dock = shown.bounding_box(), page.locator("#strip").bounding_box()
    assert below and dock and below["y"] + below["height"] <= dock["y"]
    page.touchscreen.tap(*middle(page.locator("#strip .line")))
    expect(shown).to_have_count(0)


@pytest.mark.parametrize("slower", [1, 6])
def test_a_touch_that_moves_away_shows_no_card_and_a_short_touch_plays(at_table: Opened, slower: int) -> None:
    page = at_table(viewport=PHONE, has_touch=True).page
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    finger = Finger(page)
    x, y = middle(page.locator(".hand .fanrow .card.lit").first)

    finger.touch("touchStart", (x, y))
    finger.touch("touchMove", (x - 12, y))
    page.wait_for_timeout(HELD_MS)
    expect(page.locator(".inspector")).to_have_count(0)
    finger.touch("touchEnd")
    page.locator(".hand .fanrow .card.lit").first.tap()

    page.locator("#strip.begun").first.wait_for()
    expect(page.locator(".inspector")).to_have_count(0)
