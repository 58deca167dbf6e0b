"""A player whose stored token is no longer valid opens a table."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.stack import Stack
from tests.web.browser.pages import Api, Table


def test_a_table_opened_with_an_invalid_token_says_that_the_player_is_signed_out(
    stack: Stack, browser: Browser
) -> None:
    match = Api.guest(stack.address, "Sami").practice("great_dalmuti", 3)
    table = Table(browser, stack.address)
    table.sign_in("an invalid token", "Sami")

    page = table.open(f"/m/{match}")

    expect(page.locator("#strip")).to_contain_text("You are signed out")
    expect(page.locator("#strip").get_by_role("link", name="Sign in")).to_have_attribute(
        "href", f"/login?to=/m/{match}"
    )
    page.locator("#strip").get_by_role("button").click()
    expect(page.locator("#strip")).to_contain_text("You are watching")
    table.close()
