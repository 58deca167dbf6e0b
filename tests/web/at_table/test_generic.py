"""A game without a layout of its own, such as one that `startgame` has just written, is played with a mouse."""

from __future__ import annotations

from itertools import count

import pytest

from tests.games.harness.time_budget import SEED
from tests.web.browser.pages import Api, Table
from tests.web.browser.robot import IDLE_MS, Robot

NUMBERS = count(1)
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 640}
BOTS = {"monopoly_deal": 2, "dale_of_merchants": 2}
NO_LAYOUT = 'export default { name: "generic" };'
STRIP = "() => document.querySelector('#strip')?.getBoundingClientRect().height"
OVERLAPPING = """() => {
  const all = [...document.querySelectorAll(".zones .zone, .hand, .seatname, .seatzones")];
  const boxes = all.map((one) => one.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => meet(a, b)).map((b) => [a.toJSON(), b.toJSON()]));
}"""
"""Returns the pairs of zones of the table, the hand, and names and zones of seats that lie over each other."""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
MOVES, CLICKS = 5, 400


def moves_of(player: Api, match: str) -> int:
    """Returns the number of moves of the player."""
    events = player.call("GET", f"matches/{match}/events?limit=200")["items"]
    return sum(event["seat"] == 0 and event["move"] is not None for event in events)


@pytest.mark.parametrize("game", BOTS)
def test_a_game_without_a_layout_is_playable(in_modules: Table, game: str) -> None:
    player = Api.guest(in_modules.address, f"Generic {next(NUMBERS)}")
    match = player.practice(game, BOTS[game])
    in_modules.context.route(
        f"**/layouts/{game}.js", lambda route: route.fulfill(content_type="text/javascript", body=NO_LAYOUT)
    )
    in_modules.sign_in(str(player.token), "Generic")
    page = in_modules.open(f"/m/{match}")
    page.locator(".board.generic").wait_for()
    assert page.evaluate(OVERLAPPING) == []
    robot = Robot(page, SEED)

    for size, moves in ((DESK, MOVES), (PHONE, 2 * MOVES)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate(NEXT_FRAME)
        heights = set()
        while moves_of(player, match) < moves and robot.clicks < CLICKS:
            if not robot.step():
                page.wait_for_timeout(IDLE_MS)
            heights.add(page.evaluate(STRIP))

        assert moves_of(player, match) >= moves
        assert len(heights) == 1, (size, heights)
    assert in_modules.faults == []
