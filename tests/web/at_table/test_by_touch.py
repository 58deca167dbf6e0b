"""Every game by touch on a phone of 360 px; `python -m tests.web.browser.whole touch` plays whole matches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.harness.time_budget import SEED
from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import PHONE, Api, Table
from tests.web.browser.robot import Robot, play_on
from tests.web.test_play import GAMES, ON_A_PHONE

pytestmark = pytest.mark.timeout(400)

SECONDS, TAPS = 240, 30
WINDOW: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def test_every_game_is_played_by_touch(stack: Stack, browser: Chromium) -> None:
    """The games except the one that `test_play` plays to its end on a phone."""
    tables: dict[str, tuple[Table, Robot]] = {}
    for game in GAMES.keys() - {ON_A_PHONE}:
        bots, options = GAMES[game]
        player = Api.guest(stack.address, f"By touch {game.replace('_', ' ').replace('2', '')}")
        table = Table(browser, stack.address, **WINDOW)
        table.sign_in(str(player.token), "Alone")
        table.open(f"/m/{player.practice(game, bots, options)}").wait_for_selector("#strip, .ending")
        tables[game] = (table, Robot(table.page, SEED, touch=True))

    play_on([robot for _, robot in tables.values()], SECONDS, most=TAPS)

    found = {game: table.faults for game, (table, _) in tables.items()}
    done = [robot.ended or robot.clicks >= TAPS for _, robot in tables.values()]
    for table, _ in tables.values():
        table.close()
    assert found == {game: [] for game in tables}
    assert all(done)
