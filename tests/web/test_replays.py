"""Replays in a real browser, except stepping: the coach, a fork, and a revocable link."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

import pytest
from playwright.sync_api import expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "great_dalmuti"
PATIENCE = 240


@pytest.fixture(scope="module")
def over(stack: Stack) -> tuple[Api, str]:
    """Returns a short finished match."""
    return played_out(stack, "Reviewer")


@pytest.fixture(scope="module")
def without_analysis(stack: Stack) -> tuple[Api, str]:
    """Returns another finished match, without a coach's analysis."""
    return played_out(stack, "Phone reviewer")


def played_out(stack: Stack, name: str) -> tuple[Api, str]:
    """Plays a short match among bots through the API, with the first legal moves."""
    player = Api.guest(stack.address, name)
    match = player.practice(GAME, 3, {"end": {"hands": 1}})
    player.play_out(match)
    return player, match


def test_the_coach_annotates_each_decision_of_the_player(over: tuple[Api, str], table: Table) -> None:
    player, match = over
    table.sign_in(str(player.token), "Reviewer")
    page = table.open(f"/m/{match}/replay")
    page.locator("[data-coach]").click()
    page.get_by_text("The coach has looked at").wait_for()
    page.wait_for_selector(".coach[data-stage=done]", timeout=PATIENCE * 1000)

    analysis = player.call("GET", f"matches/{match}/analysis")
    judged = analysis["decisions"][-1]
    page.locator(".timeline input").fill(str(judged["seq"]))
    page.wait_for_selector("[data-verdict]")
    for point in analysis["turning_points"]:
        page.locator(f"[data-turning='{point}']").click()
        page.wait_for_selector(f"[data-seq='{point}']")
        page.wait_for_selector("[data-verdict=loss]")
        assert page.locator(".log .loss").count() >= 1
    assert page.locator(".ticks .point").count() == len(analysis["turning_points"])
    estimate = analysis["luck"]["estimate"]
    page.locator("[data-luck] summary").click()
    said = page.locator("[data-luck]").inner_text()
    assert estimate["sentence"] in said
    figures = [text.replace("−", "-") for text in page.locator("[data-luck] dd b").all_inner_texts()]
    assert [int(text) for text in figures] == [floor(100 * estimate[name] + 0.5) for name in ("luck", "skill")]
    assert table.unreadable(WIDE, PHONE) == []
    table.prefer(language="fr")
    page.reload()
    page.wait_for_selector(".coach[data-stage=done]")
    expect(page.locator("[data-coach]")).to_have_count(0)
    page.locator("[data-luck] summary").click()
    assert "donne" in page.locator("[data-luck]").inner_text()
    assert table.faults == []


def test_a_replay_on_a_phone_fits_on_the_page_of_its_table(without_analysis: tuple[Api, str], table: Table) -> None:
    player, match = without_analysis
    table.sign_in(str(player.token), "Phone reviewer")
    page = table.open(f"/m/{match}/replay#9")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.wait_for_selector(".replaybar")
    box = page.locator(".replaybar").bounding_box()
    assert box is not None and box["height"] < PHONE["height"] / 6
    assert not page.locator("[data-fork]").is_visible()
    said = page.locator("[data-said]")
    before = said.inner_text()
    page.locator(".timeline input").fill("12")
    expect(said).to_be_visible()
    expect(said).not_to_have_text(before)
    _, words = said.inner_text().split(maxsplit=1)  # after the name
    assert words in str(page.locator(".log").text_content())

    page.locator("[data-more]").click()

    for name in ("data-fork", "data-share", "data-coach"):
        page.locator(f"[{name}]").wait_for()
    assert table.unreadable(PHONE) == []
    assert table.faults == []


def test_the_coach_is_not_offered_to_other_users(stack: Stack, over: tuple[Api, str], table: Table) -> None:
    stranger = Api.guest(stack.address, "Stranger")
    table.sign_in(str(stranger.token), "Stranger")
    page = table.open(f"/m/{over[1]}/replay")
    page.wait_for_selector(".replaybar")
    page.wait_for_function("performance.getEntriesByType('resource').some((one) => one.name.includes('events?after'))")

    assert page.locator("[data-coach]").count() == 0
    assert table.faults == []


def test_a_fork_begins_at_the_row_of_the_replay(stack: Stack, over: tuple[Api, str], table: Table) -> None:
    player, match = over
    table.sign_in(str(player.token), "Reviewer")
    page = table.open(f"/m/{match}/replay#12")
    page.locator("[data-fork]").click()
    page.get_by_role("radio", name="dealt again").click()
    assert table.unreadable(WIDE, PHONE) == []
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("#strip")

    fork = player.call("GET", f"matches/{table.match_id()}")
    assert fork["forked_from"] == {"match": match, "seq": 12, "mode": "resampled"}
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="To the match that this one comes from").click()
    page.wait_for_selector("[data-seq='12']")
    assert table.faults == []


def test_a_replay_is_shared_by_a_link_that_can_be_revoked(
    stack: Stack, over: tuple[Api, str], table: Table, guest: Callable[[], Table]
) -> None:
    player, match = over
    table.sign_in(str(player.token), "Reviewer")
    page = table.open(f"/m/{match}/replay#9")
    page.locator("[data-share]").click()
    page.locator("[data-make=me]").click()
    link = page.locator("[data-link=me] input")
    link.wait_for()
    assert table.unreadable(WIDE, PHONE) == []

    watcher = guest()
    shown = watcher.open("/r/" + link.input_value().partition("/r/")[2])
    shown.wait_for_selector("[data-seq='9']")
    assert shown.locator(".hand [data-card]").count() > 0
    assert shown.locator("[data-fork], [data-share], [data-coach], .seenby").count() == 0
    assert watcher.unreadable(WIDE, PHONE) == []
    assert watcher.faults == []

    page.locator("[data-link=me]").get_by_role("button", name="Revoke the link").click()
    page.wait_for_selector("[data-link=me]", state="detached")
    shown.reload()
    shown.get_by_role("heading", name="This replay does not exist").wait_for()
    assert table.faults == []


@pytest.mark.parametrize("path", ["forks", "replay-links", "analysis"])
def test_a_button_is_hidden_if_the_server_does_not_have_its_path(
    without_analysis: tuple[Api, str], table: Table, path: str
) -> None:
    player, match = without_analysis
    table.sign_in(str(player.token), "Phone reviewer")
    known = "JSON.stringify({at: Date.now(), paths: %s})"
    others = [name for name in ("forks", "replay-links", "analysis") if name != path]
    paths = [f"/matches/{{match_id}}/{name}" for name in others]
    table.context.add_init_script(f"localStorage.setItem('comptoir.paths', {known % paths})")
    page = table.open(f"/m/{match}/replay")
    buttons = {"forks": "data-fork", "replay-links": "data-share", "analysis": "data-coach"}
    for name in others:
        page.wait_for_selector(f"[{buttons[name]}]")

    assert page.locator(f"[{buttons[path]}]").count() == 0
