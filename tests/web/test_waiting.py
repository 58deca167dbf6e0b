"""Waiting lists and viewers of a table, in two real browsers."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "monopoly_deal"


def test_a_player_waits_for_a_seat_of_a_full_table_and_takes_the_one_that_becomes_free(
    stack: Stack, guest: Callable[[], Table]
) -> None:
    host, sitting, late = (Api.guest(stack.address, name) for name in ("Hosting", "Sitting", "Arriving late"))
    match = host.match(GAME, 1, seat="open", start="manual")
    sitting.call("POST", f"matches/{match}/seats", {})
    mine, theirs = guest(), guest()
    mine.sign_in(str(late.token), "Arriving late")
    theirs.sign_in(str(sitting.token), "Sitting")
    page, other = mine.open(f"/m/{match}"), theirs.open(f"/m/{match}")

    page.locator("[data-wait-join]").click()
    page.get_by_text("You are number 1 on the waiting list.").wait_for()
    other.get_by_text("Waiting for a seat: Arriving late.").wait_for()
    assert mine.unreadable(WIDE, PHONE) == []
    other.get_by_role("button", name="Leave the table").click()
    page.get_by_text("A seat at this table is reserved for you").wait_for()
    page.get_by_role("button", name="Sit down").click()

    expect(page.get_by_role("button", name="Leave the table")).to_have_count(1)
    seats = host.call("GET", f"matches/{match}")["seats"]
    assert [seat["player"]["name"] for seat in seats] == ["Hosting", "Arriving late"]
    assert mine.faults == [] and theirs.faults == []


def test_a_waiting_player_can_leave_the_list_and_decline_a_seat(stack: Stack, table: Table) -> None:
    host, late = Api.guest(stack.address, "Hosting again"), Api.guest(stack.address, "Wavering")
    match = host.match(GAME, 1, seat="bot", start="manual")
    table.sign_in(str(late.token), "Wavering")
    page = table.open(f"/m/{match}")

    page.locator("[data-wait-join]").click()
    page.locator("[data-wait-leave]").click()
    page.locator("[data-wait-join]").wait_for()
    assert host.call("GET", f"matches/{match}/waiting-list")["items"] == []

    page.locator("[data-wait-join]").click()
    page.locator("[data-wait-leave]").wait_for()
    host.call("DELETE", f"matches/{match}/seats/0")
    page.get_by_role("button", name="Decline").click()

    page.get_by_text("A seat at this table is reserved for you").wait_for(state="detached")
    assert [seat["invited"] for seat in host.call("GET", f"matches/{match}")["seats"]] == [None, None]


def test_two_players_see_each_other_at_the_table_until_one_leaves(stack: Stack, guest: Callable[[], Table]) -> None:
    one, other = Api.guest(stack.address, "Seen here"), Api.guest(stack.address, "Seen there")
    match = one.match(GAME, 1, seat="open")
    other.call("POST", f"matches/{match}/seats", {})
    for player in (one, other):
        player.call("PATCH", "me", {"shows_presence": True})
    mine, theirs = guest(), guest()
    mine.sign_in(str(one.token), "Seen here")
    theirs.sign_in(str(other.token), "Seen there")
    theirs.open(f"/m/{match}").wait_for_selector("#strip")
    page = mine.open(f"/m/{match}")
    page.get_by_role("tab", name="Talk").click()

    page.get_by_text("Looking now: Seen here and Seen there.").wait_for()
    theirs.open("/rules")

    page.get_by_text("Looking now: Seen here.").wait_for()
    assert mine.faults == [] and theirs.faults == []
