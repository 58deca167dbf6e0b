"""Clubs in the browser: founding one, joining by a link, and a table with the club's defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

HOUSE = {"options": {"end": {"hands": 3}}, "clock": {"per_move": 3600}}


def club_of(owner: Api, **wish: Any) -> str:
    """Returns the id of a new club."""
    return str(owner.call("POST", "clubs", {"name": "Browser Club", "visibility": "private", **wish})["id"])


def open_page(table: Table, player: Api, name: str, path: str) -> Page:
    table.sign_in(str(player.token), name)
    page = table.open(path)
    page.wait_for_selector("main h1")
    return page


def test_a_club_is_founded_and_its_link_admits_a_guest(stack: Stack, table: Table, guest: Callable[[], Table]) -> None:
    page = open_page(table, Api.guest(stack.address, "Founder Club"), "Founder Club", "/clubs")
    page.fill("[data-part=found] input[name=name]", "Tuesday Club")
    page.click("[data-part=found] button.act")
    expect(page.locator("h1")).to_have_text("Tuesday Club")
    page.click("[data-part=links] form button")
    link = page.locator("[data-link]").input_value()

    theirs = guest()
    invited = theirs.open(link)
    invited.click("[data-invited] button.act")

    expect(invited.locator("h1")).to_have_text("Tuesday Club")
    expect(invited.locator("[data-part=links]")).to_have_count(0)
    assert table.unreadable(WIDE, PHONE) == theirs.unreadable(WIDE, PHONE) == []
    assert table.faults == theirs.faults == []


def test_the_form_of_a_new_table_shows_the_default_options_of_its_club(stack: Stack, table: Table) -> None:
    owner = Api.guest(stack.address, "House Club")
    club = club_of(owner)
    owner.call("PUT", f"clubs/{club}/defaults/great_dalmuti", HOUSE)

    page = open_page(table, owner, "House Club", f"/new/great_dalmuti?club={club}")
    expect(page.locator("[data-of-club]")).to_contain_text("Browser Club")
    expect(page.locator(".clockform [aria-checked=true]")).to_contain_text("1 h")
    page.click("form button.act")
    page.wait_for_url("**/m/*")

    match = owner.call("GET", f"matches/{table.match_id()}")
    assert (match["club"], match["visibility"], match["options"]["end"]) == (club, "private", {"hands": 3})
    assert match["clock"]["per_move"] == 3600


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_private_club_is_not_found_by_other_users(stack: Stack, table: Table, language: str) -> None:
    club = club_of(Api.guest(stack.address, f"Hidden {language}"))
    table.prefer(language=language)

    page = table.open(f"/c/{club}")

    expect(page.locator("h1")).to_have_text("No such club" if language == "en" else "Pas de tel club")
    assert [fault for fault in table.faults if "404" not in fault] == []
