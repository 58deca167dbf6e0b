"""The end of a match: the winner and the reason, the race, and the next steps."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from events.matches.table.characters import character
from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

STRIP = 132  # pixels of the strip on a phone, in every state
BOTS = {"monopoly_deal": (1, {"sets_to_win": 2}), "great_dalmuti": (3, {"end": {"hands": 2}})}


@pytest.mark.parametrize(
    ("game", "language", "race"),
    [("monopoly_deal", "en", "The race"), ("great_dalmuti", "fr", "La course")],
)
def test_the_end_has_the_focus_a_chart_and_the_next_steps(
    stack: Stack, browser: Browser, game: str, language: str, race: str
) -> None:
    player = Api.guest(stack.address, f"Ending {language}")
    bots, options = BOTS[game]
    match = player.practice(game, bots, options)
    table = Table(browser, stack.address, viewport=PHONE)
    table.prefer(language=language)
    table.sign_in(str(player.token), f"Ending {language}")
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#strip")

    player.play_out(match)

    page.locator("[data-race=drawn]").wait_for()
    assert page.evaluate("() => document.activeElement.tagName") == "H1"
    expect(page.locator(".winner .face").first).to_be_visible()
    expect(page.locator(".places li")).to_have_count(bots + 1)
    assert page.locator("[data-end-strip]").bounding_box()["height"] == STRIP  # type: ignore[index]
    page.locator(".race summary").click()
    expect(page.locator("[data-race]")).to_contain_text(race)
    for seat in range(1, bots + 1):
        expect(page.locator("svg.racebox")).to_contain_text(character(match, seat))
    assert table.unreadable(PHONE, WIDE) == []
    assert_is_a_picture(saved(page))
    assert shared(page) == [f"{game}-{match[:8]}.png"]
    assert table.faults == []
    table.close()


def saved(page: Page) -> bytes:
    """Presses the button in a browser that cannot share files; returns the saved file."""
    page.evaluate("() => { navigator.canShare = () => false; }")
    with page.expect_download() as download:
        page.locator("[data-picture]").click()
    page.locator(".ending [role=status]").wait_for()
    return Path(download.value.path()).read_bytes()


def shared(page: Page) -> list[str]:
    """Presses the button in a browser that can share files; returns the names of the shared files."""
    page.evaluate("""() => {
      window.shared = [];
      navigator.canShare = () => true;
      navigator.share = async ({files}) => window.shared.push(...files.map(({name}) => name));
    }""")
    page.locator("[data-picture]").click()
    page.wait_for_function("() => window.shared.length > 0")
    return list(page.evaluate("shared"))


def assert_is_a_picture(content: bytes) -> None:
    """Checks that the content is a PNG of the width of a shared picture, with more than one colour."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    assert (width, height > 500) == (1080, True)
    assert len(content) > 20_000
