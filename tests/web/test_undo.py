"""Taking back a move by consent, in two real browsers."""

from __future__ import annotations

from collections.abc import Callable

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "great_dalmuti"
SEATS = 4


def after_a_pass(players: list[Api], match: str) -> int:
    """Plays until somebody has passed, which reveals nothing; returns who."""
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


def test_a_move_is_taken_back_once_the_others_agree(stack: Stack, guest: Callable[[], Table]) -> None:
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
        table.open(f"/m/{match}").wait_for_selector("#question")

    mine.page.get_by_role("button", name="Menu").click()
    mine.page.get_by_role("button", name="Proposer de reprendre le dernier coup").click()
    mine.page.get_by_text("Vous proposez de reprendre le dernier coup.").wait_for()
    for seat in others:
        players[seat].call("POST", f"matches/{match}/undo", {})
    asked = theirs.page.locator("[data-proposal=undo]")
    asked.get_by_text("propose to take back the last move.").wait_for()
    assert theirs.unreadable(WIDE, PHONE) == []
    asked.get_by_role("button", name="Agree").click()

    mine.page.locator(".log").get_by_text("Le dernier coup est repris.").wait_for()
    theirs.page.locator(".log").get_by_text("The last move was taken back.").wait_for()
    assert players[0].call("GET", f"matches/{match}")["to_act"] == [asker] != to_act
    assert theirs.page.locator("[data-proposal]").count() == 0
    mine.page.wait_for_selector("#question [data-verb=pass]")
    assert mine.faults == [] and theirs.faults == []
