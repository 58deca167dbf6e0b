"""Matches played by clicking in a real browser, and nothing else."""

from __future__ import annotations

import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.games.time_budget import SEED
from tests.stack import Stack
from tests.web.pages import Api, Table
from tests.web.robot import Robot

SECONDS = 110
# Shortened where the usual options make a long evening of it; the rules in between are the same.
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "great_dalmuti": (4, {"end": {"hands": 1}}),
    "monopoly_deal": (2, {"max_turns": 24}),
    "dale_of_merchants": (2, {"max_turns": 9}),
    "dealmaker": (2, {"max_idle_acts": 20, "vote_time": 5, "idle_end": 10, "grab_cooldown": 0, "proposal_cooldown": 0}),
    "negoces2": (3, {"max_sales": 5, "max_acts": 6, "negotiation_limit": 20}),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_clicking(stack: Stack, table: Table, game: str) -> None:
    player = Api.guest(stack.address, f"Click {game.replace('_', ' ').replace('2', '')}")
    bots, options = GAMES[game]
    match = player.match(game, bots, options)
    table.sign_in(str(player.token), "Click")
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#question, .ending")
    robot = Robot(page, SEED)

    assert robot.play(SECONDS), f"expected an end, played {robot.verbs} with {robot.clicks} clicks"

    assert player.call("GET", f"matches/{match}")["status"] == "finished"
    assert page.locator(".standings li").count() >= 1
    assert table.faults == []


def test_the_first_minute_leads_to_a_lit_card_in_one_click(table: Table) -> None:
    page = table.open("/")
    page.wait_for_selector(".gamepick")

    assert page.locator(".gamepick").count() == 5
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("#question", timeout=10_000)
    page.wait_for_selector(".card.lit, #question button.act", timeout=10_000)

    assert table.faults == []
    assert not any(table.token() in address for address in table.requests)
    assert all(address.startswith((table.address, "blob:", "data:")) for address in table.requests)


def test_two_browsers_sit_at_one_table_and_agree(stack: Stack, browser: Browser, table: Table) -> None:
    host = Api.guest(stack.address, "Host of two")
    match = host.match("monopoly_deal", 1, {"max_turns": 6}, seat="open")
    table.sign_in(str(host.token), "Host of two")
    other = Table(browser, stack.address)
    try:
        first, second = table.open(f"/m/{match}"), other.open(f"/m/{match}")
        second.get_by_role("button", name="Sit down").click()
        for page in (first, second):
            page.wait_for_selector("#question", timeout=20_000)
        robots = (Robot(first, SEED), Robot(second, SEED + 1))
        for _ in range(400):
            if all(page.locator(".ending").count() for page in (first, second)):
                break
            for robot in robots:
                if not robot.page.locator(".ending").count():
                    robot.step()

        places = [page.locator(".ending .standings").inner_text() for page in (first, second)]
        assert places[0] == places[1] and "Host of two" in places[0]
        assert table.faults == [] and other.faults == []
    finally:
        other.close()


def test_a_match_goes_on_after_the_server_was_killed(browser: Browser) -> None:
    stack = Stack()
    table = None
    try:
        stack.start()
        player = Api.guest(stack.address, "Patient")
        match = player.match("great_dalmuti", 3, {"end": {"hands": 1}})
        table = Table(browser, stack.address)
        table.sign_in(str(player.token), "Patient")
        page = table.open(f"/m/{match}")
        page.wait_for_selector("#question")
        robot = Robot(page, SEED)
        for _ in range(6):
            robot.step()
        assert stack.process is not None
        stack.process.kill()
        stack.process.wait(30)
        page.wait_for_selector(".live.waiting", timeout=40_000)
        stack.start()
        page.wait_for_selector(".live.live", timeout=60_000)

        assert robot.play(SECONDS)
        with urllib.request.urlopen(f"{stack.address}/api/v1/matches/{match}") as answer:
            assert b'"finished"' in answer.read()
    finally:
        if table is not None:
            table.close()
        stack.stop()
