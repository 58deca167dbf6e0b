"""A player with only keys can reach every control, and sees the focus, which is never on the page as a whole.

`python -m tests.web.browser.whole keys` plays whole matches.
"""

from __future__ import annotations

import time

import pytest

from tests.games.harness.time_budget import SEED
from tests.stack import Stack
from tests.web.browser.keyboard import Keyboard
from tests.web.browser.pages import Api, Table

pytestmark = pytest.mark.timeout(400)

BOTS = {"monopoly_deal": 1, "great_dalmuti": 3, "dale_of_merchants": 1, "negoces2": 3, "dealmaker": 3}
PRESSES, SECONDS = 30, 240


@pytest.mark.parametrize("game", BOTS)
def test_all_elements_are_reached_by_keys_and_the_focus_is_visible(
    stack: Stack, table: Table, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    player = Api.guest(stack.address, f"Focused {game}")
    match = player.practice(game, BOTS[game])
    table.sign_in(str(player.token), f"Focused {game}")
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#strip")
    keyboard = Keyboard(page, SEED)

    until = time.monotonic() + SECONDS
    while not keyboard.ended and keyboard.pressed < PRESSES and time.monotonic() < until:
        if not keyboard.step():
            page.wait_for_timeout(60)
    with capsys.disabled():
        print(f"\n{game}: {keyboard.fallen} of {keyboard.pressed} presses left the focus on the page")

    assert keyboard.pressed >= PRESSES or keyboard.ended
    assert keyboard.fallen == 0
    assert keyboard.unreached == [] and keyboard.unseen == set()
    assert table.faults == []
