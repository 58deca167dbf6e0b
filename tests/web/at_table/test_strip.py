"""The lines of the strip in Monopoly Deal: sets that a card completes, and attacks between other players."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import Api, Table

NUMBERS = count(1)
DEALS = 60
SECONDS = 20.0
SMALL_SETS = {"brown": 2, "dark_blue": 2, "utility": 2, "station": 4}
FAKE_CARDS = count(900)
SECOND_LINE = "#strip .second"
BOTH_COLOURS = f"{154:064x}"
"""A deal that gives the first player the dark blue and green wild, a dark blue card and a green card."""


@dataclass(frozen=True)
class Turn:
    """A turn of a player who holds a property and Sly Deal, which may take another property.

    held, sly_deal: cards of the hand; faces, titles: those of the held and of the other property.
    """

    player: Api
    match: str
    held: int
    sly_deal: int
    faces: tuple[str, str]
    titles: tuple[str, str]


@pytest.fixture(scope="module")
def turn(stack: Stack) -> Turn:
    """Returns such a turn, from the first deal that has one."""
    player = Api.guest(stack.address, f"Collector {next(NUMBERS)}")
    for number in range(DEALS):
        match = player.match("monopoly_deal", 3, seed=f"{number:064x}")
        moves = moves_of_turn(player, match)
        view = player.call("GET", f"matches/{match}/view")
        face_of = {card: face["face"] for card, face in view["faces"].items()}
        title_of = {face["face"]: face["name"] for face in view["faces"].values()}
        held = [move["args"]["face"] for move in moves if move["verb"] == "lay" and "colour" not in move["args"]]
        targets = [view["faces"][str(move["args"]["card"])] for move in moves if move["verb"] == "sly_deal"]
        colours = [colour for face in targets for colour in face.get("colours", [face["face"]])]
        taken = [colour for colour in colours if colours.count(colour) == 1 and colour in face_of.values()]
        held = [colour for colour in held if colour not in colours]
        if held and taken:
            faces = held[0], taken[0]
            hand = next(zone["cards"] for zone in view["zones"] if (zone["name"], zone["seat"]) == ("hand", 0))
            first = {face_of[str(card)]: card for card in reversed(hand)}
            titles = title_of[faces[0]], title_of[faces[1]]
            return Turn(player, match, first[held[0]], first["sly_deal"], faces, titles)
    pytest.fail(f"expected a property and Sly Deal with a target in one of {DEALS} deals")


def moves_of_turn(player: Api, match: str) -> list[dict[str, Any]]:
    """Waits for the player's turn; returns its legal moves."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        legal = player.call("GET", f"matches/{match}/legal-moves?limit=300")
        if legal["moves"]:
            return list(legal["moves"])
        time.sleep(0.05)
    return []


def lacking_one(view: dict[str, Any], colours: Sequence[str]) -> None:
    """Gives the viewer a set of each colour that lacks one card."""
    me = view["viewer"]
    view["zones"] = [zone for zone in view["zones"] if zone["seat"] != me or zone["name"] not in colours]
    for colour in colours:
        cards = [next(FAKE_CARDS) for _ in range(SMALL_SETS.get(colour, 3) - 1)]
        view["faces"].update({str(card): {"face": colour, "value": 1, "name": colour} for card in cards})
        view["zones"].append({"name": colour, "seat": me, "number": 1, "cards": cards})


@pytest.fixture
def table(stack: Stack, browser: Chromium) -> Iterator[Table]:
    found = Table(browser, stack.address)
    yield found
    found.page.unroute_all(behavior="ignoreErrors")
    found.close()


