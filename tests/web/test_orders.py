"""Standing orders and premoves in a real browser: as sentences, from a form, until they answer or are withdrawn."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "great_dalmuti"
PATIENCE = 180


def sign_in_at_table(stack: Stack, table: Table, name: str, language: str = "en") -> tuple[Api, str, Page]:
    """A player among bots, with the orders of their table open."""
    player = Api.guest(stack.address, name)
    match = player.practice(GAME, 3)
    table.prefer(language=language)
    table.sign_in(str(player.token), name)
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#strip")
    page.get_by_role("tab", name="Orders" if language == "en" else "Consignes").click()
    page.wait_for_selector(".orders")
    return player, match, page


def orders(player: Api, match: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.call("GET", f"matches/{match}/standing-orders")["items"]
    return found


def test_an_order_is_written_as_a_sentence_and_withdrawn(stack: Stack, table: Table) -> None:
    player, match, page = sign_in_at_table(stack, table, "Ordering")
    page.get_by_role("button", name="Add an order").click()
    page.locator("[name=phase]").select_option("follow")
    page.locator("[name=verb]").select_option("pass")
    page.locator("[data-add-condition]").click()
    page.get_by_label("What is looked at").select_option("count.hand")
    page.get_by_label("Comparison").select_option("lt")
    page.get_by_label("Value").fill("5")
    page.get_by_role("checkbox", name="Answer only shortly").check()
    sentence = "“Follow”, if the number of my cards in “Hand” is less than 5: Pass."
    assert page.locator("[data-order-sentence]").inner_text() == sentence
    assert table.unreadable(WIDE, PHONE) == []
    page.get_by_role("button", name="Save the order").click()
    page.wait_for_selector("[data-order]")

    (order,) = orders(player, match)
    assert order["if"] == {"value": "count.hand", "is": "lt", "to": 5}
    assert (order["phase"], order["move"]["verb"], order["late"], order["once"]) == ("follow", "pass", True, False)
    assert sentence in page.locator("[data-order]").inner_text()
    page.locator("[data-order]").get_by_role("button", name="Withdraw").click()
    page.wait_for_selector("[data-order]", state="detached")
    assert orders(player, match) == []
    assert table.faults == []


def test_orders_are_written_as_french_sentences(stack: Stack, table: Table) -> None:
    player, match, page = sign_in_at_table(stack, table, "Ordonnant", language="fr")
    conditions = {"all": [{"can": "play"}, {"not": {"value": "public.hand_number", "is": "ge", "to": 2}}]}
    player.call(
        "POST", f"matches/{match}/standing-orders", {"phase": "follow", "if": conditions, "move": {"verb": "pass"}}
    )
    page.reload()
    page.wait_for_selector("#strip")
    page.get_by_role("tab", name="Consignes").click()
    page.wait_for_selector("[data-order]")

    said = page.locator("[data-order]").inner_text().replace("\u00a0", " ")
    assert said.startswith("« Suivre », si ") or "si « " in said
    assert "est possible et ceci n’est pas vrai" in said
    assert table.faults == []


def test_a_move_chosen_ahead_is_played_when_its_prompt_opens(stack: Stack, table: Table) -> None:
    player, match, page = sign_in_at_table(stack, table, "Ahead")
    phase, face = ready_to_play_one(player, match)
    page.reload()
    page.wait_for_selector("#strip")
    page.get_by_role("tab", name="Orders").click()
    page.get_by_role("button", name="Add an order").click()
    page.locator("[name=phase]").select_option(phase)
    page.locator("[name=verb]").select_option("play")
    page.get_by_role("checkbox", name="Choose now exactly").check()
    page.locator(f"[data-argument=cards] [data-option='{face}']").get_by_role("button", name="more").click()
    assert page.locator("[name=once]").is_checked()
    before = player.call("GET", f"matches/{match}")["seq"]
    page.get_by_role("button", name="Save the order").click()
    page.wait_for_selector("[data-order], .orderlist:empty")

    until = time.monotonic() + PATIENCE
    while not answers(player, match) and time.monotonic() < until:
        page.wait_for_timeout(500)

    (answer,) = answers(player, match)
    assert answer["seq"] > before
    assert orders(player, match) == []
    assert table.faults == []


def answers(player: Api, match: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.call("GET", f"matches/{match}/standing-orders")["answers"]
    return found


def ready_to_play_one(player: Api, match: str) -> tuple[str, str]:
    """Answers prompts until the player can play a single card; returns the kind of the prompt and the card's face."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        legal = player.call("GET", f"matches/{match}/legal-moves?limit=200")
        plays = [move["args"]["cards"] for move in legal["moves"] if move["verb"] == "play"]
        single = next((cards for cards in plays if list(cards.values()) == [1]), None)
        if single:
            prompts = player.call("GET", f"matches/{match}/view")["prompts"]
            return next(one["phase"] for one in prompts if one["id"] == legal["prompt"]), next(iter(single))
        if legal["moves"]:
            player.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})
        else:
            time.sleep(0.1)
    raise AssertionError("expected a question at which a single card can be played")


