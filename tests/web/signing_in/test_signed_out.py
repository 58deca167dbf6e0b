"""A player without a valid token opens a table, and signs in while the server is busy."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Route, expect

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


def test_a_sign_in_is_repeated_while_the_server_checks_other_passwords(stack: Stack, browser: Browser) -> None:
    Api(stack.address).call("POST", "players", {"name": "Patient", "password": "a long password"})
    table = Table(browser, stack.address)
    page = table.open("/login")
    attempts: list[str] = []

    def refuse_first(route: Route) -> None:
        attempts.append(route.request.method)
        if len(attempts) > 1:
            return route.continue_()
        problem = {"code": "busy", "status": 503, "detail": "Busy.", "errors": []}
        return route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))

    page.route("**/api/v1/tokens", refuse_first)
    page.locator("input[autocomplete=username]").first.fill("Patient")
    page.locator("input[autocomplete=current-password]").fill("a long password")
    page.locator("input[autocomplete=current-password]").press("Enter")

    page.wait_for_function("() => JSON.parse(localStorage.getItem('comptoir.session') ?? '{}').token")
    assert attempts == ["POST", "POST"]
    table.close()
