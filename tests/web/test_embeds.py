"""A table embedded in an external page follows its match."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import Api, Table
from tests.web.test_live import end_turn


def test_an_embedded_table_is_shown_again_after_each_move(stack: Stack, browser: Chromium) -> None:
    ada, grace = (Api.guest(stack.address, f"Framed {side}") for side in ("left", "right"))
    match = ada.match("monopoly_deal", 1, seat="open")
    table = Table(browser, stack.address)
    page = table.open(f"/embed/m/{match}")
    expect(page.locator("#text")).not_to_be_empty()
    before = page.locator("#text").inner_text()

    grace.call("POST", f"matches/{match}/seats", {})
    expect(page.locator("#stage .stage-table")).to_be_visible()
    expect(page.locator("#text")).not_to_have_text(before)
    began = page.locator("#text").inner_text()
    for player in (ada, grace):
        end_turn(player, match)

    expect(page.locator("#text")).not_to_have_text(began)
    expect(page.locator("#fault")).to_be_empty()
    assert not any("follow=0" in address for address in table.requests)
    table.close()
