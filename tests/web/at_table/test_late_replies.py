"""A move whose event reaches the page before the reply to its POST."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Route, expect

from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import Api, Table

ORDER = ("force", "pick", "place", "withdraw", "bid")
SEED = f"{7:064x}"


def match_whose_first_player_may_force(players: list[Api]) -> str:
    """Creates a match of Négoces and plays it until the first player is selling; returns its id."""
    match = players[0].match("negoces2", 3, {"series": "random"}, seat="open", seed=SEED)
    for player in players[1:]:
        player.call("POST", f"matches/{match}/seats", {})
    for _ in range(60):
        asked = [(player, player.call("GET", f"matches/{match}/legal-moves?limit=60")) for player in players]
        if any(template["verb"] == "force" for template in asked[0][1]["templates"]):
            return match
        moves = [(player, legal["prompt"], move) for player, legal in asked for move in legal["moves"]]
        player, prompt, move = min(
            (one for one in moves if one[2]["verb"] in ORDER), key=lambda one: ORDER.index(one[2]["verb"])
        )
        player.call("POST", f"matches/{match}/moves", {"prompt": prompt, **move})
    raise AssertionError("expected the first player to sell within 60 moves")


def test_a_prompt_that_arrives_before_the_reply_to_a_move_can_be_answered(stack: Stack, browser: Chromium) -> None:
    # Given
    players = [Api.guest(stack.address, f"Late {number}") for number in range(4)]
    match = match_whose_first_player_may_force(players)
    table = Table(browser, stack.address)
    table.sign_in(str(players[0].token), "Late 0")
    page = table.open(f"/m/{match}")
    page.locator(".hand button.card.lit").first.click()
    head = page.locator(".table").get_attribute("data-seq")

    def reply_late(route: Route) -> None:
        answer: Any = route.fetch()
        page.wait_for_function("(seq) => document.querySelector('.table').dataset.seq > seq", arg=int(str(head)))
        page.locator(".board button.target").first.wait_for()
        route.fulfill(response=answer)

    # When the sale is forced, and the event comes first
    page.route(lambda address: "/moves?" in address, reply_late)
    with page.expect_response(lambda answer: "/moves?" in answer.url):
        page.locator(".chips [data-option]").first.click()
    page.unroute_all(behavior="wait")

    # Then
    target = page.locator(".board button.target").first
    expect(target).to_be_enabled()
    target.click()
    expect(page.locator("#strip")).to_have_class("strip calm")
    assert table.faults == []
    table.close()
