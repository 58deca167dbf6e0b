"""A Négoces 2 table: seats A, B, C, D hold two goods and fifteen coins each, and A has won the auction."""

from __future__ import annotations

from typing import Any

from games.negoces2 import GAME
from games.negoces2.board import hand
from games.negoces2.sale import Fair, Place, Sale
from tests.games.harness.scenario import Scenario, lay

A, B, C, D = range(4)
START = {A: "wine*4 spices*4 contraband", B: "tea*4 silk*4", C: "coffee*4 jewels*4", D: "perfume*4 jade*4"}


def placing(hands: dict[int, str] | None = None, coins: tuple[int, ...] = (15,) * 4, **options: Any) -> Scenario:
    """Returns a table that prompts the seller, A, for a card. `public`: public state; other arguments are options."""
    public = {"seller": A, "coins": coins, "sold": (A,), **options.pop("public", {})}
    zones = {hand(seat): faces for seat, faces in {**START, **(hands or {})}.items()}
    table = lay(GAME, 4, options, zones, public)
    fair = table.prompt(Fair)
    sale = table.prompt(Sale, within=fair)
    table.prompt(Place, A, within=sale)
    return table


def haggling(lot: str = "wine", face: str = "up", hands: dict[int, str] | None = None, **options: Any) -> Scenario:
    """Returns a table on which A has put a card on the market and everybody may act."""
    table = placing(hands, **options)
    table.play(A, "place", card=lot, face=face)
    return table


def sold_to(table: Scenario, buyer: int, **terms: Any) -> Scenario:
    """Lets a buyer make an offer and the seller accept it."""
    table.play(buyer, "offer", **terms)
    accept(table, buyer)
    return table


def accept(table: Scenario, buyer: int) -> None:
    """Lets the seller accept a buyer's current offer."""
    offer = offer_of(table, buyer)
    table.play(table.public.seller, "accept", offer=offer["id"], version=offer["version"])


def retract(table: Scenario, buyer: int) -> None:
    """Lets a buyer withdraw their open offer."""
    offer = offer_of(table, buyer)
    table.play(buyer, "retract", offer=offer["id"], version=offer["version"])


def offer_of(table: Scenario, seat: int) -> Any:
    """Returns a seat's offer from the public state."""
    return next(offer for offer in table.public.offers if offer["owner"] == seat)


def everybody(table: Scenario, **answers: str) -> None:
    """Answers the prompt at the end of a sale for all four seats; seats that are not named play on."""
    for seat, name in enumerate("abcd"):
        table.play(seat, answers.get(name, "play_on"))


def open_phases(table: Scenario) -> set[str]:
    """Returns the phases of the open prompts."""
    return {prompt.phase for prompt in table.state.open_prompts if prompt.seats}
