"""Measures the size of the client, and the time from a click to a change of the table. Sizes and counts have limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import pytest

from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import Api, Table
from tests.web.browser.weights import loaded, sizes


@dataclass(frozen=True)
class Most:
    """Limits of a mode. first, scripts, sheets: bytes over the wire; requests, files: counts.

    first: the first page, without the responses of the API, and without the stage, which plays once the page has been
    read. Each card of the games is a file, loaded after the page is drawn.
    scripts, sheets, files: the client's own files that a table loads in addition to the first page. Each module has up
    to 100 random bytes more (against BREACH), so the sums of modules vary by about 1 kB.
    """

    first: int
    requests: int
    scripts: int
    sheets: int
    files: int


ANSWERS = 8_000  # bytes of the API's responses for a first page; they grow with the number of open tables
BUNDLED = Most(first=138_000, requests=17, scripts=50_000, sheets=13_900, files=9)
MODULES = Most(first=166_000, requests=54, scripts=125_000, sheets=21_600, files=110)
CLICKS = 4
END = "#strip [data-verb=end_turn]"
CLICK = """(end) => new Promise((resolve) => {
  const press = () => {
    const button = document.querySelector(end);
    if (!button) return setTimeout(press, 20);
    const began = performance.now();
    const look = new MutationObserver(() => { look.disconnect(); resolve(performance.now() - began); });
    look.observe(document.querySelector('.log'), {childList: true, subtree: true});
    button.click();
  };
  press();
  setTimeout(() => resolve(null), 8000);
})"""


def measured_lines(label: str, kinds: dict[str, int]) -> str:
    parts = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in kinds.items())
    return f"\n{label}: {sum(kinds.values()) / 1000:.1f} kB ({parts})"


@pytest.fixture(params=["modules", "bundled"])
def served(request: pytest.FixtureRequest) -> tuple[str, Most]:
    """Returns the address of a server, and its limits."""
    return request.getfixturevalue(request.param), MODULES if request.param == "modules" else BUNDLED


@pytest.fixture
def at(browser: Chromium, served: tuple[str, Most]) -> Iterator[Table]:
    """Yields a browser page at that server."""
    page = Table(browser, served[0])
    yield page
    page.close()


def test_the_first_page_loads_few_bytes_and_requests(
    served: tuple[str, Most], at: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    page = at.open("/")
    page.wait_for_selector(".gamepick")
    first = loaded(page)
    requests = len(at.requests)
    with capsys.disabled():
        print(measured_lines(f"first load of {requests} requests", first))

    answers = first.pop("API")
    assert sum(first.values()) <= served[1].first
    assert answers <= ANSWERS
    assert requests <= served[1].requests
    assert at.faults == []


@pytest.mark.parametrize(("game", "bots"), [("monopoly_deal", 1), ("negoces2", 3)])
def test_a_table_loads_only_the_modules_that_it_needs(
    stack: Stack, served: tuple[str, Most], at: Table, game: str, bots: int, capsys: pytest.CaptureFixture[str]
) -> None:
    at.open("/").wait_for_selector(".gamepick")
    first = loaded(at.page) and sizes(at.page, (".js", ".css"))
    name = f"W {game} {served[1].files}"
    player = Api.guest(stack.address, name)
    match = player.match(game, bots)
    at.sign_in(str(player.token), name)
    at.open(f"/m/{match}").wait_for_selector("#strip .verbs button")
    more = {name: size for name, size in sizes(at.page, (".js", ".css")).items() if name not in first}
    scripts = sum(size for name, size in more.items() if name.endswith(".js"))
    sheets = sum(more.values()) - scripts
    with capsys.disabled():
        weights = f"{scripts / 1000:.1f} kB of JavaScript, {sheets / 1000:.1f} of CSS, in {len(more)} files"
        print(f"\na table of {game} adds {weights}")

    most = served[1]
    assert (scripts <= most.scripts, sheets <= most.sheets, len(more) <= most.files) == (True, True, True)
    others = ("dealmaker", "great_dalmuti", "dale", "fr", "verify", "tournament", "replay")
    assert not [
        name for name in more if re.search(rf"/(layouts[/-]|cards/|texts/|pages[/-])?({'|'.join(others)})\.js", name)
    ]
    assert at.faults == []


def test_every_page_of_the_bundle_opens_without_an_error(bundled: str, browser: Chromium, stack: Stack) -> None:
    table = Table(browser, bundled)
    player = Api.guest(stack.address, "Reader")
    try:
        table.sign_in(str(player.token), "Reader")
        for address in (
            "play",
            "new/dealmaker",
            "rules/negoces2",
            "ratings",
            "tournaments",
            "settings",
            "account",
            "verify",
        ):
            table.open(f"/{address}").wait_for_selector("h1")
        assert table.faults == []
        assert not [
            address for address in table.requests if "/static/" in address and not re.search("/bundle/|svg$", address)
        ]
    finally:
        table.close()


def test_a_click_changes_the_table_at_once(stack: Stack, table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    player = Api.guest(stack.address, "Quick")
    match = player.match("monopoly_deal", 1)
    table.prefer(confirm="never")
    table.sign_in(str(player.token), "Quick")
    page = table.open(f"/m/{match}")
    page.wait_for_selector(END)
    answers = [page.evaluate(CLICK, END) for _ in range(CLICKS)]
    times = [ms for ms in answers if ms is not None]  # a bot may charge rent instead of letting this seat play
    with capsys.disabled():
        print(
            f"\na click to the changed table: {median(times):.0f} ms (median of {len(times)}, {min(times):.0f} at best)"
        )
    assert table.faults == []
