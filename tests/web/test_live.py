"""The live table in a real browser: streams that break and resume, consistent tabs, notifications of other tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import pairwise
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Page, Route, expect

from tests.games.harness.time_budget import SEED
from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import Api, Table, only_stored, without_prompts
from tests.web.browser.robot import Robot
from tests.web.scripts import script

LISTENED = script("sources")
BREAK = "() => sources.forEach((source) => source.state === 1 && source.break())"
SILENCE = "() => sources.forEach((source) => source.state === 1 && source.silence())"
LIVE, BROKEN = "[data-line=live]", "[data-line=waiting]"
OF_MATCH = "sources.findLast((source) => source.url.includes('/matches/'))"
# A hidden page, and a page that is shown again.
SEEN = """(hidden) => {
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
ROWS_BEFORE, ROWS_AFTER = 3, 12
PATIENCE = 120


class Two:
    """Two players at one table: one in the browser, and another who uses the API."""

    def __init__(self, stack: Stack, browser: Chromium, label: str) -> None:
        self.one, self.other = (Api.guest(stack.address, f"{label} {side}") for side in ("left", "right"))
        self.match = self.one.match("monopoly_deal", 1, seat="open")
        self.other.call("POST", f"matches/{self.match}/seats", {})
        self.table = Table(browser, stack.address)
        self.table.context.add_init_script(LISTENED)
        self.table.sign_in(str(self.one.token), f"{label} left")

    def open(self) -> Page:
        page = self.table.open(f"/m/{self.match}")
        page.wait_for_selector("#strip")
        page.wait_for_function(f"() => {OF_MATCH}?.state === 1")
        return page

    def play(self, rounds: int = 1) -> int:
        """Ends both players' turns through the API; returns the last event."""
        for _ in range(rounds):
            for player in (self.one, self.other):
                end_turn(player, self.match)
        return int(self.one.call("GET", f"matches/{self.match}")["seq"])


def end_turn(player: Api, match: str) -> None:
    """Plays the moves that pass the turn."""
    for _ in range(20):
        legal = player.call("GET", f"matches/{match}/legal-moves?limit=100")
        if not legal["moves"]:
            return
        move = next((move for move in legal["moves"] if move["verb"] == "end_turn"), legal["moves"][0])
        with suppress(HTTPError):
            player.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **move})


@pytest.fixture
def own_stack() -> Iterator[Stack]:
    """Yields a stack that a test may kill."""
    running = Stack()
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture
def own_table(own_stack: Stack, browser: Chromium) -> Iterator[Table]:
    """Yields a browser page at a stack that a test may kill."""
    with closing(Table(browser, own_stack.address)) as table:
        yield table


@pytest.fixture
def two(stack: Stack, browser: Chromium) -> Iterator[Callable[[str], Two]]:
    tables: list[Two] = []

    def seat(label: str) -> Two:
        tables.append(Two(stack, browser, label))
        return tables[-1]

    yield seat
    for table in tables:
        table.table.close()


def wait_until_shown(page: Page, seq: int) -> None:
    """Waits until the table shows an event."""
    page.wait_for_selector(f".table[data-seq='{seq}']")


def gaps(heard: list[list[int]], after: int) -> list[int]:
    """Returns the streamed events that are not in sequence or have a wrong number."""
    rows = [after, *(seq for _, seq in heard)]
    numbered = {seq for id_, seq in heard if id_ != seq}
    return sorted(numbered | {seq for before, seq in pairwise(rows) if seq != before + 1})


def test_rows_that_are_missing_repeated_or_misnumbered_are_found() -> None:
    assert gaps([[3, 3], [4, 4]], after=2) == []
    assert gaps([[3, 3], [5, 5]], after=2) == [5]
    assert gaps([[3, 3], [3, 3]], after=2) == [3]
    assert gaps([[3, 3], [5, 4]], after=2) == [4]


def play_until_heard(robot: Robot, rows: int) -> None:
    """Plays until the page has received the given number of events and the robot has clicked."""
    clicks, until = robot.clicks, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if robot.ended or (robot.clicks > clicks and robot.page.evaluate("() => heard.length") >= rows):
            break
        if not robot.step():
            robot.page.wait_for_timeout(30)


