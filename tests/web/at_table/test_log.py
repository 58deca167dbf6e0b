"""The log merges passes of several players; a replay shows each of them as its own event."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from playwright.sync_api import expect

from tests.stack import Stack
from tests.web.browser.pages import Api, Table


def passes_in_a_row(events: list[dict[str, Any]]) -> list[int]:
    """Returns the number of passes in each series of several passes, without events that the log omits."""
    moves = [event["move"]["verb"] for event in events if event["move"]]
    series = [len(list(same)) for verb, same in groupby(moves) if verb == "pass"]
    return [number for number in series if number > 1]


def test_consecutive_passes_are_one_line_of_the_log_and_each_is_a_step_of_a_replay(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Dalmuti")
    match = player.practice("great_dalmuti", 5, {"end": {"hands": 1}})
    player.play_out(match)
    events = player.call("GET", f"matches/{match}/events?limit=200")["items"]
    passes = passes_in_a_row(events)
    assert passes
    table.sign_in(str(player.token), "Dalmuti")

    page = table.open(f"/m/{match}")
    merged = page.locator(".log .passes")
    merged.first.wait_for()
    lines = merged.all_inner_texts()
    names = [len(line.removesuffix(" pass").replace(" and ", ", ").split(", ")) for line in lines]
    assert all(line.endswith(" pass") for line in lines)
    assert names[1:] == passes[len(passes) - len(names) + 1 :]  # the log begins late, perhaps between two passes

    passed = {event["seq"] for event in events if event["move"] and event["move"]["verb"] == "pass"}
    first = next(seq for seq in sorted(passed) if seq + 1 in passed)
    page = table.open(f"/m/{match}/replay#{first}")
    expect(page.locator(".log .turn .line.now")).to_have_text(re.compile(r"^\s*pass(es)?\s*$"))
    expect(merged).to_have_count(0)
    page.locator(".log .turn .line.later").first.click()
    expect(page.locator("[data-seq]")).to_have_attribute("data-seq", str(first + 1))
    assert table.faults == []
