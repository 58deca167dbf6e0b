"""The end of a match: who won and how, the race, the way on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

BOTS = {"monopoly_deal": (1, {"sets_to_win": 2}), "great_dalmuti": (3, {"end": {"hands": 2}})}


@pytest.mark.parametrize(
    ("game", "language", "race"),
    [("monopoly_deal", "en", "The race"), ("great_dalmuti", "fr", "La course")],
)
def test_the_end_has_the_focus_the_race_and_the_way_on(
    stack: Stack, browser: Browser, game: str, language: str, race: str
) -> None:
    player = Api.guest(stack.address, f"Ending {language}")
    bots, options = BOTS[game]
    match = player.practice(game, bots, options)
    table = Table(browser, stack.address, viewport=PHONE)
    table.prefer(language=language)
    table.sign_in(str(player.token), f"Ending {language}")
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#question")

    player.play_out(match)

    page.locator("[data-race=drawn]").wait_for()
    assert page.evaluate("() => document.activeElement.tagName") == "H1"
    expect(page.locator("[data-race]")).to_contain_text(race)
    for seat in range(1, bots + 1):
        expect(page.locator("svg.racebox")).to_contain_text(f"Bot {seat + 1}")
    assert table.unreadable(PHONE, WIDE) == []
    assert table.faults == []
    table.close()
