"""The pages of the client in a real browser: strict policy, no errors, accessible, and unchanged by a reload."""

from __future__ import annotations

import base64
import json
import time
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.stack import Stack
from tests.web.browser import icons
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import PHONE, WIDE, Api, Table

NUMBERS = "(cards) => cards.map((card) => Number(card.dataset.card))"
PLAYABLE = f"{1:064x}"
"""The seed of a match in which the player may play a card before the bot prompts them."""
OTHER = "(asked) => document.querySelector('#strip').innerHTML !== asked"
MISSING_NAME = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def finished(stack: Stack) -> tuple[Api, str]:
    """A short finished match, played with first legal moves."""
    player = Api.guest(stack.address, "Auditor")
    match = player.match("monopoly_deal", 2, {"max_turns": 6})
    player.play_out(match)
    return player, match


PIXELS = """async (sources) => {
  const pixels = sources.map(async (source) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height).data;
  });
  const [one, other] = await Promise.all(pixels);
  if (one.length !== other.length) return -1;
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at])), 0);
}"""
"""A script that returns the largest difference of two PNG images in a colour (0 to 255); -1 if sizes differ."""
SHARED = (
    ("?text=Come+and+play%3A+{here}/m/nowhere.&title=x", "/m/nowhere"),
    ("?url={here}/invite%23secret", "/invite"),
    ("?text=https://elsewhere.example/m/nowhere", "/open"),
)
PAGES = (
    ("/", "/open", "/login", "/play", "/new/dealmaker", "/login#forgotten", "/rules/negoces2", "/verify"),
    ("/settings", "/account", "/login#create", "/community", "/ratings", "/tournaments", "/clubs", "/arena"),
)


@pytest.mark.parametrize("paths", PAGES, ids=["from the first page", "from the settings"])
def test_pages_are_readable_in_both_sizes_and_themes(table: Table, paths: tuple[str, ...]) -> None:
    for path in paths:
        table.open(path).wait_for_load_state("networkidle")
        assert table.unreadable(WIDE, PHONE) == [], path

    assert table.faults == []


def test_the_form_of_a_new_table_names_its_game(table: Table) -> None:
    page = table.open("/new/negoces2")

    page.wait_for_selector("form")
    assert page.locator("#game").input_value() == "negoces2"


def test_every_page_is_served_with_the_strict_content_security_policy(stack: Stack, table: Table) -> None:
    for path in ("/", "/play", "/m/nowhere", "/m/nowhere/replay", "/verify", "/rules", "/settings"):
        answer = table.page.goto(f"{stack.address}{path}")
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert answer.status == 200
        assert "unsafe" not in policy and "script-src 'self'" in policy and "default-src 'none'" in policy


