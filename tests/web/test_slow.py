"""A slow or lost connection: pressed buttons show progress, nothing is sent twice, and no page stays empty."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.stack import Stack
from tests.web.browser.pages import Api, Table

LATENCY_MS = 700
THROUGHPUT = 400_000


def slow_down(page: Page) -> list[tuple[str, str]]:
    """Slows a page down; returns a list that will contain its requests, without reads."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    limits = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": THROUGHPUT, "uploadThroughput": THROUGHPUT}
    network.send("Network.emulateNetworkConditions", limits)
    sent: list[tuple[str, str]] = []
    page.on("request", lambda request: sent.append((request.method, request.url.rpartition("/api/v1/")[2])))
    return sent


def posts(sent: list[tuple[str, str]], end: str) -> int:
    """Returns the number of posts to a path."""
    return sum(method == "POST" and path.partition("?")[0].endswith(end) for method, path in sent)


def test_repeated_clicks_on_a_slow_network_open_one_table_as_one_player(table: Table) -> None:
    page = table.open("/new/monopoly_deal")
    opening = page.get_by_role("button", name="Open the table")
    opening.wait_for()
    sent = slow_down(page)

    opening.click()
    expect(opening).to_have_attribute("aria-busy", "true")
    opening.click()
    opening.dblclick()

    page.wait_for_selector(".room")
    assert (posts(sent, "players"), posts(sent, "matches")) == (1, 1)
    expect(page.get_by_role("button", name="Leave the table")).to_have_count(1)
    assert table.faults == []


def test_a_link_that_is_loading_is_marked_as_busy(table: Table) -> None:
    page = table.open("/")
    page.wait_for_selector("form.deal")
    slow_down(page)

    page.get_by_role("link", name="Rules").click()

    expect(page.get_by_role("link", name="Rules")).to_have_attribute("aria-busy", "true")
    page.get_by_role("heading", name="Rules").wait_for()


def test_a_double_click_plays_one_move(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Doubling")
    match = player.practice("dealmaker", 3, {"ready_check": False})
    table.sign_in(str(player.token), "Doubling")
    page = table.open(f"/m/{match}")
    page.locator("[data-verb=propose_stop]").wait_for()
    sent = slow_down(page)

    page.locator("[data-verb=propose_stop]").dblclick()

    page.wait_for_timeout(4 * LATENCY_MS)
    assert posts(sent, "/moves") == 1
    assert table.faults == []


def test_the_second_press_of_a_double_click_does_not_press_a_button_that_appeared(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Doubling twice")
    match = player.practice("dale_of_merchants", 1)
    table.sign_in(str(player.token), "Doubling twice")
    page = table.open(f"/m/{match}")
    page.locator("[data-verb=discard]").click()
    page.locator("[data-main].act").wait_for()
    sent = slow_down(page)

    page.locator("[data-main]").evaluate("""(button) => {
      for (const detail of [2, 2]) button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    }""")

    page.wait_for_timeout(2 * LATENCY_MS)
    assert posts(sent, "/moves") == 0


@pytest.mark.parametrize("module", ["app.js", "shell/router.js", "pages/landing.js", "texts/en.json"])
def test_a_module_that_fails_to_load_leaves_a_message_with_a_button(in_modules: Table, module: str) -> None:
    table = in_modules
    table.context.route(f"**/{module}", lambda route: route.abort())

    page = table.open("/")

    message = page.get_by_role("alert").filter(has_text="did not load completely")
    message.wait_for()
    table.context.unroute(f"**/{module}")
    message.get_by_role("button", name="Load again").click()
    page.wait_for_selector("form.deal")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_layout_that_fails_to_load_leaves_a_message(stack: Stack, in_modules: Table) -> None:
    table = in_modules
    player = Api.guest(stack.address, "Without a layout")
    match = player.practice("negoces2", 3)
    table.sign_in(str(player.token), "Without a layout")
    table.context.route("**/layouts/negoces2.js", lambda route: route.abort())

    page = table.open(f"/m/{match}")

    page.get_by_role("alert").filter(has_text="did not load completely").wait_for()
