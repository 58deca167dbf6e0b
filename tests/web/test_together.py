"""Playing with others in a real browser: links, rematches, substitutes, ratings, and the consequences of a move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Route

from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "monopoly_deal"
PATIENCE = 180


@pytest.fixture
def sit(stack: Stack, browser: Chromium) -> Iterator[Callable[..., Table]]:
    """Returns a function that opens a separate browser, for a player or for a visitor without a name."""
    tables: list[Table] = []

    def open_for(player: Api | None = None, name: str = "") -> Table:
        tables.append(Table(browser, stack.address))
        if player is not None:
            tables[-1].sign_in(str(player.token), name)
        return tables[-1]

    yield open_for
    for table in tables:
        table.close()


def pair(stack: Stack, label: str, **settings: Any) -> tuple[Api, Api, str]:
    """Returns two players at a running table, and its match."""
    one, other = (Api.guest(stack.address, f"{label} {side}") for side in ("left", "right"))
    match = one.match(GAME, 1, seat="open", **settings)
    other.call("POST", f"matches/{match}/seats", {})
    return one, other, match


def test_a_link_seats_a_guest_at_a_private_table(stack: Stack, sit: Callable[..., Table]) -> None:
    host = Api.guest(stack.address, "Linking")
    match = host.match(GAME, 1, seat="open", visibility="private")
    table, guest = sit(host, "Linking"), sit()
    page = table.open(f"/m/{match}")
    page.locator("[data-invite]").click()
    link = page.locator(".room input").input_value()

    joining = guest.open(link.removeprefix(stack.address))
    joining.get_by_label("Your name").fill("Linked guest")
    assert guest.unreadable(WIDE, PHONE) == []
    joining.get_by_role("button", name="Sit down").click()

    for one in (page, joining):
        one.wait_for_selector("#strip")
    assert guest.match_id() == match
    assert not any(link.partition("#")[2] in address for address in guest.requests if "/api/" not in address)
    assert table.faults == [] and guest.faults == []


def test_players_agree_to_a_rematch_and_see_their_ratings(stack: Stack, sit: Callable[..., Table]) -> None:
    one, other, match = pair(stack, "Again", rated=True)
    table = sit(one, "Again left")
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#strip")
    other.call("POST", f"matches/{match}/resign", {})
    page.wait_for_selector(".ending")
    page.get_by_role("button", name="Rematch").click()
    page.get_by_text("Waiting for Again right").wait_for()

    rematch = other.call("POST", f"matches/{match}/agreements/rematch", {})["rematch"]

    page.wait_for_url(f"**/m/{rematch}")
    page.wait_for_selector("#strip")
    until = time.monotonic() + PATIENCE
    while not one.call("GET", f"ratings/{GAME}")["items"] and time.monotonic() < until:
        page.wait_for_timeout(250)
    name = table.open(f"/ratings/{GAME}").get_by_role("cell").get_by_role("link", name="Again right")
    name.wait_for()
    assert table.faults == []


def test_a_rematch_is_requested_before_the_page_has_read_the_finished_match_again(
    stack: Stack, sit: Callable[..., Table]
) -> None:
    # Given a page that has seen the end, and has not read the head of the match again
    one, other, match = pair(stack, "Soon")
    table = sit(one, "Soon left")
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#strip")
    held: list[Route] = []
    page.route(f"**/api/v1/matches/{match}", lambda route: held.append(route))
    other.call("POST", f"matches/{match}/resign", {})
    page.wait_for_selector(".ending")

    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.get_by_role("button", name="Rematch").click()

    assert asked.value.url.endswith(f"/matches/{match}/agreements/rematch")
    page.get_by_text("Waiting for Soon right").wait_for()
    for route in held:
        route.continue_()


def test_the_page_of_a_player_shows_their_reliability_and_the_results_of_their_matches(
    stack: Stack, sit: Callable[..., Table]
) -> None:
    one, other, match = pair(stack, "Known", rated=True)
    other.call("POST", f"matches/{match}/resign", {})
    until = time.monotonic() + PATIENCE
    while not one.call("GET", "players/Known%20right")["reliability"]["matches"] and time.monotonic() < until:
        time.sleep(0.25)
    table = sit(one, "Known left")

    page = table.open("/p/Known%20right")

    page.locator("[data-reliability]", has_text="1 resigned").wait_for()
    results = page.locator(f"[data-results={GAME}]")
    results.get_by_text("Won 0 of 1 match").wait_for()
    assert table.unreadable(WIDE, PHONE) == []
    assert page.get_by_role("button", name="Judge my deals").count() == 0, "these are another's"
    results.get_by_role("link", name="Known left").click()
    page.wait_for_url("**/p/Known%20left")
    page.get_by_text("Won 1 of 1 match").wait_for()
    page.get_by_role("button", name="Judge my deals").click()
    page.locator("[data-luck]").get_by_text("1 deal is still being played again.").wait_for()
    assert table.unreadable(WIDE, PHONE) == []
    assert table.faults == []
    page.goto(f"{stack.address}/p/Nobody%20at%20all")
    page.get_by_text("There is no player of that name.").wait_for()


def test_a_spectator_replaces_a_player_who_left(stack: Stack, sit: Callable[..., Table]) -> None:
    one, other, match = pair(stack, "Leaving", substitutes=True)
    table, watcher = sit(other, "Leaving right"), sit(Api.guest(stack.address, "Watcher"), "Watcher")
    page = table.open(f"/m/{match}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave; a bot plays on").click()
    page.get_by_role("button", name="Leave this table").click()
    page.wait_for_url("**/play")

    watching = watcher.open(f"/m/{match}")
    watching.locator("[data-take='1']").click()

    watching.wait_for_selector(".hand [data-card]")
    assert one.call("GET", f"matches/{match}")["seats"][1]["player"]["name"] == "Watcher"
    assert table.faults == [] and watcher.faults == []
