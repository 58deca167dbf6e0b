"""How much the client loads, and how soon a click changes the table. Figures are printed; only weights have limits."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.stack import Stack
from tests.web.browser.pages import Api, Table

FIRST_LOAD_MOST = 150_000
# What a table loads besides, of the client's own: the table itself, one layout, the drawings of one game.
TABLE_MORE_MOST = 91_000
CLICKS = 4
LOADED = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .map(({name, encodedBodySize}) => [name.replace(location.origin, ''), encodedBodySize])"""
END = "#question [data-verb=end_turn]"
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


def loaded(page: Page) -> dict[str, int]:
    """Bytes over the wire by kind."""
    page.wait_for_load_state("networkidle")
    kinds = {"JavaScript": 0, "CSS": 0, "fonts": 0, "API": 0, "page": 0}
    for name, size in page.evaluate(LOADED):
        endings = {".js": "JavaScript", ".css": "CSS", ".woff2": "fonts"}
        kind = "API" if "/api/" in name else next((endings[end] for end in endings if name.endswith(end)), "page")
        kinds[kind] += size
    return kinds


def printed(label: str, kinds: dict[str, int]) -> str:
    parts = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in kinds.items())
    return f"\n{label}: {sum(kinds.values()) / 1000:.1f} kB ({parts})"


def test_the_first_page_is_light_and_a_table_loads_only_what_it_needs(
    stack: Stack, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    page = table.open("/")
    page.wait_for_selector(".gamepick")
    first = loaded(page)
    player = Api.guest(stack.address, "Weighing")
    match = player.match("monopoly_deal", 1)
    at_table = Table(page.context.browser, stack.address)  # type: ignore[arg-type]
    try:
        at_table.sign_in(str(player.token), "Weighing")
        at_table.open(f"/m/{match}").wait_for_selector("#question .verbs button")
        names: list[Any] = at_table.page.evaluate(LOADED)
        scripts = sum(size for name, size in names if name.endswith(".js"))
    finally:
        at_table.close()
    with capsys.disabled():
        print(printed("first load", first))
        print(f"a table adds {(scripts - first['JavaScript']) / 1000:.1f} kB of JavaScript")

    assert sum(first.values()) <= FIRST_LOAD_MOST
    assert scripts - first["JavaScript"] <= TABLE_MORE_MOST
    other_games = ("layouts/dealmaker.js", "layouts/negoces2.js", "cards/dale.js", "texts/fr.js", "pages/verify.js")
    assert not [name for name, _ in names if name.endswith(other_games)]


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
