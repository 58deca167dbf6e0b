"""Undoing a move: by consent, in two real browsers, and alone, within a short time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "great_dalmuti"
SEATS = 4
# Keeps on the page the notice that normally disappears after five seconds, so that a slow machine can read it.
STRETCHED = "{ const later = setTimeout; window.setTimeout = (act, ms) => later(act, ms === 5000 ? 1e8 : ms) }"


def after_a_pass(players: list[Api], match: str) -> int:
    """Plays until a player has passed, which reveals nothing; returns the player's seat."""
    for _ in range(200):
        for seat in players[0].call("GET", f"matches/{match}")["to_act"]:
            legal = players[seat].call("GET", f"matches/{match}/legal-moves?limit=60")
            if legal["moves"]:
                passing = [move for move in legal["moves"] if move["verb"] == "pass"]
                move = (passing or legal["moves"])[0]
                players[seat].call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **move})
                if passing:
                    return int(seat)
    raise AssertionError("expected a pass within 200 rounds")


def able_to_pass(players: list[Api], match: str) -> int:
    """Plays until the prompted seat can pass; returns the seat."""
    for _ in range(50):
        after_a_pass(players, match)
        [asked] = players[0].call("GET", f"matches/{match}")["to_act"]
        legal = players[asked].call("GET", f"matches/{match}/legal-moves?limit=0")
        if any(template["verb"] == "pass" for template in legal["templates"]):
            return int(asked)
    raise AssertionError("expected somebody who may pass")


def test_a_move_is_taken_back_when_the_other_players_agree(stack: Stack, guest: Callable[[], Table]) -> None:
    players = [Api.guest(stack.address, f"Undoing {seat}") for seat in range(SEATS)]
    match = players[0].match(GAME, SEATS - 1, seat="open")
    for player in players[1:]:
        player.call("POST", f"matches/{match}/seats", {})
    asker = after_a_pass(players, match)
    agreeing, *others = [seat for seat in range(SEATS) if seat != asker]
    to_act = players[0].call("GET", f"matches/{match}")["to_act"]
    mine, theirs = guest(), guest()
    mine.prefer(language="fr")
    for table, seat in ((mine, asker), (theirs, agreeing)):
        table.sign_in(str(players[seat].token), f"Undoing {seat}")
        table.open(f"/m/{match}").wait_for_selector("#strip")

    mine.page.get_by_role("button", name="Menu").click()
    mine.page.get_by_role("button", name="Proposer de reprendre le dernier coup").click()
    mine.page.get_by_text("Vous proposez de reprendre le dernier coup.").wait_for()
    for seat in others:
        players[seat].call("POST", f"matches/{match}/agreements/undo", {})
    asked = theirs.page.locator("[data-proposal=undo]")
    asked.get_by_text("propose to take back the last move.").wait_for()
    assert theirs.unreadable(WIDE, PHONE) == []
    asked.get_by_role("button", name="Agree").click()

    mine.page.locator(".log").get_by_text("Le dernier coup est repris.").wait_for()
    theirs.page.locator(".log").get_by_text("The last move was taken back.").wait_for()
    assert players[0].call("GET", f"matches/{match}")["to_act"] == [asker] != to_act
    assert theirs.page.locator("[data-proposal]").count() == 0
    mine.page.wait_for_selector("#strip [data-verb=pass]")
    assert mine.faults == [] and theirs.faults == []


@pytest.mark.parametrize(("language", "words"), [("en", "Take back"), ("fr", "Reprendre")])
def test_a_player_alone_with_bots_can_take_a_move_back_for_a_while(
    stack: Stack, guest: Callable[[], Table], language: str, words: str
) -> None:
    players = [Api.guest(stack.address, f"Alone {language} {seat}") for seat in range(SEATS)]
    match = players[0].match(GAME, SEATS - 1, seat="open")
    for player in players[1:]:
        player.call("POST", f"matches/{match}/seats", {})
    asked = able_to_pass(players, match)
    table = guest()
    table.context.add_init_script(STRETCHED)
    table.prefer(language=language)
    table.sign_in(str(players[asked].token), "Alone")

    def with_bots(route: Route) -> None:
        """Shows the other players as bots to the page, so that their consent is not requested."""
        answer = route.fetch()
        body = answer.json()
        seats = [{**one, "kind": "bot", "player": None} if one["seat"] != asked else one for one in body["seats"]]
        route.fulfill(response=answer, json={**body, "seats": seats})

    table.page.route(f"**/matches/{match}", with_bots)
    page = table.open(f"/m/{match}")
    page.locator("#strip [data-verb=pass]").click()
    chip = page.locator("[data-undo]")
    chip.wait_for()
    assert table.unreadable(WIDE, PHONE) == []
    chip.get_by_role("button", name=words).click()
    for seat in range(SEATS):
        if seat != asked:
            players[seat].call("POST", f"matches/{match}/agreements/undo", {})

    page.locator("#strip [data-verb=pass]").wait_for()
    expect(chip).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")
    assert table.faults == []
