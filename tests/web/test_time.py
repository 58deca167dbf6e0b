"""Clocks in a real browser: choosing one, the time of each seat, pauses by consent, vacations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "monopoly_deal"
DAY = 86_400
RUNS = re.compile(r"\brunning\b")
BANK = {"bank": 3 * DAY, "increment": 3600, "vacation_days": 5}


class Pair:
    """Two players at one running table; `table` is the browser of the first."""

    def __init__(
        self, stack: Stack, browser: Chromium, label: str, clock: dict[str, Any], language: str = "en"
    ) -> None:
        self.name = f"{label} left"
        self.one, self.other = (Api.guest(stack.address, f"{label} {side}") for side in ("left", "right"))
        self.match = self.one.match(GAME, 1, seat="open", clock=clock)
        self.other.call("POST", f"matches/{self.match}/seats", {})
        self.table = Table(browser, stack.address)
        self.table.prefer(language=language)
        self.table.sign_in(str(self.one.token), self.name)

    def open(self) -> Page:
        page = self.table.open(f"/m/{self.match}")
        page.wait_for_selector("#strip")
        return page

    def head(self) -> dict[str, Any]:
        head: dict[str, Any] = self.one.call("GET", f"matches/{self.match}")
        return head


@pytest.fixture
def seat(stack: Stack, browser: Chromium) -> Iterator[Callable[..., Pair]]:
    """Returns a function that seats two players."""
    pairs: list[Pair] = []

    def make(label: str, clock: dict[str, Any] | None = None, **settings: Any) -> Pair:
        pairs.append(Pair(stack, browser, label, clock or {"per_move": DAY}, **settings))
        return pairs[-1]

    yield make
    for pair in pairs:
        pair.table.close()


def test_a_table_with_a_bank_is_opened_by_clicking(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Clockmaker")
    table.sign_in(str(player.token), "Clockmaker")
    page = table.open(f"/new/{GAME}")
    page.get_by_role("radio", name="Bank of time").click()
    page.get_by_label("In the bank at first").fill("2")
    page.get_by_label("Added with each prompt").fill("6")
    page.get_by_role("checkbox", name="Time counts only in the hours").check()
    page.get_by_role("button", name="more: Days of vacation").click()
    page.get_by_role("checkbox", name="Substitutes").check()
    page.get_by_role("button", name="Add a step").click()
    page.locator(".ladderstep select").last.select_option("substitute")
    page.evaluate("() => scrollTo(0, 0)")
    assert table.unreadable(WIDE, PHONE) == []

    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".room")

    assert player.call("GET", f"matches/{table.match_id()}")["clock"] == {
        "per_move": None,
        "bank": 2 * DAY,
        "increment": 6 * 3600,
        "play_window": True,
        "vacation_days": 1,
        "ladder": ["default_move", "substitute"],
    }
    assert table.faults == []


def test_a_custom_limit_can_be_chosen_for_each_move(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Own limit")
    table.sign_in(str(player.token), "Own limit")
    page = table.open(f"/new/{GAME}")
    page.get_by_role("radio", name="Another limit").click()
    page.get_by_label("Time for each move").fill("90")
    page.get_by_label("Unit").select_option("minutes")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".room")

    clock = player.call("GET", f"matches/{table.match_id()}")["clock"]
    assert (clock["per_move"], clock["ladder"]) == (5400, ["default_move"])


def test_the_panel_of_each_seat_shows_its_time(seat: Callable[..., Pair]) -> None:
    pair = seat("Banked", BANK)
    page = pair.open()
    acting = pair.head()["to_act"][0]

    other = page.locator("[data-time='1']")
    other.wait_for()

    if acting == 1:
        expect(other).to_have_class(RUNS)
    else:
        expect(other).not_to_have_class(RUNS)
    expect(other).to_contain_text("3 days")
    assert pair.table.unreadable(WIDE, PHONE) == []
    assert pair.table.faults == []


def test_a_pause_is_proposed_accepted_and_ended(seat: Callable[..., Pair]) -> None:
    pair = seat("Pausing")
    page = pair.open()
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-ask=pause]").click()
    page.get_by_text("You propose a pause. Waiting for Pausing right.").wait_for()
    page.get_by_role("button", name="Withdraw").click()
    page.wait_for_selector("[data-proposal=pause]", state="detached")
    assert pair.head()["agreements"]["pause"] == []

    pair.other.call("POST", f"matches/{pair.match}/agreements/pause", {})
    page.get_by_text("Pausing right proposes a pause.").wait_for()
    page.get_by_role("button", name="Agree").click()
    page.wait_for_selector("[data-paused]")
    assert pair.head()["paused_until"] is not None
    assert page.locator("#strip button").count() == 0
    assert pair.table.unreadable(WIDE, PHONE) == []

    page.get_by_role("button", name="Resume").click()
    page.wait_for_selector("[data-paused]", state="detached")
    assert pair.head()["paused_until"] is None
    assert pair.table.faults == []


def test_a_proposal_can_be_refused_and_lapses_with_the_next_move(seat: Callable[..., Pair]) -> None:
    pair = seat("Refusing", language="fr")
    page = pair.open()
    pair.other.call("POST", f"matches/{pair.match}/agreements/pause", {})
    page.get_by_text("Refusing right propose une pause.").wait_for()
    page.get_by_role("button", name="Refuser").click()
    page.get_by_text("Vous avez refusé.").wait_for()
    assert pair.head()["agreements"]["pause"] == [1]

    play(pair)

    page.wait_for_selector("[data-proposal]", state="detached")
    assert pair.table.faults == []


def play(pair: Pair) -> None:
    """Plays one legal move for the seat that must act."""
    player = (pair.one, pair.other)[pair.head()["to_act"][0]]
    legal = player.call("GET", f"matches/{pair.match}/legal-moves?limit=1")
    player.call("POST", f"matches/{pair.match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})


def test_vacation_is_taken_and_ended_in_the_account(seat: Callable[..., Pair]) -> None:
    pair = seat("Holiday", BANK)
    page = pair.table.open("/account#notifications")
    line = page.locator(f"[data-vacation='{pair.match}']")
    line.get_by_text("5 days left").wait_for()
    line.get_by_role("button", name="more: Days of vacation").click()
    line.get_by_role("button", name="Start now").click()
    line.get_by_text("On vacation until").wait_for()
    assert pair.head()["clocks"][0]["vacation_until"] is not None

    at_the_table = pair.open()
    at_the_table.get_by_text("You are on vacation until").wait_for()
    at_the_table.get_by_role("button", name="End the vacation").click()
    at_the_table.get_by_text("You are on vacation until").wait_for(state="detached")
    assert pair.table.faults == []