def test_rows_arrive_without_a_gap_when_the_server_is_killed_and_restarted(own_stack: Stack, own_table: Table) -> None:
    player = Api.guest(own_stack.address, "Patient")
    match = player.match("great_dalmuti", 3, {"end": {"hands": 1}})
    own_table.context.add_init_script(LISTENED)
    own_table.sign_in(str(player.token), "Patient")
    page = own_table.open(f"/m/{match}")
    page.wait_for_selector("#strip")
    page.wait_for_function(f"() => {OF_MATCH}")
    shown_at_first = page.evaluate(f"() => Number(new URL({OF_MATCH}.url).searchParams.get('after'))")
    robot = Robot(page, SEED)
    play_until_heard(robot, ROWS_BEFORE)
    first = page.evaluate("() => heard.length")
    assert own_stack.process is not None
    own_stack.process.kill()
    own_stack.process.wait(30)
    page.wait_for_selector(BROKEN)
    own_stack.start()
    page.wait_for_selector(LIVE)

    clicks = robot.clicks
    play_until_heard(robot, first + ROWS_AFTER)
    heard = page.evaluate("() => heard")
    assert robot.clicks > clicks
    assert 0 < first < len(heard)
    assert gaps(heard, after=shown_at_first) == []
    assert own_table.faults == []


def test_after_a_lost_connection_the_page_shows_how_many_events_were_missed(two: Callable[[str], Two]) -> None:
    seats = two("Broken")
    page = seats.open()
    before = seats.one.call("GET", f"matches/{seats.match}")["seq"]
    page.route("**/stream?*", lambda route: route.abort())
    page.evaluate(BREAK)
    page.wait_for_selector(BROKEN)
    assert page.locator("#strip [data-main]:not([disabled])").count() == 0
    last = seats.play()
    page.unroute("**/stream?*")

    page.wait_for_selector(".missed")
    missed = page.locator(".missed").inner_text()
    assert missed.startswith("One thing" if last - before == 1 else f"{last - before} things")
    wait_until_shown(page, last)
    page.get_by_role("link", name="Watch them").click()
    page.wait_for_selector(f"[data-seq='{before}']")


def test_the_page_requests_stored_events_when_a_stream_fails_twice(two: Callable[[str], Two]) -> None:
    seats = two("Read")
    seats.table.page.route("**/stream?*", only_stored)
    page = seats.table.open(f"/m/{seats.match}")
    page.wait_for_selector(BROKEN)
    page.wait_for_selector(LIVE)

    wait_until_shown(page, seats.play())
    assert any("follow=0" in address for address in seats.table.requests)


def test_legal_moves_that_failed_to_load_are_requested_again(two: Callable[[str], Two]) -> None:
    seats = two("Fetching")
    seats.table.page.route("**/stream?*", without_prompts)
    page = seats.table.open(f"/m/{seats.match}")
    page.wait_for_selector(BROKEN)
    page.wait_for_selector(LIVE)
    page.route("**/legal-moves?*", lambda route: route.abort())
    wait_until_shown(page, seats.play())
    page.wait_for_event("requestfailed", lambda request: "/legal-moves" in request.url)
    with page.expect_response("**/legal-moves?*"):
        page.unroute("**/legal-moves?*")

    page.wait_for_selector("#strip .verbs button")
    assert seats.table.faults == []


def test_a_hidden_page_ends_its_stream_and_loads_missed_events_when_it_is_shown(
    two: Callable[[str], Two],
) -> None:
    seats = two("Unseen")
    seats.one.call("PATCH", "me", {"shows_presence": True})
    seats.table.page.clock.install()
    page = seats.open()
    before = seats.one.call("GET", f"matches/{seats.match}")["seq"]
    assert present(seats) == ["Unseen left"]

    page.evaluate(SEEN, True)
    page.clock.fast_forward(61_000)
    page.wait_for_function(f"() => {OF_MATCH}.state === 2")
    gone_by = time.monotonic() + PATIENCE
    while present(seats) and time.monotonic() < gone_by:
        page.wait_for_timeout(100)
    assert present(seats) == []
    opened = page.evaluate("() => sources.length")
    last = seats.play()

    page.evaluate(SEEN, False)
    page.wait_for_function(f"() => sources.length > {opened} && {OF_MATCH}?.state === 1")
    assert page.evaluate(f"() => Number(new URL({OF_MATCH}.url).searchParams.get('after'))") == before
    wait_until_shown(page, last)
    page.wait_for_selector(LIVE)
    page.wait_for_selector(".missed")
    assert seats.table.faults == []


