"""A spectator of a match with a delay, in a real browser, sees no event before the delay has passed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from playwright.sync_api import expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "monopoly_deal"
DELAY = 5
# Records the time when the page first shows each event.
WATCH = """() => {
  window.shown = [];
  const note = () => {
    const seq = document.querySelector('.table[data-seq]')?.dataset.seq;
    if (seq !== undefined && shown.at(-1)?.[0] !== Number(seq)) shown.push([Number(seq), Date.now()]);
  };
  const what = {subtree: true, childList: true, attributes: true, attributeFilter: ['data-seq']};
  new MutationObserver(note).observe(document, what);
}"""


def test_a_spectator_sees_each_row_after_the_delay_also_after_a_reload(stack: Stack, table: Table) -> None:
    players = [Api.guest(stack.address, f"Delayed {side}") for side in ("left", "right")]
    match = players[0].match(GAME, 1, seat="open", spectator_delay=DELAY)
    players[1].call("POST", f"matches/{match}/seats", {})
    table.page.add_init_script(f"({WATCH})()")

    page = table.open(f"/m/{match}")
    expect(page.locator(".late")).to_contain_text(f"{DELAY} s")
    first = move(players, match)
    page.locator(f".table[data-seq='{first}']").wait_for()
    assert table.unreadable(WIDE, PHONE) == []
    before = page.evaluate("shown")
    page.reload()
    second = move(players, match)
    page.locator(f".table[data-seq='{second}']").wait_for()

    written = events(players[0], match)
    dealt = next(event["seq"] for event in written if event["type"] == "match.started")  # earlier events have no delay
    happened = {event["seq"]: moment(event["at"]) for event in written if event["seq"] >= dealt}
    assert first in happened and second in happened
    for shown in (before, page.evaluate("shown")):
        assert [seq for seq, ms in shown if seq in happened and ms < happened[seq] + 1000 * DELAY] == []
    assert second in [seq for seq, _ in page.evaluate("shown")]
    assert page.locator(".hand .card, [data-verb]").count() == 0
    assert table.faults == []


def move(players: list[Api], match: str) -> int:
    """Plays the first legal move of a seat that must act; returns the number of the last event for a player."""
    for player in players:
        legal = player.call("GET", f"matches/{match}/legal-moves?limit=1")
        if legal["moves"]:
            player.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})
            break
    return int(players[0].call("GET", f"matches/{match}")["seq"])


def events(player: Api, match: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.call("GET", f"matches/{match}/events?after=0&limit=200")["items"]
    return found


def moment(at: str) -> float:
    """Returns the milliseconds of a time in the API's format."""
    return 1000 * datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp()