def test_a_message_cannot_inject_markup(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Mallory")
    match = player.match("monopoly_deal", 1)
    player.call("POST", f"matches/{match}/messages", {"text": MISSING_NAME})
    table.sign_in(str(player.token), "Mallory")
    page = table.open(f"/m/{match}")
    page.wait_for_selector(".log .line")

    assert MISSING_NAME in page.locator(".log").first.inner_text()
    assert page.locator("img").count() == 0
    assert table.faults == []
    page.evaluate("(text) => document.querySelector('.log').innerHTML += text", MISSING_NAME)
    page.wait_for_timeout(50)
    assert page.locator("img").count() == 1
    assert any("Content Security Policy" in fault for fault in table.faults)


def test_a_turn_is_played_with_the_keyboard_alone(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Keyboard")
    match = player.match("monopoly_deal", 1, seed=PLAYABLE)
    table.sign_in(str(player.token), "Keyboard")
    page = table.open(f"/m/{match}")
    page.wait_for_selector(".hand .card.lit")
    before = player.call("GET", f"matches/{match}")["seq"]

    while not page.evaluate("() => document.activeElement.matches('.hand *')"):  # the page may not listen yet
        page.keyboard.press("h")
        page.wait_for_timeout(50)
    asked = page.locator("#strip").inner_html()
    page.keyboard.press("Enter")
    page.wait_for_function(OTHER, arg=asked)
    for _ in range(6):
        if page.locator("#strip [data-main].act").count():
            break
        page.keyboard.press("q")
        for _ in range(12):
            if page.evaluate("() => document.activeElement.matches('[data-verb], [data-option], [data-chip]')"):
                break
            page.keyboard.press("Tab")
        asked = page.locator("#strip").inner_html()
        page.keyboard.press("Enter")
        page.wait_for_function(OTHER, arg=asked)
    page.locator("#strip [data-main]").focus()
    page.keyboard.press("Enter")

    page.wait_for_function("(before) => document.querySelector('.table').dataset.seq > before", arg=before)
    assert player.call("GET", f"matches/{match}")["seq"] > before
    assert table.faults == []


def test_on_a_phone_the_composer_of_an_offer_is_legible(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Small screen")
    match = player.practice("dealmaker", 2, {"max_idle_acts": 20})
    table.sign_in(str(player.token), "Small screen")
    table.prefer(guide={"match": match, "seen": []})
    page = table.open(f"/m/{match}")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.locator(".notices > *").first.wait_for()
    for _ in range(20):
        if page.locator("#strip [data-verb=offer]").count():
            break
        page.locator("#strip .verbs button").first.click()
        page.wait_for_timeout(300)
    seat = page.locator(".seat").first.bounding_box()
    page.locator("#strip [data-verb=offer]").click()
    page.wait_for_selector("[data-composer]")

    assert table.unreadable(PHONE) == []
    assert page.locator(".notices > *").first.is_visible()
    assert page.locator(".seat").first.bounding_box() == seat, "a notice takes no room from the table"


def hand_of(player: Api, match: str, at: int) -> list[int]:
    view = player.call("GET", f"matches/{match}/view?at={at}")
    return sorted(next(zone["cards"] for zone in view["zones"] if zone["name"] == "hand" and zone["seat"] == 0))


def test_a_replay_shows_the_view_at_any_row(finished: tuple[Api, str], table: Table) -> None:
    player, match = finished
    table.sign_in(str(player.token), "Auditor")
    last = player.call("GET", f"matches/{match}")["seq"]
    page = table.open(f"/m/{match}/replay#{last}")
    shown, last_of = {}, {}
    for at in (last, last * 3 // 4, last // 2, last // 3, 5):
        page.locator(".timeline input").fill(str(at))
        page.wait_for_selector(f"[data-seq='{at}']")
        shown[at] = sorted(page.eval_on_selector_all(".hand [data-card]", NUMBERS))
        if page.locator(".lastact").count():
            last_of[at] = page.locator(".lastact").inner_text()

    assert len(set(last_of.values())) > 1, "expected the last move of each row, got the same one at all"
    assert shown == {at: hand_of(player, match, at) for at in shown}
    assert shown != {at: hand_of(player, match, at - 4) for at in shown}
    page.get_by_role("button", name="Back", exact=True).click()
    page.wait_for_selector("[data-seq='4']")
    page.wait_for_url("**#4")
    page.reload()
    page.wait_for_selector("[data-seq='4']")
    assert table.faults == []


def test_an_audit_succeeds_and_fails_after_one_altered_byte(
    finished: tuple[Api, str], table: Table, tmp_path: Path
) -> None:
    player, match = finished
    table.sign_in(str(player.token), "Auditor")
    page = table.open(f"/m/{match}/verify")
    page.wait_for_selector("[data-verdict=good]")
    assert page.locator(".steps .OK").count() >= 8

    bundle = player.call("GET", f"matches/{match}/export")
    core = bundle["events"][5]["core"]
    bundle["events"][5]["core"] = core.replace('"by":"', '"by":"x', 1)
    assert bundle["events"][5]["core"] != core
    altered = tmp_path / "altered.json"
    altered.write_text(json.dumps(bundle), encoding="utf-8")
    page.set_input_files("input[type=file]", altered)
    page.wait_for_selector("[data-verdict=bad]")
    assert page.locator(".steps .FAILED").count() >= 1
    assert table.faults == []


def test_a_page_of_the_bundle_audits_in_its_web_worker(
    finished: tuple[Api, str], bundled: str, browser: Chromium
) -> None:
    player, match = finished
    with closing(Table(browser, bundled)) as table:
        table.sign_in(str(player.token), "Auditor")
        table.open(f"/m/{match}/verify").wait_for_selector("[data-verdict=good]")
        assert table.faults == []


def test_an_arena_is_shown_from_its_file_and_an_altered_match_is_named(
    finished: tuple[Api, str], table: Table, tmp_path: Path
) -> None:
    player, match = finished
    bundle = player.call("GET", f"matches/{match}/export")
    line = {"entrant": "Deep Deal", "rating": 40, "rating_margin": 12, "points": 612, "points_margin": None}
    file = {
        "format": "comptoir-arena/1",
        "game": "monopoly_deal",
        "deals": 1,
        "seconds": 60,
        "matches": [{"export": bundle}],
        "table": [{**line, "matches": 1, "forfeits": 0}],
    }
    page, chosen = table.open("/arena"), tmp_path / "arena.json"
    chosen.write_text(json.dumps(file), encoding="utf-8")
    page.set_input_files("input[type=file]", chosen)
    page.wait_for_selector("[data-verdict=good]")
    assert page.locator("tbody td").all_inner_texts() == ["1", "Deep Deal", "40 ± 12", "612", "1", "0"]
    assert table.unreadable(WIDE, PHONE) == []

    core = bundle["events"][5]["core"]
    bundle["events"][5]["core"] = core.replace('"by":"', '"by":"x', 1)
    assert bundle["events"][5]["core"] != core
    chosen.write_text(json.dumps(file), encoding="utf-8")
    page.set_input_files("input[type=file]", chosen)
    page.wait_for_selector("[data-verdict=bad]")
    assert match in page.locator("[data-verdict]").inner_text()
    assert table.faults == []


def test_a_browser_that_receives_another_history_shows_a_warning_at_every_visit(
    stack: Stack, browser: Chromium
) -> None:
    with closing(Table(browser, stack.address)) as table:
        player = Api.guest(stack.address, "Historian")
        player.match("monopoly_deal", 1)
        log_has_begun(stack.address)
        table.sign_in(str(player.token), "Historian")
        with table.page.expect_response("**/log/extension/0"):
            table.open("/")
        table.page.wait_for_function("() => JSON.parse(localStorage.getItem('comptoir.log') ?? '{}').note")
        with table.page.expect_response("**/log/extension/*"):
            forget_the_hour(table, "note")
        table.page.wait_for_function("() => JSON.parse(localStorage.getItem('comptoir.log')).at > 0")
        expect(table.page.locator("[data-two-histories]")).to_have_count(0)

        for _ in range(2):
            forget_the_hour(table, "note.replace(/\\n[^\\n]{43}=\\n/, `\\n${'A'.repeat(43)}=\\n`)")
            table.page.wait_for_selector("[data-two-histories][role=alert] a[download]")
        assert table.faults == []


def log_has_begun(address: str) -> None:
    """Waits until the log contains the start of the match."""
    until = time.monotonic() + 60
    while urlopen(f"{address}/log/checkpoint").read().split(b"\n")[1] == b"0":
        assert time.monotonic() < until
        time.sleep(0.2)


def forget_the_hour(table: Table, note: str) -> None:
    """Makes the browser compare again after a reload. note: the stored checkpoint, as JavaScript."""
    table.page.evaluate(f"""() => {{
      const {{ note, other }} = JSON.parse(localStorage.getItem('comptoir.log'));
      localStorage.setItem('comptoir.log', JSON.stringify({{ note: {note}, at: 0, other: other ?? null }}));
    }}""")
    table.page.reload()


def test_a_link_shared_with_the_client_opens_its_page(stack: Stack, table: Table) -> None:
    for query, opened in SHARED:
        page = table.open(f"{stack.address}/open{query.format(here=stack.address)}")
        page.wait_for_selector("h1")
        page.wait_for_function("(path) => location.pathname === path", arg=opened)
    page.get_by_text("This is no link to a page of").wait_for()
    page.locator("input[name=link]").fill(f"{stack.address}/rules/dealmaker")
    page.wait_for_url("**/rules/dealmaker")


def test_the_icons_equal_renderings_of_their_pictures(table: Table, browser: Chromium) -> None:
    table.page.goto("about:blank")

    def apart(drawn: str, picture: str, pixels: int) -> int:
        both = ((icons.FOLDER / drawn).read_bytes(), icons.drawn(browser, picture, pixels))
        return int(table.page.evaluate(PIXELS, [base64.b64encode(one).decode() for one in both]))

    assert {name: apart(name, *source) for name, source in icons.DRAWN.items()} == dict.fromkeys(icons.DRAWN, 0)
    assert apart("any-192.png", "icon-turn.svg", 192) > 0
