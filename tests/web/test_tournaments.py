"""Tournaments in a real browser: organised, entered and started by clicking; the table and log of a finished one."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "monopoly_deal"
OTHER_GAME = "dealmaker"
SHORT = {"max_turns": 4}
PATIENCE = 300
BOTS = 4


@pytest.fixture(scope="module")
def over(stack: Stack) -> tuple[Api, str]:
    """Returns a finished tournament of bots with a shared deal."""
    organiser = Api.guest(stack.address, "Arbiter")
    wish = {
        "title": "Four bots",
        "game": GAME,
        "options": SHORT,
        "seats": 2,
        "format": "swiss",
        "rounds": 2,
        "duplicate": True,
        "max_players": BOTS,
        "start": "when_full",
    }
    tournament = str(organiser.call("POST", "tournaments", wish)["id"])
    for _ in range(BOTS):
        organiser.call("POST", f"tournaments/{tournament}/entries", {"policy": "greedy"})
    until = time.monotonic() + PATIENCE
    while organiser.call("GET", f"tournaments/{tournament}")["status"] != "finished":
        assert time.monotonic() < until, "expected the tournament of bots to end"
        time.sleep(1)
    return organiser, tournament


def test_a_tournament_is_organised_entered_and_started_by_clicking(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Organising")
    table.sign_in(str(player.token), "Organising")
    page = table.open("/community")
    page.locator("a.doorway[href='/tournaments']").click()
    page.get_by_role("link", name="Organise a tournament").click()
    page.locator("[name=title]").fill("Sunday <b>evening</b>")
    page.locator("#game").select_option(OTHER_GAME)
    page.locator("#game").select_option(GAME)
    assert page.locator("[name=title]").input_value() == "Sunday <b>evening</b>"
    page.get_by_role("radio", name="Knock-out").click()
    page.get_by_role("checkbox", name="Shared deals").check()
    page.get_by_role("radio", name="match points count").click()
    assert table.unreadable(WIDE, PHONE) == []
    page.get_by_role("button", name="Open the registration").click()
    page.get_by_role("heading", name="Sunday <b>evening</b>").wait_for()
    page.locator("[data-enter]").click()
    page.wait_for_selector("[data-entry='0']")
    for entry in (1, 2, 3):  # a shared deal needs two tables
        page.locator("[data-enter-bot]").click()
        page.wait_for_selector(f"[data-entry='{entry}']")
    assert table.unreadable(WIDE, PHONE) == []
    page.locator("[data-start]").click()
    page.wait_for_selector("[data-status=running] [data-round='1'] [data-match]")
    page.get_by_text("The first round is being drawn").wait_for(state="detached")

    path = f"tournaments/{page.url.rpartition('/')[2]}"
    found = player.call("GET", path)
    assert (found["format"], found["duplicate"], found["scoring"]) == ("knock_out", True, "matchpoints")
    assert [entry["player"] for entry in found["entries"]] == ["Organising", None, None, None]
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector("#strip")
    assert table.faults == []


def test_only_the_organiser_may_start_a_tournament_and_a_player_withdraws_with_two_presses(
    stack: Stack, table: Table
) -> None:
    organiser, player = Api.guest(stack.address, "Referee"), Api.guest(stack.address, "Undecided")
    wish = {"title": "Open", "game": GAME, "seats": 2, "format": "round_robin", "max_players": 8, "start": "manual"}
    path = f"tournaments/{organiser.call('POST', 'tournaments', wish)['id']}"
    table.prefer(language="fr")
    table.sign_in(str(player.token), "Undecided")
    page = table.open("/tournaments")
    page.locator(f"[data-tournament='{path.rpartition('/')[2]}']").click()
    page.locator("[data-enter]").click()
    page.locator("[data-withdraw]").click()
    page.get_by_role("button", name="Se retirer – sûr ?").wait_for()
    assert [entry["withdrawn"] for entry in player.call("GET", path)["entries"]] == [False]
    assert page.locator("[data-start], [data-cancel], [data-enter-bot]").count() == 0

    page.locator("[data-withdraw]").click()

    page.wait_for_selector("[data-enter]")
    assert [entry["withdrawn"] for entry in player.call("GET", path)["entries"]] == [True]
    assert table.faults == []


def test_a_finished_tournament_shows_its_final_table_and_offers_its_log(
    over: tuple[Api, str], table: Table, tmp_path: Path
) -> None:
    organiser, tournament = over
    page = table.open(f"/tournaments/{tournament}")
    page.wait_for_selector("[data-status=finished] [data-standings]")

    lines: list[dict[str, Any]] = organiser.call("GET", f"tournaments/{tournament}")["table"]
    shown = page.eval_on_selector_all("[data-standings] tbody tr", "(rows) => rows.map((row) => +row.dataset.entry)")
    assert shown == [line["entry"] for line in lines]
    points = page.locator("[data-standings] tbody tr td:nth-child(3)").all_inner_texts()
    assert [round(1000 * float(text)) for text in points] == [line["points"] for line in lines]
    rounds = organiser.call("GET", f"tournaments/{tournament}/rounds")["items"]
    matches = {match["match"] for drawn in rounds for one in drawn["tables"] for match in one["matches"]}
    page.locator("[data-round='1'] summary").click()
    on_page = page.eval_on_selector_all("[data-match]", "(rows) => rows.map((row) => row.dataset.match)")
    assert set(on_page) == matches
    page.locator("[data-deal] summary").first.click()
    page.get_by_text("The secret, opened afterwards").first.wait_for()
    assert table.unreadable(WIDE, PHONE) == []

    with page.expect_download() as downloading:
        page.locator("[data-export]").click()
    downloading.value.save_as(tmp_path / "tournament.json")
    bundle = json.loads((tmp_path / "tournament.json").read_text(encoding="utf-8"))
    assert bundle["events"] == organiser.call("GET", f"tournaments/{tournament}/export")["events"]
    assert table.faults == []


@pytest.mark.parametrize("has_them", [True, False])
def test_tournaments_are_offered_only_if_the_server_has_tournaments(stack: Stack, table: Table, has_them: bool) -> None:
    player = Api.guest(stack.address, f"Looking {has_them}")
    table.sign_in(str(player.token), f"Looking {has_them}")
    known = json.dumps(["/ratings", *(["/tournaments"] if has_them else [])])
    stored = f"JSON.stringify({{at: Date.now(), paths: {known}}})"
    table.context.add_init_script(f"localStorage.setItem('comptoir.paths', {stored})")
    page = table.open("/community")

    page.get_by_role("link", name="Ratings").wait_for()

    assert page.get_by_role("link", name="Tournaments").count() == has_them


def test_an_organiser_edits_a_tournament_sends_an_announcement_and_adds_a_co_organiser(
    stack: Stack, table: Table
) -> None:
    organiser, other = Api.guest(stack.address, "Chairing"), Api.guest(stack.address, "Helping")
    wish = {"title": "Before", "game": GAME, "seats": 2, "format": "swiss", "rounds": 2, "max_players": 8}
    path = f"tournaments/{organiser.call('POST', 'tournaments', wish)['id']}"
    other.call("POST", f"{path}/entries", {})
    table.sign_in(str(organiser.token), "Chairing")
    page = table.open(f"/{path}")

    page.locator("[data-part=organising] summary").click()
    page.locator("[name=change_title]").fill("After <i>all</i>")
    page.locator("[data-change]").click()
    page.get_by_role("heading", name="After <i>all</i>").wait_for()
    page.locator("[name=words]").fill("Welcome <b>all</b>")
    page.locator("[data-part=words] form button").click()
    page.wait_for_selector("[data-word='1']")
    page.locator("[name=co_organiser]").fill("Helping")
    page.get_by_role("button", name="Name", exact=True).click()
    page.wait_for_selector("[data-co-organisers]")

    assert table.unreadable(WIDE, PHONE) == []
    assert other.call("GET", path)["is_organiser"] is True
    news = [notice["news"] for notice in other.call("GET", "me/export")["notices"]]
    assert news == ["changed", "words", "organiser"]
    assert table.faults == []


def test_a_player_joins_the_team_that_invites_them_and_a_substitute_takes_a_place(stack: Stack, table: Table) -> None:
    captain, player = Api.guest(stack.address, "Captain"), Api.guest(stack.address, "Second")
    wish = {"game": GAME, "options": SHORT, "seats": 2, "format": "swiss", "rounds": 3, "max_players": 8}
    teams = f"tournaments/{captain.call('POST', 'tournaments', {**wish, 'title': 'Teams', 'team_size': 2})['id']}"
    captain.call("POST", f"{teams}/entries", {"team": "The Jesters"})
    captain.call("PUT", f"{teams}/entries/0/members/Second", {})
    left = f"tournaments/{captain.call('POST', 'tournaments', {**wish, 'title': 'Left', 'substitutes': True})['id']}"
    captain.call("POST", f"{left}/entries", {})
    for name in ("Slow one", "Slow two"):  # players who do not move, so that the tournament waits for the page
        Api.guest(stack.address, name).call("POST", f"{left}/entries", {})
    captain.call("POST", f"{left}/start", {})
    captain.call("DELETE", f"{left}/entries/0")
    table.sign_in(str(player.token), "Second")
    page = table.open(f"/{teams}")

    page.locator("[data-join='0']").click()
    page.wait_for_selector("[data-leave]")
    assert table.unreadable(WIDE, PHONE) == []
    page = table.open(f"/{left}")
    page.locator("[data-take='0']").click()
    page.wait_for_selector("[data-withdraw]")

    assert captain.call("GET", teams)["entries"][0]["members"][0]["joined"] is True
    entry = captain.call("GET", left)["entries"][0]
    assert (entry["player"], entry["former"][0]["player"]) == ("Second", "Captain")
    assert table.faults == []