def test_an_order_ends_a_turn_without_other_moves(stack: Stack, table: Table) -> None:
    player = Api.guest(stack.address, "Nothing else")
    match = player.practice("dale_of_merchants", 1)
    to_the_second_clean_up(player, match)
    table.sign_in(str(player.token), "Nothing else")
    page = table.open(f"/m/{match}")

    page.locator("#strip [data-more]").click()
    page.locator("[data-alone=off] button").click()

    expect(page.locator("[data-alone=on]")).to_be_visible()
    assert [(order["if"], order["move"]["verb"]) for order in orders(player, match)] == [
        ({"only": "end_turn"}, "end_turn")
    ]
    page.reload()
    page.locator("#strip [data-more]").click()
    page.locator("[data-alone=on] button").click()
    expect(page.locator("[data-alone=off]")).to_be_visible()
    assert orders(player, match) == []
    assert table.unreadable(PHONE) == [] and table.faults == []


def to_the_second_clean_up(player: Api, match: str) -> None:
    """Plays until the player can only end the turn, for the second time."""
    until, ended = time.monotonic() + PATIENCE, 0
    while time.monotonic() < until:
        legal = player.call("GET", f"matches/{match}/legal-moves?limit=20")
        verbs = {move["verb"] for move in legal["moves"]}
        if verbs == {"end_turn"} and ended:
            return
        if legal["moves"]:
            move = next((move for move in legal["moves"] if move["verb"] == "discard"), legal["moves"][0])
            player.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **move})
            ended += move["verb"] == "end_turn"
        else:
            time.sleep(0.1)
    raise AssertionError("expected a turn that can only be ended")


def test_an_order_is_created_from_a_prompt_and_describes_its_move(stack: Stack, table: Table) -> None:
    asked, asking = Api.guest(stack.address, "Asked"), Api.guest(stack.address, "Asking")
    match = to_a_claim(asked, asking)
    table.sign_in(str(asked.token), "Asked")
    page = table.open(f"/m/{match}")

    page.locator("[data-more]").click()
    page.locator("[data-order-so]").click()

    expect(page.locator("[name=phase]")).to_have_value("reaction")
    assert "the player who asks is Asking" in page.locator("[data-order-sentence]").inner_text()
    assert re.search("it is about “|the cards played include “", page.locator("[data-order-sentence]").inner_text())
    page.locator("[name=verb]").select_option("accept")
    expect(page.locator("[data-trial]")).to_contain_text("would be answered so: You accept")
    assert orders(asked, match) == []
    page.get_by_label("Value").first.select_option(label="you")
    expect(page.locator("[data-trial]")).to_contain_text("would be left to you")
    page.get_by_label("Value").first.select_option(label="Asking")
    assert table.unreadable(WIDE, PHONE) == []
    page.get_by_role("button", name="Save the order").click()
    page.wait_for_selector("[data-order]")

    (order,) = orders(asked, match)
    assert {"value": "prompt.data.by", "is": "eq", "to": 1} in order["if"]["all"]
    assert (order["phase"], order["move"]["verb"]) == ("reaction", "accept")
    assert table.faults == []


def to_a_claim(asked: Api, asking: Api) -> str:
    """Plays for two people until the second has claimed something from the first."""
    match = asked.match("monopoly_deal", 1, seat="open")
    asking.call("POST", f"matches/{match}/seats", {})
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        view = asked.call("GET", f"matches/{match}/view")
        if any(prompt["phase"] == "reaction" and 0 in prompt["seats"] for prompt in view["prompts"]):
            return match
        if view["standings"] is not None:  # the match ended before anybody had a claim
            return to_a_claim(asked, asking)
        for seat, player in enumerate((asked, asking)):
            if seat in view["to_act"]:
                legal = player.call("GET", f"matches/{match}/legal-moves?limit=300")
                claims = [move for move in legal["moves"] if move["verb"] in CLAIMS] if seat else []
                others = [move for move in legal["moves"] if move["verb"] not in CLAIMS]
                move = (claims or others or legal["moves"])[0]
                player.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **move})
    raise AssertionError(f"expected a claim, got {view['prompts']}, {view['to_act']}")


CLAIMS = ("its_my_birthday", "debt_collector", "sly_deal", "forced_deal", "deal_breaker", "rent")
