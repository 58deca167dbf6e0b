"""The table page: nothing moves while it loads, nothing covers the player's cards, and refusals show their reasons."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, Api, Table
from tests.web.scripts import script

NUMBERS = count(1)
GAMES = {"great_dalmuti": 4, "monopoly_deal": 3, "dale_of_merchants": 2, "dealmaker": 3, "negoces2": 3}
LARGER_PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SIZES = [PHONE, LARGER_PHONE, LAPTOP]
SHIFTS = script("shifts")
REACHABLE = script("reachable")
MOST = 0.02
MOVED = "() => window.shifts.reduce((sum, [value]) => sum + value, 0)"
ASKED = "#strip .verbs button[data-verb], #strip [data-main], .market .place.may"
OVERLAP = """() => {
  const [ground, strip] = ['.ground', '#strip'].map((one) => document.querySelector(one).getBoundingClientRect());
  return ground.bottom - strip.top;
}"""
STILL = """async () => {
  await document.fonts.ready;
  const loaded = () => performance.getEntriesByType('resource').length;
  for (let before = -1; before !== loaded();) {
    before = loaded();
    await new Promise((resume) => setTimeout(resume, 500));
  }
}"""
PRESS_WHEN_STILL = """() => new MutationObserver((_, observer) => {
  const card = document.querySelector('.hand span.card');
  if (!card) return;
  observer.disconnect();
  const end = performance.now() + 800;
  while (performance.now() < end);
  card.click();
  document.body.dataset.pressed = "";
}).observe(document.body, {childList: true, subtree: true})"""
"""Presses a card of the hand before the first frame in which it cannot be played, in a browser that draws it slowly."""


def size_name(size: dict[str, int]) -> str:
    return f"{size['width']}x{size['height']}"


def seated_table(stack: Stack, browser: Browser, game: str, viewport: Any, bots: int = 0, **options: Any) -> Table:
    """Returns the page of a player with a match of this game against bots; its address is `table.path`."""
    player = Api.guest(stack.address, f"At table {next(NUMBERS)}")
    match = player.practice(game, bots or GAMES[game], options)
    table = Table(browser, stack.address, viewport=viewport)
    table.sign_in(str(player.token), "Seated")
    table.player, table.path = player, f"/m/{match}"  # type: ignore[attr-defined]
    return table


def open_table(table: Table) -> Page:
    page = table.open(table.path)  # type: ignore[attr-defined]
    page.wait_for_selector("#strip")
    return page


def wait_until_still(page: Page) -> None:
    """Waits until no font is pending, and no file or response has arrived for half a second."""
    page.evaluate(STILL)


def test_the_layout_does_not_move_while_the_first_page_loads(table: Table) -> None:
    table.page.add_init_script(SHIFTS)
    for size in SIZES:
        table.page.set_viewport_size(size)
        page = table.open("/")
        page.locator("form.deal").wait_for()
        page.locator(".tables").wait_for(state="attached")
        wait_until_still(page)

        assert page.evaluate(MOVED) < MOST, (size, page.evaluate("() => window.shifts"))


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_does_not_move_while_a_table_loads_and_the_strip_covers_no_own_cards(
    stack: Stack, browser: Browser, game: str
) -> None:
    table = seated_table(stack, browser, game, LAPTOP)
    open_table(table)  # the bots play until it is this player's turn
    table.page.wait_for_selector("#strip .verbs button, #strip.begun")
    table.page.add_init_script(SHIFTS)

    for size in SIZES:
        table.page.set_viewport_size(size)
        page = open_table(table)
        wait_until_still(page)
        assert page.evaluate(MOVED) < MOST, (size, page.evaluate("() => window.shifts"))

        page.wait_for_selector(ASKED)
        assert page.evaluate(OVERLAP) <= 1, size
        assert page.evaluate(REACHABLE, ".ownside .card, .ownside .stack-place, .market .price, .mybank h3") == [], size
        assert page.evaluate(REACHABLE, ".hand .slot:last-of-type .card, .hand .beside .card") == [], size
    table.close()


def test_on_a_phone_cards_beside_the_hand_do_not_cover_the_hand(stack: Stack, browser: Browser) -> None:
    table = seated_table(stack, browser, "dale_of_merchants", PHONE)
    player = table.player  # type: ignore[attr-defined]

    def with_shown_cards(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        hand = next(zone for zone in body["zones"] if zone["name"] == "hand" and zone["seat"] == body["viewer"])
        shown = {"name": "shown", "seat": body["viewer"], "number": None, "cards": hand["cards"][:2]}
        hand["cards"] = hand["cards"][2:]
        body["zones"] = [zone for zone in body["zones"] if zone["name"] != "shown"] + [shown]
        route.fulfill(response=answer, json=body)

    assert player.token
    table.page.route("**/view", with_shown_cards)
    page = open_table(table)
    page.locator(".hand .beside .card").first.wait_for()

    assert page.evaluate(REACHABLE, ".hand .slot:last-of-type .card, .hand .beside .card:last-of-type") == []
    table.page.unroute_all(behavior="ignoreErrors")
    table.close()


def test_the_result_of_a_match_scrolls_into_view(stack: Stack, browser: Browser) -> None:
    table = seated_table(stack, browser, "monopoly_deal", LAPTOP, max_turns=8)
    pages = {size_name(size): table.context.new_page() for size in SIZES}
    for size, page in zip(SIZES, pages.values()):
        page.set_viewport_size(size)
        page.goto(f"{table.address}{table.path}")  # type: ignore[attr-defined]
        page.wait_for_selector("#strip")
    table.player.play_out(table.path.rpartition("/")[2])  # type: ignore[attr-defined]

    for page in pages.values():
        expect(page.locator(".ending h1")).to_be_in_viewport(ratio=1)
    table.close()


def test_a_press_on_a_card_that_cannot_be_played_shows_the_reason(stack: Stack, browser: Browser) -> None:
    table = seated_table(stack, browser, "negoces2", LAPTOP)
    for language, reason in (("en", "You bid with coins only."), ("fr", "On n’enchérit qu’avec des pièces.")):
        table.prefer(language=language)
        page = open_table(table)
        page.wait_for_selector("[data-verb=bid], #strip .stepper")

        page.locator(".hand button.card[aria-disabled]").first.click(force=True)  # the card is marked as disabled

        expect(page.locator("#strip .line")).to_contain_text(reason)
    table.close()


@pytest.mark.parametrize(("language", "left"), [("en", "End the turn? 3 plays left."), ("fr", "3")])
def test_a_turn_with_plays_left_ends_after_a_second_press(
    stack: Stack, browser: Browser, language: str, left: str
) -> None:
    table = seated_table(stack, browser, "monopoly_deal", PHONE)
    table.prefer(language=language)
    page = open_table(table)
    page.locator("#strip [data-verb=end_turn]").click()

    expect(page.locator("#strip .line")).to_contain_text(left)
    assert not any("/moves?" in address for address in table.requests)
    assert table.unreadable(PHONE, LAPTOP) == []
    with page.expect_response(lambda answer: "/moves?" in answer.url) as answered:  # a bot may answer at once
        page.locator("#strip [data-main].act:not([data-unsteady])").click()
    assert answered.value.status == 201
    table.close()


def test_a_card_pressed_just_after_the_end_of_the_turn_opens_no_window(stack: Stack, browser: Browser) -> None:
    table = seated_table(stack, browser, "monopoly_deal", LAPTOP)
    table.prefer(confirm="never")
    page = open_table(table)
    page.wait_for_selector("[data-verb=end_turn]")
    page.evaluate(PRESS_WHEN_STILL)

    page.locator("[data-verb=end_turn]").click()
    page.wait_for_selector("body[data-pressed]")
    page.wait_for_timeout(500)

    expect(page.locator(".inspector, dialog")).to_have_count(0)
    table.close()


def test_a_lifted_card_is_put_down_by_a_second_press_and_by_a_button(stack: Stack, browser: Browser) -> None:
    table = seated_table(stack, browser, "monopoly_deal", LAPTOP)
    page = open_table(table)
    page.wait_for_selector("[data-verb=end_turn]")
    card = page.locator(".hand button.card.lit").last
    card.click()
    expect(page.locator(".chips button").first).to_be_visible()

    page.wait_for_timeout(600)  # a double press would play it
    card.click()
    expect(page.locator(".chips")).to_have_count(0)
    card.click()
    page.locator("[data-put-back]").click()

    expect(page.locator(".hand .card.lifted")).to_have_count(0)
    assert not any("/moves?" in address for address in table.requests)
    table.close()


def test_a_move_in_progress_survives_a_reload_and_ends_with_its_prompt(stack: Stack, browser: Browser) -> None:
    table = seated_table(stack, browser, "monopoly_deal", LAPTOP)
    page = open_table(table)
    page.wait_for_selector("[data-verb=end_turn]")
    page.locator(".hand button.card.lit").first.click()
    begun = page.locator("#strip[data-begun]").get_attribute("data-begun")

    page = open_table(table)
    expect(page.locator("#strip")).to_have_attribute("data-begun", str(begun))
    page.locator("[data-put-back]").click()
    expect(page.locator("#strip[data-begun]")).to_have_count(0)
    page = open_table(table)
    page.wait_for_selector("[data-verb=end_turn]")

    expect(page.locator("#strip[data-begun]")).to_have_count(0)
    table.close()


def test_a_player_without_taxes_to_pay_is_not_asked_for_cards(stack: Stack, browser: Browser) -> None:
    player = Api.guest(stack.address, "Commoner")
    for seed in range(1, 12):
        options = {"first_hand_taxes": True}
        match = player.match("great_dalmuti", 4, options, seed=f"{seed:064x}")
        legal = player.call("GET", f"matches/{match}/legal-moves")
        if legal["templates"] and all(one["verb"] != "give" for one in legal["templates"]):
            break
    table = Table(browser, stack.address, viewport=PHONE)
    table.sign_in(str(player.token), "Commoner")
    for language, taxes, give in (("en", "taxes", "give"), ("fr", "impôts", "donnez")):
        table.prefer(language=language)
        line = table.open(f"/m/{match}").locator("#strip .line")
        expect(line).to_contain_text(taxes)
        assert give not in line.inner_text()
    table.close()


def test_the_question_mark_key_lists_the_keys(stack: Stack, browser: Browser) -> None:
    table = seated_table(stack, browser, "monopoly_deal", LAPTOP)
    for language in ("en", "fr"):
        table.prefer(language=language)
        page = open_table(table)

        page.keyboard.press("?")

        expect(page.locator("[data-keys] dt")).to_have_count(15)
        assert "key_" not in page.locator("[data-keys]").inner_text()
        assert table.unreadable(LAPTOP, PHONE) == []
        page.keyboard.press("Escape")
        expect(page.locator("[data-keys]")).to_have_count(0)
    table.close()