def test_a_page_without_input_reports_it_and_keeps_its_stream(two: Callable[[str], Two]) -> None:
    seats = two("Looking")
    seats.table.page.clock.install()
    page = seats.open()
    opened = page.evaluate("() => sources.length")

    with page.expect_request("**/seen") as forgotten:
        page.clock.fast_forward(181_000)
    with page.expect_request("**/seen") as touched:
        page.mouse.move(200, 300)
    with page.expect_request("**/seen") as hidden:
        page.evaluate(SEEN, True)

    said = [request.value.post_data_json for request in (forgotten, touched, hidden)]
    assert [one["looking"] for one in said] == [False, True, False]
    assert page.evaluate(f"() => new URL({OF_MATCH}.url).searchParams.get('page')") == said[0]["page"]
    assert page.evaluate("() => sources.length") == opened
    assert seats.table.faults == []


def test_events_shown_on_one_device_are_not_shown_again_on_another(
    two: Callable[[str], Two], browser: Chromium
) -> None:
    seats = two("Seen")
    seats.play(2)
    page = seats.open()
    end_turn(seats.one, seats.match)
    legal = seats.other.call("GET", f"matches/{seats.match}/legal-moves?limit=100")
    first = next(move for move in legal["moves"] if move["verb"] != "end_turn")
    seats.other.call("POST", f"matches/{seats.match}/moves", {"prompt": legal["prompt"], **first})
    seen = seats.one.call("GET", f"matches/{seats.match}")["seq"]
    wait_until_shown(page, seen)

    with page.expect_response("**/seen"):
        page.evaluate(SEEN, True)
    assert seats.one.call("GET", f"matches/{seats.match}/seen") == {"seq": seen, "unseen": []}
    end_turn(seats.other, seats.match)
    unseen = seats.one.call("GET", f"matches/{seats.match}/seen")["unseen"]

    with closing(Table(browser, seats.table.address)) as phone:
        phone.sign_in(str(seats.one.token), "Seen left")
        phone.open("/play").wait_for_selector(f"[data-unseen='{unseen[0]['moves']}']")
        phone.open(f"/m/{seats.match}")
        expect(phone.page.locator("[data-again]")).to_contain_text("Show what you missed")
        phone.open("/play")  # leaves the table
        phone.page.wait_for_selector(".tile")
        expect(phone.page.locator("[data-unseen]")).to_have_count(0)
        assert phone.faults == []
    assert seats.table.faults == []


def present(seats: Two) -> list[str]:
    """Returns the people who are watching the match."""
    return [one["name"] for one in seats.other.call("GET", f"matches/{seats.match}/presence")["items"]]


def test_a_notice_of_a_turn_changes_the_title_of_a_hidden_page(two: Callable[[str], Two]) -> None:
    seats = two("Titled")
    seats.table.page.clock.install()
    page = seats.open()
    while seats.one.call("GET", f"matches/{seats.match}/legal-moves?limit=1")["moves"]:
        end_turn(seats.one, seats.match)
    page.wait_for_function("() => !document.title.startsWith('Your turn')")
    page.evaluate(SEEN, True)
    page.clock.fast_forward(61_000)
    page.wait_for_function(f"() => {OF_MATCH}.state === 2")

    end_turn(seats.other, seats.match)

    page.wait_for_function("() => document.title.includes('Your turn')")


def test_a_lost_network_connection_is_shown_until_it_returns(two: Callable[[str], Two]) -> None:
    seats = two("Offline")
    page = seats.open()

    seats.table.context.set_offline(True)
    page.wait_for_selector(BROKEN)
    seats.table.context.set_offline(False)

    page.wait_for_selector(LIVE)
    wait_until_shown(page, seats.play())
    assert seats.table.faults == []


