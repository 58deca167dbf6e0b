"""The text table: a match of each game, from the first page to the replay, by the tree of roles and names alone."""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from games import registry
from games.kernel.rng import policy_draws
from games.kernel.words.texts import texts
from tests.events.calls import SHORTEST
from tests.games.harness.time_budget import SEED
from tests.stack import ROOT, Stack
from tests.web.browser.pages import Api, Table
from tests.web.browser.tree import heard

NUMBERED = re.compile(r"^\d+ ")
ANSWERS, MOST_TRIES = 16, 400  # on the page; the API plays the rest of the match
BEYOND = """table => [...table.querySelectorAll(".spoken *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML.slice(0, 80))"""
TURN = 6  # docs/examples/turns shows the turn after this many answers; `COMPTOIR_WRITE_TURNS=1` writes it again
TURNS = ROOT / "docs" / "examples" / "turns"
ZOOMED = {"width": 320, "height": 256}  # a window of 1280 × 1024 at 400 %


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_a_match_is_played_by_accessible_roles_and_names(stack: Stack, table: Table, game: str) -> None:
    """Goes from the first page to the replay; every page fits a window at 400 %."""
    player, draws = Api.guest(stack.address, f"Hears {game}"), policy_draws(b"spoken", SEED)
    match = player.practice(game, registry.get(game).seats.start - 1, SHORTEST[game])
    table.sign_in(str(player.token), "In words")
    page = table.open("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="My matches").click()
    page.get_by_role("link", name=re.compile(re.escape(title(game)))).first.click()
    page.get_by_role("main", name="The table").wait_for()
    page.keyboard.press("v")
    page.get_by_role("heading", name="What is asked").wait_for()
    assert table.unreadable(ZOOMED) == [] == cut_off(page)

    given, turns = Counter[str](), list[str]()
    for number in range(MOST_TRIES):
        is_over = player.call("GET", f"matches/{match}")["status"] == "finished"
        if is_over or (turns and given["typed"] + given["pressed"] >= ANSWERS):
            break
        turns = (number < TURN or not turns) and turn_of(page) or turns
        given[answered(page, draws.below(9), by_typing=number % 2 == 0)] += 1
    player.play_out(match)

    if os.environ.get("COMPTOIR_WRITE_TURNS"):
        (TURNS / f"{game}.txt").write_text("\n".join(turns) + "\n", encoding="utf-8")
    then = (TURNS / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    assert headings(turns) == headings(then), "what the docs show is no turn of today"
    assert player.call("GET", f"matches/{match}")["status"] == "finished"
    assert given["typed"] and given["pressed"]
    expect(page.get_by_role("complementary", name="Log")).to_contain_text("The match is over.")
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="First").wait_for()
    page.get_by_role("button", name="Last").click()
    expect(page.get_by_role("complementary", name="Log")).to_contain_text("The match is over.")
    assert table.faults == []


def cut_off(page: Page) -> list[str]:
    """Returns the elements that extend beyond a window at 400 %."""
    before = page.viewport_size
    page.set_viewport_size(ZOOMED)  # type: ignore[arg-type]
    found: list[str] = page.get_by_role("main", name="The table").evaluate(BEYOND)
    page.set_viewport_size(before or ZOOMED)  # type: ignore[arg-type]
    return found


def turn_of(page: Page) -> list[str]:
    """Returns a screen reader's text for a turn, without earlier events; empty if no turn begins."""
    lines = heard(page.get_by_role("main"))
    ends = [place for place, line in enumerate(lines) if line.startswith("textbox")]
    is_on_the_way = any(line.startswith("bullet") and "…" in line for line in lines)
    return lines[: ends[0] + 1] if ends and not is_on_the_way else []


def headings(turn: list[str]) -> list[str]:
    return [line for line in turn if line.startswith(("heading", "textbox"))]


def title(game: str) -> str:
    """Returns the title of a game."""
    return str(texts(f"games.{game}", "en")["title"])


def answered(page: Page, nth: int, *, by_typing: bool) -> str:
    """Gives one of the offered answers; returns the way it was given, empty if none was offered."""
    buttons = page.get_by_role("listitem").get_by_role("button", name=NUMBERED)
    page.wait_for_timeout(60)
    with suppress(TimeoutError):  # the answers may change before one is given
        if number := buttons.count():
            button = buttons.nth(nth % number)
            if not by_typing:
                button.click(timeout=1000)
                return "pressed"
            line = page.get_by_role("textbox", name=re.compile("Your answer"))
            line.fill(button.inner_text(timeout=1000).split()[0])
            line.press("Enter")
            return "typed"
    return ""


def test_the_choice_of_tables_in_words_is_saved_in_the_settings(stack: Stack, table: Table) -> None:
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

    page.get_by_role("main", name="The table").wait_for()
    assert page.get_by_role("log").count() == 0
    assert table.faults == []
