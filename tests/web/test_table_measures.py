"""Measurements of the table: nothing shifts in play, the player's own cards stay in view, few presses make a move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.games.harness.time_budget import SEED
from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import Api, Table, only_stored
from tests.web.browser.robot import IDLE_MS, Robot
from tests.web.scripts import script

pytestmark = pytest.mark.timeout(900)

NUMBERS = count(1)
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "monopoly_deal": (3, {}),
    "dale_of_merchants": (3, {}),
    "great_dalmuti": (9, {"end": {"hands": 2}}),
    "dealmaker": (3, {"ready_check": False}),
    "negoces2": (3, {}),
}
SMALL_PHONE, PHONE, TABLET = (360, 640), (390, 844), (768, 1024)
LAPTOP, DESK, LARGE = (1280, 800), (1440, 900), (2560, 1440)
SIDEWAYS, ENLARGED = (844, 390), (720, 450)  # a phone held sideways; 1440 × 900 at 200 %
SIZES = [SMALL_PHONE, PHONE, TABLET, LAPTOP, DESK, LARGE, SIDEWAYS, ENLARGED]
PRESSES, SECONDS = 28, 240
MOST_SHIFT = 0.02
IN_PLAY, OUTSIDE, SIZES_OF = script("inplay"), script("outside"), script("sizes")
ENDS = "() => Object.fromEntries(Object.entries(window.inplay.ends).map(([verb, ends]) => [verb, [...ends]]))"
REPEATED = script("repeated")
ABOVE = """() => {
    const card = document.querySelector('.hand [data-lifted]');
    const rise = parseFloat(getComputedStyle(card).getPropertyValue('--rise'));
    const top = card.closest('.slot').getBoundingClientRect().top - rise;
    return Math.round(top - document.querySelector('.chips').getBoundingClientRect().bottom);
}"""
HEIGHTS = """() => [...document.querySelectorAll('.awning, .seat .face, .seat .name')].map((one) => {
    const {top, bottom} = one.getBoundingClientRect();
    return [one.classList.contains('awning'), Math.round(top), Math.round(bottom)];
})"""
CUT_NAMES = """() => [...document.querySelectorAll('.hand .cardname')]
    .filter((one) => one.checkVisibility())
    .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1
        || one.getBoundingClientRect().bottom > document.querySelector('#strip').getBoundingClientRect().top)
    .map((one) => one.textContent)"""
BOATS = "() => [...document.querySelectorAll('[data-offer]')].map((one) => one.getBoundingClientRect().left)"
BOATS_OUTSIDE = """() => {
    const {bottom, right} = document.querySelector('.middle').getBoundingClientRect();
    return [...document.querySelectorAll('[data-bidder]')]
        .filter((one) => one.getBoundingClientRect().bottom > bottom || one.getBoundingClientRect().right > right
            || one.scrollWidth > one.clientWidth + 16)
        .map((one) => one.dataset.bidder);
}"""
PLACES = "() => [...document.querySelectorAll('.hand .slot')].map((one) => one.getBoundingClientRect().left)"
ASKED = "#strip .verbs button[data-verb], #strip [data-main], .market .place.may"
Opened = Callable[..., Table]
Change = Callable[[dict[str, Any]], None]


def size_name(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@pytest.fixture
def at(stack: Stack, browser: Chromium) -> Iterator[Opened]:
    """Opens a match against bots in a window of some size."""
    tables: list[Table] = []

    def open_one(game: str, size: tuple[int, int], change: Change | None = None, **preferences: Any) -> Table:
        """Opens a table. change: a function that changes the view, which then stays as it is."""
        bots, options = GAMES[game]
        player = Api.guest(stack.address, f"Measured {next(NUMBERS)}")
        table = Table(browser, stack.address, viewport=viewport(size))
        tables.append(table)
        table.prefer(**preferences)
        table.context.add_init_script(IN_PLAY)
        table.sign_in(str(player.token), "Measured")
        if change is not None:
            table.page.route("**/view", lambda route: with_change(route, change))
            table.page.route("**/stream?*", only_stored)
        table.open(f"/m/{player.practice(game, bots, options)}").wait_for_selector(ASKED)
        return table

    yield open_one
    for table in tables:
        table.page.unroute_all(behavior="ignoreErrors")
        table.close()


def with_change(route: Route, change: Change) -> None:
    answer = route.fetch()
    view = answer.json()
    change(view)
    route.fulfill(response=answer, json=view)


def viewport(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(viewport(size))  # type: ignore[arg-type]
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=size_name)
@pytest.mark.parametrize("game", GAMES)
def test_in_play_the_layout_does_not_move_and_own_elements_stay_in_view(
    at: Opened, game: str, size: tuple[int, int]
) -> None:
    table = at(game, size)
    robot, outside = Robot(table.page, SEED), set[str]()

    until = time.monotonic() + SECONDS
    while robot.clicks < PRESSES and not robot.ended and time.monotonic() < until:
        if not robot.step():
            table.page.wait_for_timeout(IDLE_MS)
        if not table.page.locator(".composer, .ending").count():  # the composer lies over the hand of a phone
            outside.update(table.page.evaluate(OUTSIDE))
    seen = table.page.evaluate("() => window.inplay")

    assert robot.clicks >= PRESSES or robot.ended
    assert len(seen["heights"]) == 1, seen["heights"]
    assert outside == set()
    assert seen["shift"] <= MOST_SHIFT, seen["sources"]
    assert {verb: ends for verb, ends in table.page.evaluate(ENDS).items() if len(ends) > 1} == {}
    assert table.faults == []


@pytest.mark.parametrize("game", GAMES)
def test_at_every_size_own_elements_are_in_view_legible_and_large_enough_to_press(at: Opened, game: str) -> None:
    page, found = at(game, DESK).page, {}

    for size in SIZES:
        resize(page, size)
        sizes = page.evaluate(SIZES_OF)
        found[size_name(size)] = page.evaluate(OUTSIDE) + sizes["texts"] + sizes["small"] + sizes["clipped"]

    assert {size: faults for size, faults in found.items() if faults} == {}


def test_at_every_size_the_pawn_fits_into_the_panel_of_its_holder(at: Opened) -> None:
    def with_pawns(view: dict[str, Any]) -> None:
        view["public"]["holders"] = list(range(view["seats"]))

    page = at("dealmaker", DESK, with_pawns).page
    page.locator(".seat .holds").first.wait_for()
    clipped = {}

    for size in SIZES:
        resize(page, size)
        expect(page.locator(".seat .holds")).to_have_count(3)
        clipped[size_name(size)] = page.evaluate(SIZES_OF)["clipped"]

    assert {size: faults for size, faults in clipped.items() if faults} == {}


def test_a_boat_stays_in_its_place_when_further_offers_come(at: Opened) -> None:
    offers: list[dict[str, Any]] = []

    def with_offers(view: dict[str, Any]) -> None:
        view["zones"] = [zone for zone in view["zones"] if zone["name"] != "market"]  # a sale, no auction
        view["public"].update(seller=0, offers=offers)

    def places_with(number: int) -> list[float]:
        terms = {"version": 1, "audience": [0], "give": {"coins": 3}, "want": {}}
        offers[:] = [{"id": owner - 1, "owner": owner, **terms} for owner in range(1, number + 1)]
        page.reload()
        expect(page.locator("[data-offer]")).to_have_count(number)
        return list(page.evaluate(BOATS))

    page = at("negoces2", DESK, with_offers).page
    one, two, three = places_with(1), places_with(2), places_with(3)

    assert two[:1] == one
    assert three[:2] == two


def test_at_every_size_the_awning_is_above_the_faces_and_names(at: Opened) -> None:
    page, covered = at("dealmaker", DESK).page, {}

    for size in SIZES:
        resize(page, size)
        heights = page.evaluate(HEIGHTS)
        [(top, bottom)] = [(top, bottom) for is_awning, top, bottom in heights if is_awning]
        under = [begin for is_awning, begin, end in heights if not is_awning and end > begin]
        assert under
        assert bottom > top or size == SIDEWAYS
        covered[size_name(size)] = [begin for begin in under if begin < bottom]

    assert {size: found for size, found in covered.items() if found} == {}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_phone_the_names_of_dale_cards_are_complete_below_the_cards(at: Opened, language: str) -> None:
    page = at("dale_of_merchants", DESK, language=language).page
    expect(page.locator(".hand .cardname").first).to_be_hidden()

    for size in (SMALL_PHONE, PHONE):
        resize(page, size)
        expect(page.locator(".hand .cardname").first).to_be_visible()
        assert page.evaluate(CUT_NAMES) == [], size_name(size)


def test_on_a_phone_the_stacks_of_other_players_are_visible(at: Opened) -> None:
    def with_stack(view: dict[str, Any]) -> None:
        market = next(zone for zone in view["zones"] if zone["name"] == "market" and zone["cards"])
        view["zones"].append({"name": "stall", "seat": 1, "number": 1, "cards": market["cards"]})

    page = at("dale_of_merchants", PHONE, with_stack).page

    expect(page.locator(".seat .stack-place.built .card")).to_be_visible()


def test_the_line_of_a_complete_move_fits_beside_the_buttons(at: Opened) -> None:
    page = at("dale_of_merchants", LAPTOP, language="fr").page
    page.locator(".market .place.may button").last.click()
    page.locator("#strip [data-main].act").wait_for()

    assert page.locator("#strip .line").evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0


def test_during_the_auction_every_bidder_and_the_own_coins_out_of_those_that_win_are_in_view(at: Opened) -> None:
    page = at("negoces2", DESK).page
    bar = page.locator(".mygoods .coinbar")

    for size in (SMALL_PHONE, PHONE, LAPTOP, DESK):
        resize(page, size)
        expect(page.locator("[data-bidder]")).to_have_count(4)
        assert page.evaluate(BOATS_OUTSIDE) == [], size
        if size in (LAPTOP, DESK):
            expect(bar).to_be_in_viewport(ratio=1)
    expect(bar).to_have_attribute("aria-valuemax", "31")
    expect(page.locator(".mygoods .coins b")).to_have_text(str(bar.get_attribute("aria-valuenow")))
    expect(page.locator(".mygoods small")).to_have_text("31 coins or eight goods win")


def test_the_chart_of_places_orders_every_seat_by_points(at: Opened) -> None:
    def with_points(view: dict[str, Any]) -> None:
        view["public"]["points"] = [3, 8, 5, 0, 8, 1, 2, 4, 6, 7]

    page = at("great_dalmuti", DESK, with_points).page
    page.locator(".placechart li").first.wait_for()

    assert page.locator(".placechart li b").all_inner_texts() == list("8876543210")
    expect(page.locator(".placechart p")).to_have_text("place 7 · 3 points")


def test_the_buttons_of_a_lifted_card_stay_above_it_when_the_window_is_resized(at: Opened) -> None:
    page = at("dale_of_merchants", DESK).page
    page.locator(".hand button.card.lit").first.click()
    page.locator(".chips").wait_for()
    gaps = {}

    for size in (DESK, PHONE, SMALL_PHONE, LARGE):
        resize(page, size)
        gaps[size_name(size)] = page.evaluate(ABOVE)

    assert set(gaps.values()) == {8}, gaps


def test_in_monopoly_deal_a_double_press_lays_or_banks_a_card(at: Opened) -> None:
    page = at("monopoly_deal", DESK).page
    page.wait_for_selector("[data-verb=end_turn]")
    left = page.locator(".plays .on").count()

    page.locator(".hand button.card.lit").last.dblclick()

    expect(page.locator(".plays .on")).to_have_count(left - 1)


def test_in_monopoly_deal_a_card_and_its_button_take_two_presses(at: Opened) -> None:
    page = at("monopoly_deal", PHONE).page
    page.wait_for_selector("[data-verb=end_turn]")
    left = page.locator(".plays .on").count()

    page.locator(".hand button.card.lit").last.click()
    page.locator(".chips .chip.act").first.click()

    expect(page.locator(".plays .on")).to_have_count(left - 1)


def test_in_dale_a_card_of_the_market_is_bought_with_two_presses(at: Opened) -> None:
    page = at("dale_of_merchants", DESK).page
    page.locator(".market .place.may button").first.click()

    with page.expect_response(lambda answer: "/moves?" in answer.url) as answered:
        page.locator("#strip [data-main].act").click()

    assert answered.value.status == 201


def test_a_press_on_a_card_that_cannot_be_paid_shows_its_price_and_begins_no_move(at: Opened) -> None:
    page = at("dale_of_merchants", DESK).page
    page.wait_for_selector(".market .place.dear")

    page.locator(".market .place.dear .card").first.click(force=True)

    expect(page.locator("#strip .line")).to_contain_text("you have")
    expect(page.locator("#strip[data-begun]")).to_have_count(0)


def test_an_offer_takes_two_presses_and_one_for_each_good(at: Opened) -> None:
    page = at("dealmaker", PHONE).page
    page.locator("#strip [data-verb=offer]").click()
    page.locator("[data-everybody]").click()
    page.locator("[data-more=give]:not([disabled])").first.click()
    page.locator("[data-more=want]:not([disabled])").last.click()

    for _ in range(3):  # a bot may have taken the pawn meanwhile
        with page.expect_response(lambda answer: "/moves?" in answer.url) as answered:
            page.locator("#strip [data-main].act:not([data-unsteady])").click()
        if answered.value.status == 201:
            break

    assert answered.value.status == 201


def test_a_key_that_is_held_down_plays_one_move(at: Opened) -> None:
    page = at("monopoly_deal", DESK, confirm="never").page
    page.locator("[data-verb=end_turn]").focus()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/moves?" in request.url else None)

    assert page.evaluate(REPEATED) is False
    assert sent == []


def test_the_unshifted_digits_of_a_french_keyboard_choose_a_button(at: Opened) -> None:
    page = at("monopoly_deal", DESK).page
    page.wait_for_selector("[data-verb=end_turn]")
    page.locator(".hand button.card.lit").last.click()
    page.locator(".chips").wait_for()
    press = "() => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '&', code: 'Digit1', bubbles: true}))"

    with page.expect_response(lambda answer: "/moves?" in answer.url):
        page.evaluate(press)


def test_in_dale_the_effect_of_the_pressed_card_is_beside_the_hand_but_not_on_a_phone(at: Opened) -> None:
    page = at("dale_of_merchants", DESK).page
    card, effect = page.locator(".market .place.may button").first, page.locator(".effect p")

    for size in (DESK, LAPTOP):
        resize(page, size)
        words, places = str(card.get_attribute("aria-label")), page.evaluate(PLACES)
        card.click()
        expect(effect).to_be_in_viewport(ratio=1)
        assert effect.inner_text() in words
        assert page.evaluate(PLACES) == places
        page.locator("[data-put-back]").click()
        expect(effect).to_have_count(0)

    resize(page, SMALL_PHONE)
    card.click()
    expect(page.locator("#strip [data-main].act")).to_be_visible()
    expect(page.locator(".effect")).to_be_hidden()
