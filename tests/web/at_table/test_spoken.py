"""The table in words: matches of each game from the first page to the replay by the tree of roles and names alone."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from games import registry
from games.kernel.rng import policy_draws
from games.kernel.words.texts import texts
from tests.events.narration.test_text import SHORT
from tests.games.harness.time_budget import SEED
from tests.stack import Stack
from tests.web.browser.pages import Api, Table

NUMBERED = re.compile(r"^\d+ ")
MOST_ANSWERS = 400
ZOOMED = {"width": 320, "height": 256}  # what a window of 1280 by 1024 shows at 400 %


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_a_match_is_played_by_roles_and_names_alone(stack: Stack, table: Table, game: str) -> None:
    """From the first page to the replay, and all of it fits a window at 400 %."""
    player, draws = Api.guest(stack.address, f"Hears {game}"), policy_draws(b"spoken", SEED)
    match = player.practice(game, registry.get(game).seats.start - 1, SHORT[game])
    table.sign_in(str(player.token), "In words")
    page = table.open("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="My matches").click()
    page.get_by_role("link", name=re.compile(re.escape(title(game)))).first.click()
    page.get_by_role("group", name="The table").wait_for()
    page.keyboard.press("v")
    page.get_by_role("heading", name="What is asked").wait_for()
    assert table.unreadable(ZOOMED) == []

    typed = 0
    for number in range(MOST_ANSWERS):
        if player.call("GET", f"matches/{match}")["status"] == "finished":
            break
        typed += answered(page, draws.below(9), by_typing=number % 2 == 0)

    assert player.call("GET", f"matches/{match}")["status"] == "finished"
    assert typed > 0
    expect(page.get_by_role("log")).to_contain_text("The match ends")
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="First").wait_for()
    page.get_by_role("button", name="Last").click()
    expect(page.get_by_role("complementary", name="Log")).to_contain_text("The match is over.")
    assert table.faults == []


def title(game: str) -> str:
    """What a game is called."""
    return str(texts(f"games.{game}", "en")["title"])


def answered(page: Page, nth: int, *, by_typing: bool) -> bool:
    """Gives one of the answers that are offered, if any is; returns whether it was typed."""
    buttons = page.get_by_role("listitem").get_by_role("button", name=NUMBERED)
    page.wait_for_timeout(60)
    with suppress(TimeoutError):  # the answers may change before one is given
        if number := buttons.count():
            button = buttons.nth(nth % number)
            if not by_typing:
                button.click(timeout=1000)
                return False
            line = page.get_by_role("textbox", name=re.compile("Your answer"))
            line.fill(button.inner_text(timeout=1000).split()[0])
            line.press("Enter")
            return True
    return False


def test_the_choice_is_remembered_and_the_settings_have_it(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Remembers")
    match = player.practice("great_dalmuti", 4, {"end": {"hands": 1}})
    table.sign_in(str(player.token), "Remembers")
    page = table.open("/settings")
    page.get_by_role("checkbox", name=re.compile("Tables in words")).check()

    page = table.open(f"/m/{match}")
    page.get_by_role("heading", name="The table", exact=True).wait_for()
    page.reload()
    page.get_by_role("heading", name="What is asked").wait_for()
    page.get_by_role("button", name=re.compile("Show the table")).click()

    page.get_by_role("group", name="The table").wait_for()
    assert page.get_by_role("log").count() == 0
    assert table.faults == []
