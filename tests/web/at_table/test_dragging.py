"""Dragging a card: upwards plays its obvious move, onto a target plays it there, and back does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.stack import Stack
from tests.web.at_table.test_reading import Finger, middle
from tests.web.browser.pages import PHONE, Api, Table

NUMBERS = count(1)
LAPTOP = {"width": 1280, "height": 800}
UP = 130


@pytest.fixture(params=["mouse", "finger"])
def table(request: pytest.FixtureRequest, stack: Stack, browser: Browser) -> Iterator[Table]:
    """Yields a match of Monopoly Deal at this player's prompt."""
    player = Api.guest(stack.address, f"Carrier {next(NUMBERS)}")
    window = {"viewport": LAPTOP} if request.param == "mouse" else {"viewport": PHONE, "has_touch": True}
    opened = Table(browser, stack.address, **window)
    opened.sign_in(str(player.token), "Carrier")
    opened.open(f"/m/{player.practice('monopoly_deal', 2)}").wait_for_selector("[data-verb=end_turn]")
    yield opened
    opened.close()


def card(page: Page, name: str) -> Locator:
    return page.locator(f'.hand button.card.lit[aria-label^="{name}"]').first


def drag_to(page: Page, thing: Locator, to: tuple[float, float]) -> None:
    """Presses on a card, moves the pointer in steps, and releases the card."""
    x, y = middle(thing)
    x -= 20  # the edge of a card that others cover
    steps = [(x + (to[0] - x) * step / 8, y + (to[1] - y) * step / 8) for step in range(1, 9)]
    if page.evaluate("() => navigator.maxTouchPoints > 0"):
        finger = Finger(page)
        finger.touch("touchStart", (x, y))
        for step in steps:
            finger.touch("touchMove", step)
        finger.touch("touchEnd")
        return
    page.mouse.move(x, y)
    page.mouse.down()
    for step in steps:
        page.mouse.move(*step)
    page.mouse.up()


def test_a_card_dragged_up_is_played_if_it_has_one_move(table: Table) -> None:
    page, left = table.page, table.page.locator(".plays .on").count()
    x, y = middle(card(page, "Brown"))

    drag_to(page, card(page, "Brown"), (x, y - UP))

    expect(page.locator(".plays .on")).to_have_count(left - 1)
    expect(page.locator(".mygroups .card")).to_have_count(1)
    assert table.faults == []


def test_a_card_is_dragged_onto_its_target(table: Table) -> None:
    page, left = table.page, table.page.locator(".plays .on").count()
    card(page, "Sly Deal").click()
    target = middle(page.locator(".opponents button.target").first)
    page.keyboard.press("Escape")
    expect(page.locator("#strip[data-begun]")).to_have_count(0)

    drag_to(page, card(page, "Sly Deal"), target)

    expect(page.locator(".plays .on")).to_have_count(left - 1)
    assert table.faults == []


def test_a_card_dragged_up_waits_for_its_target(table: Table) -> None:
    page, left = table.page, table.page.locator(".plays .on").count()
    x, y = middle(card(page, "Sly Deal"))

    drag_to(page, card(page, "Sly Deal"), (x, y - UP))

    expect(page.locator("#strip[data-begun]")).to_have_count(1)
    expect(page.locator(".plays .on")).to_have_count(left)


def test_a_card_dropped_in_the_hand_is_not_played(table: Table) -> None:
    page, left = table.page, table.page.locator(".plays .on").count()
    x, y = middle(card(page, "2M"))

    drag_to(page, card(page, "2M"), (x - 40, y))

    expect(page.locator("#strip[data-begun]")).to_have_count(0)
    expect(page.locator(".plays .on")).to_have_count(left)
