"""What a newcomer stumbled over in a trial of the site: each is a thing they could not see, reach or undo."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.stack import Stack
from tests.web.pages import PHONE, Api, Table

NUMBERS = count(1)
LAPTOP = {"width": 1280, "height": 800}
BOX = """(one) => {
  const [inner, box] = [one, one.closest('#question')].map((element) => element.getBoundingClientRect());
  return inner.top >= box.top && inner.bottom <= box.bottom + 1;
}"""
COLOURS = """(name) => {
  let behind = name;
  while (behind && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
  return [getComputedStyle(name).color, getComputedStyle(behind).backgroundColor];
}"""


def at_table(stack: Stack, browser: Browser, game: str, bots: int, viewport: Any, **options: Any) -> Table:
    """Opens a match of this game against bots."""
    player = Api.guest(stack.address, f"Newcomer {next(NUMBERS)}")
    match = player.practice(game, bots, options)
    table = Table(browser, stack.address, viewport=viewport)
    table.sign_in(str(player.token), "New")
    table.open(f"/m/{match}").wait_for_selector("#question")
    return table


@pytest.mark.parametrize("way", ["button", "escape"])
def test_the_log_that_fills_a_phone_can_be_closed(stack: Stack, browser: Browser, way: str) -> None:
    table = at_table(stack, browser, "great_dalmuti", 3, PHONE)
    table.page.get_by_role("button", name="Log").click()
    expect(table.page.locator(".rail")).to_be_in_viewport(ratio=0.9)

    if way == "button":
        table.page.locator("[data-close-rail]").click()
    else:
        table.page.keyboard.press("Escape")

    expect(table.page.locator(".rail")).not_to_be_visible()
    table.close()


def test_a_question_taller_than_its_box_keeps_its_buttons_in_view(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser, "dealmaker", 3, LAPTOP)
    page = table.page
    page.locator("[data-verb='ready']").click()

    page.locator("[data-verb='offer']").click()

    assert page.locator("[data-main]").evaluate(BOX)
    table.close()


def test_the_name_of_a_chosen_opponent_stays_readable(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser, "dealmaker", 3, LAPTOP)
    page = table.page
    page.locator("[data-verb='ready']").click()
    page.locator("[data-verb='offer']").click()

    page.locator("[data-seat='1'] .seathead").click()

    page.locator("[data-seat='1'].chosen").wait_for()
    page.mouse.move(1, 1)  # a button under the pointer has colours of its own
    ink, paper = page.locator("[data-seat='1'] .name").evaluate(COLOURS)
    assert ink != paper
    table.close()


def test_the_table_says_which_hand_is_played(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser, "great_dalmuti", 3, PHONE, end={"hands": 7})

    expect(table.page.locator(".progress")).to_have_text("Hand 1 of 7 · you have 0 points")
    table.close()


def test_the_proposed_name_outlives_a_look_at_another_game(table: Table) -> None:
    page = table.open("/")
    page.get_by_label("Your name").fill("Capucine")

    page.get_by_role("radio", name="Négoces 2").click()

    expect(page.get_by_label("Your name")).to_have_value("Capucine")


def test_on_a_phone_the_start_button_names_the_game(table: Table) -> None:
    table.page.set_viewport_size(PHONE)
    page = table.open("/")

    page.get_by_role("radio", name="Négoces 2").click()

    expect(page.locator("form.start button.act")).to_have_text("Start · Négoces 2")


def test_more_options_keeps_the_bots_that_were_chosen(table: Table) -> None:
    page = table.open("/")
    page.get_by_label("Opponents").select_option("2")

    page.get_by_role("link", name="more options").click()

    chosen = page.get_by_role("radio", name="bot", exact=True, checked=True)
    expect(chosen).to_have_count(2)


def test_the_end_of_a_match_is_a_field_and_not_json(table: Table) -> None:
    page = table.open("/new/great_dalmuti")
    page.locator("summary").click()

    page.locator("#option-end").select_option("total")
    page.get_by_label("Points to reach").fill("30")

    page.get_by_label("Points to reach").press("Tab")
    expect(page.locator("form .notice")).to_contain_text("End = 30 points")
