"""A whole match in a real browser by keys alone: everything is reached, and the focus is always to be seen."""

from __future__ import annotations

import time

import pytest

from tests.games.harness.time_budget import SEED
from tests.stack import Stack
from tests.web.browser.keyboard import Keyboard
from tests.web.browser.pages import Api, Table

pytestmark = pytest.mark.timeout(900)

SECONDS = 720


def test_a_whole_match_is_played_with_keys_alone(
    stack: Stack, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    player = Api.guest(stack.address, "Keys alone")
    match = player.practice("monopoly_deal", 1, {"max_turns": 6})
    table.sign_in(str(player.token), "Keys alone")
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#question .verbs button")
    keyboard = Keyboard(page, SEED)
    page.locator("#question .verbs [data-verb=bank]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#question .sentence .verb")
    page.keyboard.press("Escape")
    page.wait_for_selector("#question .sentence .verb", state="detached")

    until = time.monotonic() + SECONDS
    while not keyboard.ended and time.monotonic() < until:
        if not keyboard.step():
            page.wait_for_timeout(60)
    with capsys.disabled():
        print(f"\na match by keys alone: {keyboard.pressed} presses, {keyboard.stops} stops of the focus")

    assert keyboard.ended
    assert player.call("GET", f"matches/{match}")["status"] == "finished"
    assert keyboard.unreached == []
    assert keyboard.unseen == set()
    assert table.faults == []
