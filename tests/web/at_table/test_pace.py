"""The pace of others' moves: kept, skipped by a button, a key or a press; what happened since, shown again."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, Api, Table

NUMBERS = count(1)
LAPTOP = {"width": 1280, "height": 800}
STEADY_MS = 700  # what has come under the pointer takes no press at first
ASKED = "#question .verbs button, #question .sentence"
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
    page.locator("#question [data-main].act").wait_for()  # plays are left
    page.wait_for_timeout(STEADY_MS)
    page.locator("#question [data-main].act").click()
    page.locator("#question.calm").wait_for()


def until_own_turn(table: Table) -> None:
    """Answers whatever others do with the first legal move, until this player has the turn."""
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
    """Whether the match is further than the table that is drawn."""
    head = table.player.call("GET", f"matches/{table.match}")  # type: ignore[attr-defined]
    return bool(table.page.evaluate(SEQ) < head["seq"])


@pytest.mark.parametrize("way", ["button", "key", "press"])
def test_others_are_drawn_one_after_another_until_somebody_does_not_wait(
    stack: Stack, browser: Browser, way: str
) -> None:
    table = at_table(stack, browser, pace="slow")
    page = table.page
    end_turn(page)
    page.locator("[data-skip].act").first.wait_for()
    assert behind(table)

    if way == "button":
        page.locator("#question [data-skip]").click()
    elif way == "key":
        page.keyboard.press(".")
    else:
        page.locator("#question").click(position={"x": 4, "y": 4})

    page.locator(ASKED).first.wait_for()
    page.wait_for_function("() => document.querySelector('[data-skip]:disabled')")
    assert not behind(table)
    assert table.faults == []
    table.close()


def test_a_pace_is_kept(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser)
    page = table.page

    page.get_by_role("radio", name="quick").click()

    assert page.evaluate("() => JSON.parse(localStorage.getItem('comptoir.settings')).pace") == "quick"
    expect(page.get_by_role("radio", name="quick")).to_have_attribute("aria-checked", "true")
    table.close()


@pytest.mark.parametrize(
    ("language", "viewport", "words"),
    [("en", LAPTOP, "Since your last turn"), ("fr", PHONE, "Depuis votre dernier tour")],
)
def test_what_happened_since_my_turn_stands_above_the_question_and_is_shown_again(
    stack: Stack, browser: Browser, language: str, viewport: Any, words: str
) -> None:
    table = at_table(stack, browser, viewport, language=language)
    page = table.page
    end_turn(page)
    page.locator(ASKED).first.wait_for()
    now = page.evaluate(SEQ)

    table.prefer(pace="slow")
    page.reload()
    strip = page.locator("[data-since]")
    expect(strip).to_contain_text(words)
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


def test_the_strip_folds_with_the_first_press(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser)
    page = table.page
    end_turn(page)
    until_own_turn(table)
    page.locator("[data-since]").wait_for()

    page.locator(".hand button.card.lit").first.click()
    expect(page.locator("[data-since].folded")).to_be_visible()
    table.close()