def open_changed(table: Table, player: Api, match: str, change: Any) -> Page:
    """Opens a table whose view a function changes."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        change(view)
        route.fulfill(response=answer, json=view)

    table.sign_in(str(player.token), "Collector")
    table.page.route("**/view", changed)
    return table.open(f"/m/{match}")


@pytest.mark.parametrize(
    ("language", "chosen", "possible"),
    [
        ("en", "^completes your {}$", "^completes your {0} – .+ from .+$"),
        ("fr", "^complète votre groupe ", "^complète votre groupe .+ – .+ (de |d’)"),
    ],
)
def test_the_strip_names_the_own_set_that_a_card_would_complete(
    table: Table, turn: Turn, language: str, chosen: str, possible: str
) -> None:
    table.prefer(language=language)
    page = open_changed(table, turn.player, turn.match, lambda view: lacking_one(view, turn.faces))

    page.locator(f".hand [data-card='{turn.held}']").click()
    expect(page.locator(SECOND_LINE)).to_have_text(re.compile(chosen.format(turn.titles[0])))

    page.locator(f".hand [data-card='{turn.sly_deal}']").click()
    expect(page.locator(SECOND_LINE)).to_have_text(re.compile(possible.format(turn.titles[1])))
    assert table.faults == []


@pytest.mark.parametrize("laid", [(), ("dark_blue", "green")], ids=["in the hand", "on the table"])
def test_the_colour_of_a_wild_is_chosen_on_it_by_the_owner_of_both_colours(
    stack: Stack, table: Table, laid: Sequence[str]
) -> None:
    """Checks that the client does not wait for a press on a card whose face has the name of the colour."""
    player = Api.guest(stack.address, f"Painter {next(NUMBERS)}")
    match = player.match("monopoly_deal", 3, seed=BOTH_COLOURS)
    moves_of_turn(player, match)
    for face in laid:
        prompt = player.call("GET", f"matches/{match}/legal-moves?limit=1")["prompt"]
        player.call("POST", f"matches/{match}/moves", {"prompt": prompt, "verb": "lay", "args": {"face": face}})
    table.sign_in(str(player.token), "Painter")
    page = table.open(f"/m/{match}")

    page.get_by_role("option", name="Dark blue/green").click()
    with page.expect_response(lambda answer: "/moves?" in answer.url) as answered:
        page.locator(".chips [data-option=green]").click()

    assert answered.value.status == 201
    assert table.faults == []


def attacked(view: dict[str, Any], phase: str, **data: Any) -> None:
    """Lets seat 1 attack seat 2, which has not answered."""
    [prompt, *_] = view["prompts"]
    open_prompt = {**prompt, "open": True, "mode": "sealed", "seats": [2], "deadline": None}
    claim = {
        **open_prompt,
        "id": 900,
        "phase": phase,
        "open": False,
        "seats": [],
        "data": {"by": 1, "targets": [2], **data},
    }
    reaction = {**open_prompt, "id": 901, "parent": 900, "phase": "reaction", "data": {"by": 1}}
    view.update(prompts=[claim, reaction], to_act=[2], may_act=[2])


RENT = {"owed": 4, "cards": ["rent_any"]}
RED = {"group": "red", "cards": ["deal_breaker"]}


@pytest.mark.parametrize("is_seated", [True, False], ids=["third player", "spectator"])
@pytest.mark.parametrize(
    ("language", "phase", "data", "line", "second"),
    [
        ("en", "debt", RENT, r"\S+ charges \S+ 4M rent", r"\S+ can still say no"),
        ("en", "debt", {"owed": 2, "cards": ["its_my_birthday"]}, r"\S+ charges \S+ 2M", r"\S+ can still say no"),
        ("fr", "debt", RENT, r"\S+ réclame 4M de loyer à \S+", r"\S+ peut encore dire non"),
        (
            "en",
            "takeover",
            {"group": "red", "cards": []},
            r"\S+ wants the whole red set from \S+",
            r"\S+ can still say no",
        ),
    ],
)
def test_the_strip_says_who_attacks_whom_while_the_attack_is_unanswered(
    table: Table, turn: Turn, is_seated: bool, language: str, phase: str, data: dict[str, Any], line: str, second: str
) -> None:
    player = turn.player if is_seated else Api.guest(turn.player.address, f"Spectator {next(NUMBERS)}")
    table.prefer(language=language)
    page = open_changed(table, player, turn.match, lambda view: attacked(view, phase, **data))

    expect(page.locator("#strip .line")).to_have_text(re.compile(f"^{line}$"))
    expect(page.locator(SECOND_LINE)).to_have_text(re.compile(f"^{second}$"))
    assert table.faults == []
