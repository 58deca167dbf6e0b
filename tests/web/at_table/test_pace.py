"""The pace of others' moves: playing them slowly, skipping by a button, key or press, and repeating recent moves."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, Api, Table

NUMBERS = count(1)
LAPTOP = {"width": 1280, "height": 800}
ASKED = "#strip [data-verb], #strip [data-main], #strip.begun"
SEQ = "() => Number(document.querySelector('.table').dataset.seq)"


def at_table(stack: Stack, browser: Browser, viewport: Any = LAPTOP, **settings: Any) -> Table:
    """Opens a match of Monopoly Deal against three bots, and ends this player's first turn in it."""
    player = Api.guest(stack.address, f"Paced {next(NUMBERS)}")
    match = player.practice("monopoly_deal", 3)
    table = Table(browser, stack.address, viewport=viewport)
    table.prefer(**settings)
    table.sign_in(str(player.token), "Paced")
    table.player, table.match = player, match  # type: ignore[attr-defined]
    table.open(f"/m/{match}").wait_for_selector("[data-verb=end_turn]")
    return table


def end_turn(page: Page) -> None:
    page.locator("[data-verb=end_turn]").click()
    page.locator("#strip [data-main].act:not([data-unsteady])").click()  # the player has plays left
    page.locator("#strip.calm").wait_for()


def until_own_turn(table: Table) -> None:
    """Answers prompts during others' turns with the first legal move, until this player has the turn."""
    player, match = table.player, table.match  # type: ignore[attr-defined]
    for _ in range(300):
        legal = player.call("GET", f"matches/{match}/legal-moves?limit=1")
        if any(template["verb"] == "end_turn" for template in legal["templates"]):
            break
        if legal["moves"]:
            player.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})
        table.page.wait_for_timeout(100)
    table.page.locator("[data-verb=end_turn]").wait_for()


def behind(table: Table) -> bool:
    """Returns whether the match is ahead of the drawn table."""
    head = table.player.call("GET", f"matches/{table.match}")  # type: ignore[attr-defined]
    return bool(table.page.evaluate(SEQ) < head["seq"])


@pytest.mark.parametrize("way", ["button", "key", "press"])
def test_moves_of_other_players_are_drawn_one_after_another_until_skipped(
    stack: Stack, browser: Browser, way: str
) -> None:
    table = at_table(stack, browser, pace="slow")
    page = table.page
    end_turn(page)
    page.locator("#strip [data-skip]:enabled").wait_for()
    while not behind(table):  # a bot prompted this player before others had moved
        until_own_turn(table)
        end_turn(page)
        page.locator("#strip [data-skip]:enabled").wait_for()

    if way == "button":
        page.locator("#strip [data-skip]").click()
    elif way == "key":
        page.keyboard.press(".")
    else:
        page.locator("#strip").click(position={"x": 4, "y": 4})

    page.locator(ASKED).first.wait_for()
    assert not behind(table)
    assert table.faults == []
    table.close()


def test_the_chosen_pace_is_saved(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser)
    page = table.page

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name="quick").click()

    assert page.evaluate("() => JSON.parse(localStorage.getItem('comptoir.settings')).pace") == "quick"
    expect(page.get_by_role("radio", name="quick")).to_have_attribute("aria-checked", "true")
    table.close()


@pytest.mark.parametrize(
    ("language", "viewport", "words"),
    [("en", LAPTOP, "Show last round"), ("fr", LAPTOP, "Revoir le tour")],
)
def test_the_events_since_the_own_turn_are_shown_again_from_below_the_log(
    stack: Stack, browser: Browser, language: str, viewport: Any, words: str
) -> None:
    table = at_table(stack, browser, viewport, language=language)
    page = table.page
    end_turn(page)
    page.locator(ASKED).first.wait_for()
    now = page.evaluate(SEQ)

    table.prefer(pace="slow")
    page.reload()
    expect(page.locator("[data-again]")).to_contain_text(words)
    assert table.unreadable(LAPTOP, PHONE) == []
    page.locator("[data-again]").click()
    page.locator("[data-end-rerun]").wait_for()

    assert page.evaluate(SEQ) < now
    expect(page.locator(ASKED)).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator(ASKED).first.wait_for()
    assert page.evaluate(SEQ) >= now
    assert table.faults == []
    table.close()
