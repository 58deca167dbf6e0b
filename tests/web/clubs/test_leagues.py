"""Leagues in a real browser: founding, joining and starting one by clicking, and the seasons of a played league."""

from __future__ import annotations

import time

import pytest

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

PATIENCE = 240
NAMES = ("Abel Ladder", "Bea Ladder", "Carl Ladder", "Dora Ladder")
WISH = {"title": "Ladder", "game": "monopoly_deal", "seats": 2, "format": "round_robin", "sizes": [2, 2], "moving": 1}


@pytest.fixture(scope="module")
def played(stack: Stack) -> tuple[list[Api], str]:
    """Returns a league with a finished season in which the first players of each division have lost."""
    people = [Api.guest(stack.address, name) for name in NAMES]
    league = str(people[0].call("POST", "leagues", WISH)["id"])
    for player in people:
        player.call("POST", f"leagues/{league}/members", {})
    people[0].call("POST", f"leagues/{league}/start", {})
    resigned, until = set[str](), time.monotonic() + PATIENCE
    while people[0].call("GET", f"leagues/{league}")["season"] == 1:
        assert time.monotonic() < until, "expected the season to end"
        for division in people[0].call("GET", f"leagues/{league}/seasons/1")["divisions"]:
            names = {line["entry"]: line["player"] for line in division["lines"]}
            for drawn in people[0].call("GET", f"tournaments/{division['tournament']}/rounds")["items"]:
                for match in (match for table in drawn["tables"] for match in table["matches"]):
                    if match["status"] == "running" and match["match"] not in resigned:
                        loser = min(names[entry] for entry in match["entries"])
                        people[NAMES.index(loser)].call("POST", f"matches/{match['match']}/resign", {})
                        resigned.add(match["match"])
        time.sleep(0.5)
    return people, league


def test_a_league_is_founded_joined_and_begun_by_clicking(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Founding")
    table.sign_in(str(player.token), "Founding")
    page = table.open("/tournaments")
    page.get_by_role("link", name="Leagues").click()
    page.get_by_role("link", name="Found a league").click()
    page.locator("[name=title]").fill("Winter <b>league</b>")
    page.locator("#game").select_option("monopoly_deal")
    assert table.unreadable(WIDE, PHONE) == []
    page.get_by_role("button", name="Found the league").click()
    page.get_by_role("heading", name="Winter <b>league</b>").wait_for()
    page.locator("[data-join]").click()
    page.locator("[data-leave]").wait_for()
    page.locator("[data-begin]").click()
    page.locator("[data-begin]").click()
    page.get_by_role("alert").wait_for()  # a division needs two members
    league = page.url.rpartition("/")[2]
    Api.guest(stack.address, "Joining").call("POST", f"leagues/{league}/members", {})
    page.locator("[data-begin]").click()
    page.locator("[data-begin]").click()
    page.locator("[data-division='1']").wait_for()
    assert table.unreadable(WIDE, PHONE) == []
    assert table.faults[:-1] == [] and "409" in table.faults[-1]


def test_a_finished_season_shows_promoted_and_relegated_players(played: tuple[list[Api], str], table: Table) -> None:
    _, league = played
    page = table.open(f"/leagues/{league}")
    page.locator("[data-open-season='1']").click()

    said = page.locator("[data-outcome]")
    said.first.wait_for()

    assert said.evaluate_all("all => all.map(one => one.dataset.outcome)") == [
        "stays",
        "relegated",
        "promoted",
        "stays",
    ]
    assert table.unreadable(WIDE, PHONE) == []
    assert table.faults == []
