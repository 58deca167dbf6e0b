"""Matches played only by clicking in a real browser: every game at once, one page each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from tests.events.calls import SHORTEST
from tests.games.harness.time_budget import SEED
from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import PHONE, WIDE, Api, Table
from tests.web.browser.robot import Robot, play_on

pytestmark = pytest.mark.timeout(900)

SECONDS = 600
LOOK_AFTER = 4
"""The number of clicks after which a test examines the table; by then, cards lie on it."""
ON_A_PHONE = "great_dalmuti"
SHOWN = """all => all.map((one) => {
    const {left, top, width, height} = one.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return [one.outerHTML, getComputedStyle(one).visibility, left, top, width, height, above?.outerHTML.slice(0, 200)];
})"""
"""Describes elements: the markup, visibility and place of each, and the element that lies over it."""
# Options that limit the acts of long games, because a clock would end them sooner on a slow machine.
GAMES: dict[str, tuple[int, Mapping[str, Any]]] = {
    "great_dalmuti": (3, SHORTEST["great_dalmuti"]),
    "monopoly_deal": (2, {"max_turns": 8}),
    "dale_of_merchants": (2, {"max_turns": 7}),
    "dealmaker": (2, {"max_idle_acts": 20, "idle_end": 60, "grab_cooldown": 0, "proposal_cooldown": 0}),
    "negoces2": (3, {"max_sales": 2, "max_acts": 5, "negotiation_limit": 120}),
}


class Played(NamedTuple):
    """A match that a robot plays, and the violations that axe found on its table."""

    player: Api
    match: str
    table: Table
    robot: Robot
    unreadable: list[str]


def begun(stack: Stack, browser: Chromium, game: str) -> Played:
    """Opens the table of a new match."""
    name = f"Click {game.replace('_', ' ').replace('2', '')}"
    player = Api.guest(stack.address, name)
    bots, options = GAMES[game]
    match = player.practice(game, bots, options)
    on_phone = game == ON_A_PHONE
    table = Table(browser, stack.address, **({"viewport": PHONE, "has_touch": True} if on_phone else {}))
    table.sign_in(str(player.token), name)
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#strip, .ending")
    return Played(player, match, table, Robot(page, SEED, touch=on_phone), [])


@pytest.fixture(scope="module")
def played(stack: Stack, browser: Chromium) -> Iterator[dict[str, Played]]:
    """Yields every game, played to its end: one on a phone, and each table checked in both sizes and themes."""
    matches = {game: begun(stack, browser, game) for game in GAMES}
    unseen = {one.robot: one for one in matches.values()}

    def look(robot: Robot) -> None:
        if robot.clicks >= LOOK_AFTER and (one := unseen.pop(robot, None)):
            one.unreadable.extend(one.table.unreadable(WIDE, PHONE))

    play_on([one.robot for one in matches.values()], SECONDS, look)
    yield matches
    for one in matches.values():
        one.table.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_clicking(
    played: dict[str, Played], game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    player, match, table, robot, _ = played[game]

    asked = "" if robot.ended else table.page.locator("#strip").inner_text()
    targets = [] if robot.ended else table.page.locator(".board .target, .chips").evaluate_all(SHOWN)
    assert robot.ended, f"played {robot.verbs} with {robot.clicks} clicks; asked: {asked}; {targets=}, {robot.covered=}"

    assert player.call("GET", f"matches/{match}")["status"] == "finished"
    assert table.page.locator(".standings li").count() >= 1
    assert table.faults == [] and table.lost == []
    with capsys.disabled():
        print(f"\n{game}: {robot.clicks} clicks, {sum(robot.verbs.values())} moves begun, {len(table.refused)} refused")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_readable_in_both_sizes_and_themes(played: dict[str, Played], game: str) -> None:
    assert played[game].robot.clicks >= LOOK_AFTER
    found = [*played[game].unreadable, *played[game].table.unreadable()]

    assert not found, "\n".join(found)


def test_a_planted_fault_of_legibility_is_found(played: dict[str, Played]) -> None:
    table = played[ON_A_PHONE].table
    table.page.evaluate("""() => {
        const wide = document.createElement("button");
        wide.append(document.createElement("i"));
        wide.style.cssText = "position: absolute; left: 350px; top: 0; width: 90px; height: 30px";
        const faint = document.createElement("p");
        faint.className = "faint";
        faint.textContent = "Faint in the dark";
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`.faint { position: fixed; top: 0; left: 0; z-index: 99; color: black; background: white }
          @media (prefers-color-scheme: dark) { .faint { color: silver } }`);
        document.adoptedStyleSheets.push(sheet);
        document.body.append(wide, faint);
    }""")

    found = table.unreadable()

    assert any("light: button-name" in fault for fault in found)
    assert any("dark: color-contrast" in fault for fault in found)
    assert not any("light: color-contrast" in fault for fault in found)
    assert any("too wide" in fault for fault in found)


def test_a_refused_question_about_a_discarded_card_is_tolerated_and_another_bad_request_is_found(
    stack: Stack, browser: Chromium
) -> None:
    player = Api.guest(stack.address, "Card asker")
    table = Table(browser, stack.address)
    table.sign_in(str(player.token), "Card asker")
    table.open(f"/m/{player.practice('monopoly_deal', 1, {})}").wait_for_selector("#strip")
    ask = """async (question) => {
        const {token} = JSON.parse(localStorage.getItem("comptoir.session"));
        const headers = {authorization: `Bearer ${token}`, "content-type": "application/json"};
        const address = `/api/v1/matches/${location.pathname.split("/")[2]}/legal-moves`;
        return (await fetch(address, {method: "POST", headers, body: JSON.stringify(question)})).status;
    }"""

    assert table.page.evaluate(ask, {"card": 9999}) == 400
    table.page.wait_for_timeout(300)
    assert (table.faults, len(table.refused)) == ([], 1)

    assert table.page.evaluate(ask, {"args": {}}) == 400
    table.page.wait_for_timeout(300)
    assert len(table.faults) == 1
    table.close()


def test_one_click_on_the_first_page_leads_to_a_playable_card(table: Table) -> None:
    page = table.open("/")
    page.wait_for_selector(".gamepick")

    assert page.locator(".gamepick").count() == 5
    page.get_by_role("button", name="Deal me in").click()
    page.wait_for_selector("#strip")
    page.wait_for_selector(".card.lit, #strip .verbs button")

    assert table.faults == []
    assert not any(table.token() in address for address in table.requests)
    assert all(address.startswith((table.address, "blob:", "data:")) for address in table.requests)


def test_two_browsers_sit_at_one_table_and_agree(stack: Stack, browser: Chromium, table: Table) -> None:
    host = Api.guest(stack.address, "Hosting two")
    match = host.match("monopoly_deal", 1, {"max_turns": 4}, seat="open")
    table.sign_in(str(host.token), "Hosting two")
    other = Table(browser, stack.address)
    try:
        first, second = table.open(f"/m/{match}"), other.open(f"/m/{match}")
        second.get_by_role("button", name="Sit down").click()
        for page in (first, second):
            page.wait_for_selector("#strip")
        robots = (Robot(first, SEED), Robot(second, SEED + 1))
        play_on(robots, SECONDS)

        assert all(robot.ended for robot in robots), [(robot.verbs, robot.page.inner_text("body")) for robot in robots]
        places = [page.locator(".ending .standings").inner_text() for page in (first, second)]
        assert len(places[0].splitlines()) == len(places[1].splitlines()) and "Hosting two" in places[1]
        assert table.faults == [] and other.faults == []
    finally:
        other.close()
