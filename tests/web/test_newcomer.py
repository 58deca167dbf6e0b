"""Obstacles that a newcomer met in a trial of the site: things that they could not see, reach or undo."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, Api, Table, without_prompts
from tests.web.scripts import script

NUMBERS = count(1)
LAPTOP = {"width": 1280, "height": 800}
SWATCHES = script("swatches")
COLOURS = """(name) => {
  let behind = name;
  while (behind && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
  return [getComputedStyle(name).color, getComputedStyle(behind).backgroundColor];
}"""


def at_table(stack: Stack, browser: Browser, game: str, bots: int, viewport: Any, **options: Any) -> Table:
    """Opens a match of this game against bots."""
    player = Api.guest(stack.address, f"Newcomer {next(NUMBERS)}")
    match = player.practice(game, bots, options)
    table = Table(browser, stack.address, viewport=viewport)
    table.sign_in(str(player.token), "New")
    table.open(f"/m/{match}").wait_for_selector("#strip")
    return table


def test_the_log_can_be_closed_on_a_phone(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser, "great_dalmuti", 3, PHONE)
    log, rail = table.page.get_by_role("button", name="Log"), table.page.locator(".rail")
    closing = (table.page.locator("[data-close-rail]").click, lambda: table.page.keyboard.press("Escape"))

    for close in closing:
        log.click()
        expect(rail).to_be_in_viewport(ratio=0.9)
        close()
        expect(rail).not_to_be_visible()
    table.close()


def test_the_name_of_a_chosen_opponent_stays_readable(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser, "dealmaker", 3, LAPTOP)
    page = table.page
    page.locator("[data-verb='ready']").click()
    page.locator("[data-verb='offer']").click()

    page.locator("[data-seat='1'] .seathead").click()

    page.locator("[data-seat='1'].chosen").wait_for()
    page.mouse.move(1, 1)  # a button under the pointer has other colours
    ink, paper = page.locator("[data-seat='1'] .name").evaluate(COLOURS)
    assert ink != paper
    table.close()


def test_the_table_says_which_hand_is_played(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser, "great_dalmuti", 3, PHONE, end={"hands": 7})

    expect(table.page.locator(".progress")).to_have_text("Hand 1 of 7 · you have 0 points")
    table.close()


def test_a_chosen_name_is_kept_when_another_game_is_selected(table: Table) -> None:
    page = table.open("/")
    page.locator("[data-own-name]").click()
    page.get_by_label("Your name").fill("Capucine")

    page.get_by_role("radio", name="Négoces 2").click()

    expect(page.locator(".deal")).to_contain_text("You are Capucine")


def test_on_a_phone_the_chosen_game_is_named_beside_the_button(table: Table) -> None:
    table.page.set_viewport_size(PHONE)
    page = table.open("/")

    page.get_by_role("radio", name="Négoces 2").click()

    expect(page.locator("form.deal summary")).to_contain_text("Négoces 2")
    expect(page.locator("form.deal button.act")).to_be_in_viewport()


def test_more_options_keeps_the_bots_that_were_chosen(table: Table) -> None:
    page = table.open("/")
    page.locator("form.deal summary").click()
    page.get_by_label("Opponents").select_option("2")

    page.get_by_role("link", name="more options").click()

    chosen = page.get_by_role("radio", name="bot", exact=True, checked=True)
    expect(chosen).to_have_count(2)


def test_the_option_for_the_end_of_a_match_is_a_form_field(table: Table) -> None:
    page = table.open("/new/great_dalmuti")
    page.locator("summary").click()

    page.locator("#option-end").select_option("total")
    page.get_by_label("Points to reach").fill("30")

    page.get_by_label("Points to reach").press("Tab")
    expect(page.locator("form .notice")).to_contain_text("End = 30 points")


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("great_dalmuti", "en"),
        ("monopoly_deal", "fr"),
        ("dale_of_merchants", "en"),
        ("dealmaker", "fr"),
        ("negoces2", "fr"),
    ],
)
def test_the_rules_show_examples_with_cards(stack: Stack, table: Table, game: str, language: str) -> None:
    asked = Request(f"{stack.address}/api/v1/games/{game}?fields=examples", headers={"Accept-Language": language})
    with urlopen(asked) as answer:
        examples = json.load(answer)["examples"]
    table.prefer(language=language)

    page = table.open(f"/rules/{game}")

    shown = page.locator("[data-examples] li")
    expect(shown).to_have_count(len(examples))
    for place, example in enumerate(examples):
        expect(shown.nth(place)).to_contain_text(example["title"])
        expect(shown.nth(place).locator("svg.art")).to_have_count(sum(map(len, example["groups"])))
    assert table.faults == []


def test_the_rules_begin_with_the_goal_of_the_game(table: Table) -> None:
    page = table.open("/rules/dale_of_merchants")

    first = page.locator(".rulesof > *").first
    expect(first).to_contain_text("What it is about.")
    expect(first).to_contain_text("How a turn goes.")
    expect(first).to_contain_text("How one wins. The first player who has built eight stacks wins at once.")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_choices_of_options_are_words_and_not_identifiers(table: Table, language: str) -> None:
    table.prefer(language=language)
    for game in ("dale_of_merchants", "dealmaker", "great_dalmuti", "monopoly_deal", "negoces2"):
        page = table.open(f"/new/{game}")
        page.locator("summary").click()

        words = page.locator(".fields details option, .fields details small").all_inner_texts()

        assert len(words) > 5, game
        assert [word for word in words if "_" in word or "rank13" in word or "{" in word] == [], game


def test_the_length_of_a_match_is_shown_and_a_button_shortens_it(table: Table) -> None:
    page = table.open("/new/great_dalmuti")
    expect(page.locator("[data-length]")).to_have_text("A match takes about 60 minutes.")

    page.locator("[data-short]").click()

    expect(page.locator("[data-length]")).to_have_text("A match takes about 9 minutes.")
    expect(page.locator("form .notice")).to_contain_text("End = 3 hands")


def test_a_first_match_of_a_long_game_is_short_and_against_beginners(stack: Stack, table: Table) -> None:
    page = table.open("/")
    page.get_by_role("radio", name="The Great Dalmuti").click()
    expect(page.locator(".deal [data-length]")).to_have_text("short match: 3 hands · about 9 minutes")

    page.get_by_role("button", name="Deal me in").click()

    page.wait_for_selector("#strip")
    head = Api(stack.address, table.token()).call("GET", f"matches/{table.match_id()}")
    assert head["options"]["end"] == {"hands": 3}
    assert {seat["policy"] for seat in head["seats"] if seat["kind"] == "bot"} == {"beginner"}


SMALLEST = """() => [...document.querySelectorAll('.hand .card text, .market .card text')].filter(
  (text) => text.getClientRects().length, // a card has other texts for other sizes
).map((text) => {
  const size = Number(text.getAttribute('font-size')) * text.ownerSVGElement.getBoundingClientRect().width / 100;
  return [text.textContent, Math.round(10 * size) / 10];
})"""


@pytest.mark.parametrize(("game", "bots"), [("dale_of_merchants", 1), ("monopoly_deal", 2), ("negoces2", 3)])
def test_on_a_phone_names_and_values_of_cards_are_legible(stack: Stack, browser: Browser, game: str, bots: int) -> None:
    table = at_table(stack, browser, game, bots, PHONE)
    table.page.locator(".hand .card").first.wait_for()

    texts = table.page.evaluate(SMALLEST)

    assert texts and [(text, size) for text, size in texts if size < 10] == []
    table.close()


def test_the_end_shows_its_reason_and_the_replay_opens_at_the_deal(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Watching the end")
    match = player.practice("monopoly_deal", 2, {"max_turns": 4})
    player.play_out(match)
    table.sign_in(str(player.token), "Watching the end")

    page = table.open(f"/m/{match}")
    expect(page.locator(".ending [data-reason]")).to_contain_text("nobody wins")
    expect(page.get_by_role("heading", name="A draw")).to_be_visible()
    page.get_by_role("link", name="Replay").click()

    page.locator(".replay .hand .card").first.wait_for()
    assert int(page.url.partition("#")[2]) > 0


def test_a_card_of_several_colours_shows_all_of_them(table: Table) -> None:
    faces = {"wild_red_yellow": {"colours": ["red", "yellow"]}, "rent_any": {"rents": ["brown", "red", "green"]}}

    two, many = table.open("/").evaluate(SWATCHES, faces)

    assert two == ["#C9302C", "#F4D13D"] and len(many) == 3


def test_the_end_of_the_game_is_confirmed_by_a_second_press(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser, "dealmaker", 2, LAPTOP, ready_check=False)
    page = table.page
    template = {"verb": "enough", "label": "End the game?", "slots": {}}

    def legal(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        if body.get("templates") and any(one["verb"] == "offer" for one in body["templates"]):
            body["templates"].append(template)
        route.fulfill(response=answer, json=body)

    page.route("**/stream?*", without_prompts)
    page.route("**/legal-moves?**", legal)
    page.reload()
    page.locator("[data-verb=enough]").click()

    expect(page.locator("[data-main]")).to_contain_text("End the game?")
    assert not any("/moves?" in address for address in table.requests)
    page.unroute_all(behavior="ignoreErrors")
    table.close()


def test_an_open_vote_is_shown_on_its_tab_and_keeps_the_sentence(stack: Stack, table: Table) -> None:
    players = [Api.guest(stack.address, f"Voting {seat}") for seat in range(3)]
    match = players[0].match("dealmaker", 2, {"ready_check": False}, seat="open")
    for player in players[1:]:
        player.call("POST", f"matches/{match}/seats", {})
    table.sign_in(str(players[0].token), "Voting 0")
    page = table.open(f"/m/{match}")
    page.locator("[data-verb=offer]").click()
    page.locator("[data-aside] [data-option='1']").click()

    legal = players[1].call("GET", f"matches/{match}/legal-moves?limit=60")
    proposal = next(move for move in legal["moves"] if move["verb"] == "propose_stop")
    players[1].call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **proposal})

    expect(page.get_by_role("tab", name="Stop buying?").locator("[data-waits]")).to_be_visible()
    expect(page.locator("[data-aside] [data-option='1']")).to_have_attribute("aria-checked", "true")
    page.get_by_role("tab", name="Stop buying?").click()
    expect(page.locator("[data-verb=agree]")).to_be_visible()
    assert table.unreadable(LAPTOP, PHONE) == []


def test_a_number_of_coins_has_its_unit(stack: Stack, browser: Browser) -> None:
    table = at_table(stack, browser, "negoces2", 3, PHONE)
    page = table.page
    if page.locator("[data-verb=bid]").count():
        page.locator("[data-verb=bid]").click()

    expect(page.locator("#strip [data-main]")).to_contain_text(re.compile("coin"))
    table.close()


@pytest.fixture
def bazaar(stack: Stack, table: Table) -> tuple[list[Api], str]:
    """Returns three people at Dealmaker without bots, and the match; the first person is signed in."""
    players = [Api.guest(stack.address, f"Trader {next(NUMBERS)}") for _ in range(3)]
    match = players[0].match("dealmaker", 2, {"ready_check": False}, seat="open")
    for player in players[1:]:
        player.call("POST", f"matches/{match}/seats", {})
    table.sign_in(str(players[0].token), "Trader")
    return players, match


def test_on_a_low_phone_the_whole_pawn_is_in_view(bazaar: tuple[list[Api], str], table: Table) -> None:
    table.prefer(language="fr")  # French words are longer
    table.page.set_viewport_size({"width": 360, "height": 560})
    page = table.open(f"/m/{bazaar[1]}")

    expect(page.locator("button.pawn")).to_be_in_viewport(ratio=1)


def test_one_press_addresses_an_offer_to_everybody(bazaar: tuple[list[Api], str], table: Table) -> None:
    page = table.open(f"/m/{bazaar[1]}")
    page.locator("[data-verb=offer]").click()
    expect(page.locator("#strip .line")).to_contain_text("to whom")

    page.locator("[data-everybody]").click()

    expect(page.locator("[data-aside] [aria-checked=true]")).to_have_count(2)
    expect(page.locator("[data-everybody]")).to_have_attribute("aria-pressed", "true")


def test_a_score_has_its_unit(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Scoring")
    match = player.practice("great_dalmuti", 3, {"end": {"hands": 1}})
    player.play_out(match)
    table.sign_in(str(player.token), "Scoring")

    for language in ("en", "fr"):
        table.prefer(language=language)
        scores = table.open(f"/m/{match}").locator(".ending [data-score]")
        expect(scores).to_have_count(4)
        for score in scores.all():
            expect(score).to_have_text(re.compile(r"\d points?$"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_guided_first_match_shows_each_idea_once_and_can_be_skipped(table: Table, language: str) -> None:
    table.prefer(language=language)
    page = table.open("/rules/great_dalmuti")
    page.locator("a[href='/learn/great_dalmuti']").click()
    page.locator("form button.act").click()
    idea = page.locator("[data-guide]")
    page.wait_for_selector("[data-guide]:not([data-guide=''])")
    first = idea.get_attribute("data-guide")
    assert table.unreadable(LAPTOP, PHONE) == []

    page.locator("[data-got-it]").click()
    expect(idea).not_to_have_attribute("data-guide", str(first))
    page.reload()
    page.wait_for_selector("[data-guide]")
    assert idea.get_attribute("data-guide") != first
    head = Api(table.address, table.token()).call("GET", f"matches/{table.match_id()}")
    assert [seat["kind"] for seat in head["seats"]] == ["player", "bot", "bot", "bot"] and head["practice"]
    page.locator("[data-skip-guide]").click()
    page.reload()
    page.wait_for_selector("#strip")
    assert idea.count() == 0 and table.faults == []


@pytest.mark.parametrize("game", ["monopoly_deal", "dale_of_merchants"])
def test_a_guided_match_begins_with_the_turn_of_the_player_and_points_at_a_card(table: Table, game: str) -> None:
    page = table.open(f"/learn/{game}")

    page.locator("form button.act").click()
    page.wait_for_selector("[data-guide]:not([data-guide=''])")

    expect(page.locator("#strip .line")).to_have_text("Your turn")
    assert Api(table.address, table.token()).call("GET", f"matches/{table.match_id()}/view")["public"]["turn"] == 0
    tip = page.evaluate("""() => {
      const guide = document.querySelector(".guide");
      return guide.getBoundingClientRect().left + parseFloat(getComputedStyle(guide, "::after").left) + 9;
    }""")
    card = page.locator(".hand button.card.lit").first.bounding_box()
    assert card and card["x"] < tip < card["x"] + card["width"]
