"""Matches played only by clicking in a real browser."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.games.time_budget import SEED
from tests.stack import Stack
from tests.web.pages import Api, Table
from tests.web.robot import Robot

SECONDS = 110
# Options that shorten long games; the rules stay the same.
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "great_dalmuti": (4, {"end": {"hands": 1}}),
    "monopoly_deal": (2, {"max_turns": 24}),
    "dale_of_merchants": (2, {"max_turns": 9}),
    "dealmaker": (2, {"max_idle_acts": 20, "vote_time": 5, "idle_end": 10, "grab_cooldown": 0, "proposal_cooldown": 0}),
    "negoces2": (3, {"max_sales": 5, "max_acts": 6, "negotiation_limit": 20}),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_clicking(
    stack: Stack, table: Table, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
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
    assert table.faults == [] and table.lost == []
    with capsys.disabled():
        print(f"\n{game}: {robot.clicks} clicks, {sum(robot.verbs.values())} moves begun, {len(table.refused)} refused")


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
    host = Api.guest(stack.address, "Hosting two")
    match = host.match("monopoly_deal", 1, {"max_turns": 6}, seat="open")
    table.sign_in(str(host.token), "Hosting two")
    other = Table(browser, stack.address)
    try:
        first, second = table.open(f"/m/{match}"), other.open(f"/m/{match}")
        second.wait_for_timeout(2000)  # somebody without a name already follows the match when they sit down
        second.get_by_role("button", name="Sit down").click()
        for page in (first, second):
            page.wait_for_selector("#question", timeout=20_000)
        robots = (Robot(first, SEED), Robot(second, SEED + 1))
        until = time.monotonic() + SECONDS
        while time.monotonic() < until and not all(robot.ended for robot in robots):
            for robot in robots:
                if not robot.ended:
                    robot.step()

        assert all(robot.ended for robot in robots), [(robot.verbs, robot.page.inner_text("body")) for robot in robots]
        places = [page.locator(".ending .standings").inner_text() for page in (first, second)]
        assert places[0] == places[1] and "Hosting two" in places[0]
        assert table.faults == [] and other.faults == []
    finally:
        other.close()