def test_a_stream_without_heartbeats_is_shown_as_broken_after_twenty_seconds(two: Callable[[str], Two]) -> None:
    seats = two("Silent")
    seats.table.page.clock.install()
    page = seats.open()
    page.evaluate(SILENCE)
    page.route("**/stream?*", lambda route: route.abort())
    page.route("**/livez", lambda route: route.abort())

    page.clock.fast_forward(20_000)
    page.wait_for_selector(BROKEN)
    page.unroute("**/stream?*")
    page.unroute("**/livez")

    page.wait_for_selector(LIVE)
    wait_until_shown(page, seats.play())


def test_a_missing_response_shows_a_sentence_and_a_failure_shows_its_request_number(table: Table) -> None:
    match, number = "0f5d0c6e-0000-4000-8000-000000000000", "8f14e45f"
    path = f"**/api/v1/matches/{match}**"
    table.page.route(path, lambda route: route.abort())
    page = table.open(f"/m/{match}")
    page.get_by_text("The server does not answer. Check your connection, then try again.").wait_for()
    assert page.get_by_text("Failed to fetch").count() == 0

    table.page.unroute(path)
    failure = {"code": "internal_error", "detail": "The server failed.", "request_id": number}
    table.page.route(path, lambda route: route.fulfill(status=500, json=failure))
    page.reload()

    page.get_by_text(f"The server failed. (request {number})").wait_for()


def focus_later(page: Page) -> None:
    """Returns to the page after the time between two checks."""
    page.clock.fast_forward(5100)
    page.evaluate("() => dispatchEvent(new Event('focus'))")


def test_a_table_that_differs_from_the_server_is_replaced_and_reported_on_the_console_only(
    two: Callable[[str], Two],
) -> None:
    seats = two("Altered")
    seats.table.page.clock.install()
    page = seats.open()
    said = seats.table.faults
    seen: list[str] = []

    def alter(route: Route) -> None:
        answer = route.fetch()
        body: dict[str, Any] = answer.json()
        body["public"] = {**body["public"], "turn": 9}
        seen.append(route.request.url)
        route.fulfill(response=answer, json=body)

    with page.expect_response("**/view?at=*"):
        focus_later(page)
    page.wait_for_timeout(300)
    assert said == []
    page.route("**/view?at=*", alter)
    focus_later(page)
    until = time.monotonic() + PATIENCE
    while not said and time.monotonic() < until:
        page.wait_for_timeout(250)

    assert seen and len(said) == 1 and "differs from the server's in public" in said[0]
    wait_until_shown(page, seats.play())


TOASTS_STAY = """
    const after = window.setTimeout;
    window.setTimeout = (call, ms, ...rest) => (ms === 12000 ? 0 : after(call, ms, ...rest));
"""
"""Keeps toasts open, which otherwise close after 12 s, because a test on a busy machine may look for one later."""


def test_two_tabs_of_a_player_agree_and_another_page_shows_notices(two: Callable[[str], Two]) -> None:
    seats = two("Tabbed")
    first = seats.open()
    second, elsewhere = (seats.table.context.new_page() for _ in range(2))
    elsewhere.add_init_script(TOASTS_STAY)
    second.goto(f"{seats.table.address}/m/{seats.match}")
    second.wait_for_selector("#strip")
    elsewhere.goto(f"{seats.table.address}/rules")
    elsewhere.wait_for_selector("nav")
    last = seats.play(2)

    for page in (first, second):
        wait_until_shown(page, last)
    for page in (first, second):
        page.wait_for_selector("#strip .verbs button")
    expect(second.locator("#strip")).to_have_text(first.locator("#strip").inner_text(), use_inner_text=True)
    toast = elsewhere.locator(".toast[data-notice=your_turn]")
    toast.wait_for()
    assert "Monopoly Deal" in toast.inner_text()
    toast.get_by_role("link").click()
    elsewhere.wait_for_selector("#strip")


def test_an_invitation_is_accepted_from_the_page_of_my_matches(stack: Stack, table: Table) -> None:
    host, guest = Api.guest(stack.address, "Inviting"), Api.guest(stack.address, "Invited")
    seats = [{"kind": "me"}, {"kind": "player", "name": "Invited"}]
    match = host.call("POST", "matches", {"game": "monopoly_deal", "seats": seats})["id"]
    table.sign_in(str(guest.token), "Invited")
    page = table.open("/play")

    page.get_by_role("button", name="Sit down").first.click()
    page.wait_for_url(f"**/m/{match}")
    page.wait_for_selector("#strip")
    assert table.faults == []
