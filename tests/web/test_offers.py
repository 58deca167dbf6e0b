"""Offers that change while a player is about to answer: no offer appears under the pointer, and a new one is locked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import Api, Table

NAMES = ("buys", "sells", "sells too")
# Returns the button under the pointer and its offer, or "".
UNDER = """([x, y]) => {
  const button = document.elementFromPoint(x, y)?.closest('button');
  return button ? `${button.dataset.verb} ${button.closest('[data-offer]')?.dataset.offer}` : '';
}"""


class Market:
    """A match of Dealmaker: the first player uses the browser, the others use the API."""

    def __init__(self, stack: Stack, browser: Chromium, label: str, **window: Any) -> None:
        self.players = [Api.guest(stack.address, f"{label} {name}") for name in NAMES]
        self.match = self.players[0].match("dealmaker", 2, {"ready_check": False}, seat="open")
        for player in self.players[1:]:
            player.call("POST", f"matches/{self.match}/seats", {})
        self.table = Table(browser, stack.address, **window)
        self.table.sign_in(str(self.players[0].token), f"{label} {NAMES[0]}")

    def open(self) -> Page:
        page = self.table.open(f"/m/{self.match}")
        page.wait_for_selector("#strip")
        return page

    def goods(self, seat: int) -> list[str]:
        """Returns the goods in the hand of a seat."""
        view = self.players[seat].call("GET", f"matches/{self.match}/view")
        hand = next(zone for zone in view["zones"] if (zone["name"], zone["seat"]) == ("hand", seat))
        return sorted({view["faces"][str(card)]["face"] for card in hand["cards"]})

    def play(self, seat: int, verb: str, **args: Any) -> None:
        """Plays a move of a seat at the first of its prompts that accepts it."""
        path = f"matches/{self.match}/legal-moves?limit=0"
        for prompt in self.players[seat].call("GET", path)["prompts"]:
            templates = self.players[seat].call("GET", f"{path}&prompt={prompt}")["templates"]
            if verb in {template["verb"] for template in templates}:
                body = {"prompt": prompt, "verb": verb, "args": args}
                self.players[seat].call("POST", f"matches/{self.match}/moves", body)
                return
        raise LookupError(f"expected a prompt for {verb!r}")

    def offer(self, seat: int) -> int:
        """Offers the player in the browser one good for one of their own; returns the offer's id."""
        self.play(seat, "offer", audience=[0], give={self.goods(seat)[0]: 1}, want={self.goods(0)[0]: 1})
        offers = self.players[0].call("GET", f"matches/{self.match}/view")["public"]["offers"]
        return max(int(offer["id"]) for offer in offers)

    def accepted(self) -> int:
        """Returns how often the page has sent an answer to an offer."""
        return sum("/moves?" in address for address in self.table.requests)


@pytest.fixture
def market(stack: Stack, browser: Chromium, request: pytest.FixtureRequest) -> Iterator[Market]:
    made = Market(stack, browser, request.node.name[5:20].replace("_", " "))
    yield made
    made.table.close()


def accept(page: Page, offer: int) -> Locator:
    return page.locator(f"[data-offer='{offer}'] [data-verb=accept]")


def rest_on(page: Page, button: Locator) -> tuple[float, float]:
    """Lets the pointer rest on a button; returns the position."""
    expect(button).to_be_enabled()
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    return x, y


def corner(page: Page, offer: int) -> tuple[float, float]:
    """Returns the corner of an offer; its height depends on its text."""
    box = page.locator(f"[data-offer='{offer}']").bounding_box()
    assert box is not None
    return box["x"], box["y"]


def test_offers_keep_their_places_and_a_new_offer_fills_a_free_place_except_under_the_pointer(market: Market) -> None:
    first, second = market.offer(1), market.offer(2)
    page = market.open()
    accept(page, second).wait_for()
    x, y = rest_on(page, accept(page, first))
    assert page.evaluate(UNDER, [x, y]) == f"accept {first}"
    place = page.locator(f"[data-offer='{first}']").bounding_box()
    before = page.locator(f"[data-offer='{second}']").bounding_box()
    assert place is not None and before is not None

    market.play(1, "withdraw", offer=first, version=1)
    page.locator(f"[data-gone='{first}']").wait_for()
    assert page.evaluate(UNDER, [x, y]) == ""
    assert page.locator(f"[data-offer='{second}']").bounding_box() == before
    third = market.offer(1)
    page.locator(f"[data-offer='{third}']").wait_for()
    assert page.evaluate(UNDER, [x, y]) == ""
    page.mouse.click(x, y)
    assert market.accepted() == 0

    page.mouse.move(2, 2)
    expect(page.locator(f"[data-gone='{first}']")).to_be_empty()
    fourth = market.offer(1)
    page.locator(f"[data-offer='{fourth}']").wait_for()
    assert corner(page, fourth) == (place["x"], place["y"])
    assert corner(page, second) == (before["x"], before["y"])
    assert market.table.faults == []


def test_a_narrow_table_shows_a_whole_offer(market: Market) -> None:
    offer = market.offer(1)
    page = market.open()
    accept(page, offer).wait_for()

    for height in (640, 844):
        page.set_viewport_size({"width": 360, "height": height})
        frame = page.locator(".offers").bounding_box()
        assert frame is not None
        for part in (page.locator(f"[data-offer='{offer}']"), accept(page, offer)):
            box = part.bounding_box()
            assert box is not None
            assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
            assert frame["y"] <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]


def test_a_button_that_moves_under_a_resting_pointer_takes_no_press_until_it_stays(market: Market) -> None:
    market.table.page.clock.install()
    page = market.open()
    page.mouse.move(300, 300)
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.evaluate("""() => {
      window.presses = 0;
      const button = Object.assign(document.createElement('button'), {id: 'bait', onclick: () => { presses += 1; }});
      button.style.cssText = 'position: fixed; left: 250px; top: 250px; width: 100px; height: 100px; z-index: 99';
      document.querySelector('.table').append(button);
    }""")

    page.mouse.click(300, 300)
    assert page.evaluate("presses") == 0
    page.clock.run_for(700)
    page.mouse.click(300, 300)

    assert page.evaluate("presses") == 1
