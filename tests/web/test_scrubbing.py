"""A replay of 10,000 events in a real browser, scrubbed by dragging. Measurements are printed."""

from __future__ import annotations

import json
from statistics import median
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route

from tests.games.harness.time_budget import SEED
from tests.web.browser.long_match import OPTIONS, SEATS, VIEWER, long_match
from tests.web.browser.pages import Table
from tests.web.scripts import script

ROWS, PAGE, STEPS = 10_000, 200, 60
MATCH = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"
WATCH = script("drag")
CREATED = {"seq": 0, "type": "match.created", "at": "2026-01-01T00:00:00Z", "seat": None, "move": None, "effects": []}


@pytest.fixture(scope="module")
def recording() -> dict[str, Any]:
    """Returns a match of 10,000 events, played at random in memory, in the form of the API."""
    played = long_match(ROWS, SEED)
    ranks = {str(rank): {"face": str(rank), "name": str(rank), "rank": rank} for rank in range(1, 13)}
    played["start"]["faces"] |= ranks  # the first view of the API shows every card, numbered from 0 on
    return played


def served(table: Table, recording: dict[str, Any]) -> None:
    """Answers the requests for the match in place of the server, which has no match of this length."""
    seats = [{"seat": seat, "kind": "bot", "player": None, "policy": "uniform"} for seat in range(SEATS)]
    head = {
        "id": MATCH,
        "game": "great_dalmuti",
        "status": "finished",
        "reveal": "seats",
        "seats": seats,
        "options": OPTIONS,
        "agreements": {},
        "clocks": [],
        "seq": ROWS,
        "standings": None,
        "scores": None,
        "creator": "Long",
    }

    def answer(route: Route) -> None:
        path, query = urlsplit(route.request.url).path, parse_qs(urlsplit(route.request.url).query)
        body: Any = head
        if path.endswith("/view"):
            body = recording["start"]
        elif path.endswith("/events") and "after" in query:
            after = int(query["after"][0])
            rows = recording["rows"][after : after + PAGE]
            more = f"/api/v1/matches/{MATCH}/events?after={after + PAGE}&limit={PAGE}"
            body = {"items": rows, "next": more if after + PAGE < len(recording["rows"]) else None}
        elif path.endswith("/events"):
            body = {"items": [{**CREATED, "sets": recording["sets"]}], "next": None}
        route.fulfill(body=json.dumps(body), content_type="application/json")

    table.page.route(f"**/api/v1/matches/{MATCH}**", answer)


def dragged(page: Page) -> dict[str, list[float]]:
    """Drags the scrubber from the first event to the last and half-way back; returns the durations of frames."""
    box = page.locator(".timeline input").bounding_box()
    assert box is not None
    y, left, width = box["y"] + box["height"] / 2, box["x"] + 8, box["width"] - 16
    page.evaluate(f"({WATCH})()")
    page.mouse.move(left, y)
    page.mouse.down()
    for step in [*range(STEPS + 1), *range(STEPS, STEPS // 2 - 1, -1)]:
        page.mouse.move(left + width * step / STEPS, y)
    page.mouse.up()
    watched: dict[str, list[float]] = page.evaluate("() => stopWatching()")
    return watched


def line(label: str, watched: dict[str, list[float]]) -> str:
    frames, tasks = watched["frames"], watched["tasks"]
    longest = f"longest task {max(tasks):.0f} ms of {len(tasks)} over 50 ms" if tasks else "no task over 50 ms"
    return f"{label}: {len(frames)} frames, median {median(frames):.0f} ms, longest {max(frames):.0f} ms; {longest}"


def test_ten_thousand_events_are_scrubbed(
    table: Table, recording: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    served(table, recording)
    page = table.open(f"/m/{MATCH}/replay")
    page.wait_for_selector(".timeline input")
    at_once = dragged(page)
    page.wait_for_timeout(3000)
    later = dragged(page)
    with capsys.disabled():
        print("\n" + line("10,000 events, dragged at once", at_once))
        print(line("10,000 events, dragged again", later))

    shown = int(str(page.locator("[data-seq]").last.get_attribute("data-seq")))
    assert abs(shown - ROWS // 2) < ROWS // 20
    page.keyboard.press("End")
    page.wait_for_selector(f"[data-seq='{ROWS}']")
    hand = next(
        zone["cards"] for zone in recording["end"]["zones"] if zone["name"] == "hand" and zone["seat"] == VIEWER
    )
    on_the_table = page.eval_on_selector_all(".hand [data-card]", "(cards) => cards.map((one) => +one.dataset.card)")
    assert sorted(on_the_table) == sorted(hand)
    assert table.faults == []
